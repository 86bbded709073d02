import { blockSize, closeRow, dot, packRow, reduceBy, solve, solveBlock, unpackRow } from './factor'
import { kernelRows } from './kernel'
import { alloc } from './memory'
import * as is from './setup'
import { at, put } from './setup'

/**
 * All data kept: one Cholesky factor per expert, a row a round. Row t of the factor holds every predictive
 * quantity of round t; `absorb` computes a batch of known rounds at once, bit for bit as `predict` and `observe` do.
 */
let n: i32 = 0
let capacity: i32 = 0
let stride: usize = 0
let levels: i32 = 0

let points: usize = 0
let kernels: usize = 0
let solved: usize = 0
/** L⁻¹y and L⁻¹1, a row for each expert. */
let zs: usize = 0
let os: usize = 0
/** For each expert: where its row blocks are. */
let tables: usize = 0
/** For each expert: mean and share of the constant explained, and pivot, of the round; then |o|² and o·z. */
let latent: usize = 0
const LATENT: usize = 40

function table(e: i32): usize {
  return tables + <usize>e * (stride >>> 3)
}

function rowOf(array: usize, e: i32): usize {
  return array + <usize>e * stride
}

function kernelRow(set: i32, e: i32): usize {
  return rowOf(kernels, set * is.kinds + <i32>at(is.kindOf, e))
}

function moveRows(from: usize, to: usize, rows: i32, oldStride: usize, newStride: usize): void {
  for (let i: usize = 0; i < <usize>rows; i++)
    memory.copy(to + i * newStride, from + i * oldStride, oldStride)
}

function widen(): bool {
  const size = capacity === 0 ? 64 : 2 * capacity
  const wide = (<usize>size) << 3
  const room =
    <usize>size * <usize>(is.d + is.BATCH * is.kinds + 3 * is.experts) +
    <usize>(size >> 3) * <usize>is.experts
  const base = alloc(room + 16)
  if (base === 0) return false
  if (latent === 0) latent = alloc(<usize>is.experts * (LATENT >>> 3))
  if (latent === 0) return false
  const toKernels = base + <usize>is.d * wide
  const toSolved = toKernels + <usize>(is.BATCH * is.kinds) * wide
  const toZs = toSolved + <usize>is.experts * wide
  const toOs = toZs + <usize>is.experts * wide
  const toTables = toOs + <usize>is.experts * wide
  if (capacity > 0) {
    moveRows(points, base, is.d, stride, wide)
    moveRows(zs, toZs, is.experts, stride, wide)
    moveRows(os, toOs, is.experts, stride, wide)
    moveRows(tables, toTables, is.experts, stride >>> 3, wide >>> 3)
  }
  points = base
  kernels = toKernels
  solved = toSolved
  zs = toZs
  os = toOs
  tables = toTables
  capacity = size
  stride = wide
  return true
}

/** Makes room for the blocks of the coming rows. */
function reserve(count: i32): bool {
  const b = (n + count - 1) >> 2
  while (capacity < (b + 1) << 2) if (!widen()) return false
  while (levels <= b) {
    const size = blockSize(levels)
    const base = alloc((<usize>is.experts * size) >>> 3)
    if (base === 0) return false
    for (let e = 0; e < is.experts; e++)
      store<u32>(table(e) + ((<usize>levels) << 2), <u32>(base + <usize>e * size))
    levels++
  }
  return true
}

/** Forgets all data, and keeps the memory. */
export function growingReset(): void {
  for (let b = 0; b < levels; b++) {
    for (let e = 0; e < is.experts; e++) memory.fill(load<u32>(table(e) + ((<usize>b) << 2)), 0, blockSize(b))
  }
  if (latent !== 0) memory.fill(latent, 0, <usize>is.experts * LATENT)
  n = 0
}

/** What row `count` believes, from v = L⁻¹k. */
function believe(e: i32, count: i32, v: usize, out: i32): void {
  const b = count >> 2
  const z = rowOf(zs, e)
  const o = rowOf(os, e)
  let g = 1 - dot(v, v, b)
  let mean = dot(v, z, b)
  let level = dot(v, o, b)
  for (let j = b << 2; j < count; j++) {
    const x = at(v, j)
    g -= x * x
    mean += x * at(z, j)
    level += x * at(o, j)
  }
  if (!(g > 0)) g = mean = NaN
  const record = latent + <usize>e * LATENT
  store<f64>(record, mean)
  store<f64>(record, level, 8)
  store<f64>(record, g + at(is.ratios, e), 16)
  const c = at(is.constants, e)
  const spread = c / (1 + c * load<f64>(record, 24))
  put(is.means, out, mean + spread * load<f64>(record, 32) * (1 - level))
  put(is.variances, out, g + spread * (1 - level) * (1 - level))
}

/** Makes v, the row just believed, row `count` of the factor. */
function append(e: i32, count: i32, v: usize, y: f64): void {
  const b = count >> 2
  const r = count & 3
  const block: usize = load<u32>(table(e) + ((<usize>b) << 2))
  const record = latent + <usize>e * LATENT
  const pivot = load<f64>(record, 16)
  const root = sqrt(pivot)
  packRow(v, block, r, b)
  closeRow(block + ((<usize>b) << 7), r, v + ((<usize>b) << 5), pivot)
  const z = (y - load<f64>(record)) / root
  const o = (1 - load<f64>(record, 8)) / root
  put(rowOf(zs, e), count, z)
  put(rowOf(os, e), count, o)
  store<f64>(record, load<f64>(record, 24) + o * o, 24)
  store<f64>(record, load<f64>(record, 32) + o * z, 32)
}

function push(x: usize, i: i32): void {
  for (let j: usize = 0; j < <usize>is.d; j++) {
    store<f64>(points + j * stride + ((<usize>i) << 3), load<f64>(x + (j << 3)))
  }
}

/** Beliefs at `input`; false where memory is exhausted. */
export function growingPredict(): bool {
  if (!reserve(1)) return false
  const blocks = (n + 3) >> 2
  kernelRows(points, stride, n, is.input, kernels)
  for (let e = 0; e < is.experts; e++) {
    const v = rowOf(solved, e)
    memory.copy(v, kernelRow(0, e), (<usize>blocks) << 5)
    solve(table(e), blocks, v)
    believe(e, n, v, e)
  }
  return true
}

/** Absorbs what was just predicted. */
export function growingObserve(y: f64): void {
  for (let e = 0; e < is.experts; e++) append(e, n, rowOf(solved, e), y)
  push(is.input, n)
  n++
}

/**
 * Predicts and absorbs up to a batch of rounds whose outcomes are known; n must be a multiple of four. Each block of L
 * is read once for all rows of the batch, which matters when L is larger than the cache.
 */
export function growingAbsorb(count: i32): bool {
  if (!reserve(count)) return false
  for (let r = 0; r < count; r++) {
    const x = is.input + ((<usize>(r * is.d)) << 3)
    push(x, n + r)
    kernelRows(points, stride, n + r, x, rowOf(kernels, r * is.kinds))
  }
  const b = n >> 2
  const blocks = (count + 3) >> 2
  for (let e = 0; e < is.experts; e++) {
    const rows = table(e)
    for (let r = 0; r < count; r++) packRow(kernelRow(r, e), blockAt(rows, b + (r >> 2)), r & 3, b + (r >> 2))
    for (let c = 0; c < b; c++) for (let g = 0; g < blocks; g++) reduceBy(blockAt(rows, b + g), rows, c)
    for (let g = 0; g < blocks; g++) {
      for (let c = b; c < b + g; c++) reduceBy(blockAt(rows, b + g), rows, c)
      closeBlock(e, b + g, g << 2, min(count, (g + 1) << 2))
    }
  }
  n += count
  return true
}

function blockAt(rows: usize, b: i32): usize {
  return load<u32>(rows + ((<usize>b) << 2))
}

/** Rows `from` … `to` − 1 of the batch, reduced by all blocks before b, one after another. */
function closeBlock(e: i32, b: i32, from: i32, to: i32): void {
  const rows = table(e)
  const v = rowOf(solved, e)
  const tail = v + ((<usize>b) << 5)
  for (let i = from; i < to; i++) {
    const r = i & 3
    unpackRow(blockAt(rows, b), r, b, v)
    memory.fill(tail, 0, 32)
    memory.copy(tail, kernelRow(i, e) + ((<usize>b) << 5), (<usize>r) << 3)
    if (r > 0) solveBlock(rows, b, v)
    believe(e, n + i, v, i * is.experts + e)
    append(e, n + i, v, at(is.target, i))
  }
}

import { blockSize, closeRow, dots, packRow, reduceBy, solve, solveBlock, unpackRow } from './factor'
import { kernelRows } from './kernel'
import { alloc, free, sizeOf } from './memory'
import { at, BATCH, layOut, placeSettings, put, State, take, taken } from './state'

/**
 * All data kept: one Cholesky factor per expert, a row a round. Row t of the factor holds every predictive
 * quantity of round t; `absorb` computes a batch of known rounds at once, bit for bit as `predict` and `observe` do.
 */
@unmanaged
export class Growing extends State {
  n: i32
  capacity: i32
  /** Row blocks there is room for, all experts' blocks of a number together. */
  levels: i32
  /** One allocation that is replaced by a wider one when it is full; it holds `points`, `kernels` and what follows. */
  rows: usize
  solved: usize
  /** L⁻¹y and L⁻¹1, a row for each expert. */
  zs: usize
  os: usize
  /** For each expert: where its row blocks are. */
  tables: usize
  /** For each expert: mean and share of the constant explained, and pivot, of the round; then |o|² and o·z. */
  latent: usize
}

const LATENT: usize = 40
const measured = changetype<Growing>(memory.data(offsetof<Growing>()))

/** A factor without rows for a family of experts, or 0 where memory is exhausted. */
export function growingCreate(d: i32, groups: i32, smooth: i32, kinds: i32, experts: i32): usize {
  const base = alloc(place(measured, 0, d, groups, smooth, kinds, experts))
  if (base === 0) return 0
  const s = changetype<Growing>(base)
  place(s, base, d, groups, smooth, kinds, experts)
  for (let i = 0; i < BATCH * kinds; i++) put(s.priors, i, 1)
  return base
}

function place(s: Growing, base: usize, d: i32, groups: i32, smooth: i32, kinds: i32, experts: i32): f64 {
  layOut(base)
  take(<f64>((offsetof<Growing>() + 7) >> 3))
  placeSettings(s, d, groups, smooth, kinds, experts)
  s.priors = take(<f64>(BATCH * kinds))
  s.latent = take(<f64>experts * <f64>(LATENT >>> 3))
  return taken()
}

/** Gives back everything. */
export function growingFree(s: Growing): void {
  for (let b = s.levels - 1; b >= 0; b--) free(load<u32>(table(s, 0) + ((<usize>b) << 2)))
  free(s.rows)
  free(changetype<usize>(s))
}

/** Bytes it holds. */
export function growingBytes(s: Growing): f64 {
  let bytes = <f64>sizeOf(changetype<usize>(s))
  if (s.rows !== 0) bytes += <f64>sizeOf(s.rows)
  for (let b = 0; b < s.levels; b++) bytes += <f64>sizeOf(load<u32>(table(s, 0) + ((<usize>b) << 2)))
  return bytes
}

function table(s: Growing, e: i32): usize {
  return s.tables + <usize>e * (s.stride >>> 1)
}

function blockOf(rows: usize, b: i32): usize {
  return load<u32>(rows + ((<usize>b) << 2))
}

function kernelRow(s: Growing, set: i32, e: i32): usize {
  return s.kernels + <usize>(set * s.kinds + <i32>at(s.kindOf, e)) * s.stride
}

function moveRows(from: usize, to: usize, rows: i32, oldStride: usize, newStride: usize): void {
  for (let i: usize = 0; i < <usize>rows; i++)
    memory.copy(to + i * newStride, from + i * oldStride, oldStride)
}

function widen(s: Growing): bool {
  const size = s.capacity === 0 ? 64 : 2 * s.capacity
  const wide = (<usize>size) << 3
  const sets = <f64>(s.d + BATCH * s.kinds + 3 * s.experts) + 0.5 * <f64>s.experts
  const base = alloc(sets * <f64>wide)
  if (base === 0) return false
  const kernels = base + <usize>s.d * wide
  const solved = kernels + <usize>(BATCH * s.kinds) * wide
  const zs = solved + <usize>s.experts * wide
  const os = zs + <usize>s.experts * wide
  const tables = os + <usize>s.experts * wide
  if (s.capacity > 0) {
    moveRows(s.points, base, s.d, s.stride, wide)
    moveRows(s.zs, zs, s.experts, s.stride, wide)
    moveRows(s.os, os, s.experts, s.stride, wide)
    moveRows(s.tables, tables, s.experts, s.stride >>> 1, wide >>> 1)
    free(s.rows)
  }
  s.rows = s.points = base
  s.kernels = kernels
  s.solved = solved
  s.zs = zs
  s.os = os
  s.tables = tables
  s.capacity = size
  s.stride = wide
  return true
}

/** Makes room for the coming rows; false where memory is exhausted. */
export function growingReserve(s: Growing, count: i32): bool {
  const b = (s.n + count - 1) >> 2
  while (s.capacity < (b + 1) << 2) if (!widen(s)) return false
  while (s.levels <= b) {
    const size = blockSize(s.levels)
    const base = alloc(<f64>s.experts * <f64>size)
    if (base === 0) return false
    for (let e = 0; e < s.experts; e++)
      store<u32>(table(s, e) + ((<usize>s.levels) << 2), <u32>(base + <usize>e * size))
    s.levels++
  }
  return true
}

const sums: usize = memory.data(24, 16)

/** What row `count` believes, from v = L⁻¹k. */
function believe(s: Growing, e: i32, count: i32, prior: f64, v: usize, out: i32): void {
  const b = count >> 2
  const z = s.zs + <usize>e * s.stride
  const o = s.os + <usize>e * s.stride
  dots(v, z, o, b, sums)
  let g = prior - load<f64>(sums)
  let mean = load<f64>(sums, 8)
  let level = load<f64>(sums, 16)
  for (let j = b << 2; j < count; j++) {
    const x = at(v, j)
    g -= x * x
    mean += x * at(z, j)
    level += x * at(o, j)
  }
  if (!(g > 0 || prior === 0)) g = mean = NaN
  const record = s.latent + <usize>e * LATENT
  store<f64>(record, mean)
  store<f64>(record, level, 8)
  store<f64>(record, g + at(s.ratios, e), 16)
  const c = at(s.constants, e)
  const spread = c / (1 + c * load<f64>(record, 24))
  put(s.means, out, mean + spread * load<f64>(record, 32) * (1 - level))
  put(s.variances, out, g + spread * (1 - level) * (1 - level))
}

/** Makes v, the row just believed, row `count` of the factor. */
function append(s: Growing, e: i32, count: i32, v: usize, y: f64): void {
  const b = count >> 2
  const r = count & 3
  const block = blockOf(table(s, e), b)
  const record = s.latent + <usize>e * LATENT
  const pivot = load<f64>(record, 16)
  const root = sqrt(pivot)
  packRow(v, block, r, b)
  closeRow(block + ((<usize>b) << 7), r, v + ((<usize>b) << 5), pivot)
  const z = (y - load<f64>(record)) / root
  const o = (1 - load<f64>(record, 8)) / root
  put(s.zs + <usize>e * s.stride, count, z)
  put(s.os + <usize>e * s.stride, count, o)
  store<f64>(record, load<f64>(record, 24) + o * o, 24)
  store<f64>(record, load<f64>(record, 32) + o * z, 32)
}

/** Beliefs at the input, room for a row reserved. */
export function growingPredict(s: Growing): void {
  const n = s.n
  const blocks = (n + 3) >> 2
  kernelRows(s, n, s.input, s.kernels)
  for (let e = 0; e < s.experts; e++) {
    const v = s.solved + <usize>e * s.stride
    memory.copy(v, kernelRow(s, 0, e), (<usize>blocks) << 5)
    solve(table(s, e), blocks, v)
    believe(s, e, n, at(s.priors, <i32>at(s.kindOf, e)), v, e)
  }
}

/** Absorbs what was just predicted. */
export function growingObserve(s: Growing, y: f64): void {
  for (let e = 0; e < s.experts; e++) append(s, e, s.n, s.solved + <usize>e * s.stride, y)
  growingPush(s, 0)
  s.n++
}

/** Puts point r of the batch at the input in its place. */
export function growingPush(s: Growing, r: i32): void {
  const x = s.input + ((<usize>(r * s.d)) << 3)
  for (let j: usize = 0; j < <usize>s.d; j++) {
    store<f64>(s.points + j * s.stride + ((<usize>(s.n + r)) << 3), load<f64>(x + (j << 3)))
  }
}

/**
 * Predicts and absorbs up to a batch of rounds whose outcomes are known, room reserved and points in place; n must be a
 * multiple of four. Each block of L is read once for all rows of the batch, which matters when L is larger than the cache.
 */
export function growingAbsorb(s: Growing, count: i32): void {
  const n = s.n
  for (let r = 0; r < count; r++) {
    kernelRows(s, n + r, s.input + ((<usize>(r * s.d)) << 3), s.kernels + <usize>(r * s.kinds) * s.stride)
  }
  const b = n >> 2
  const blocks = (count + 3) >> 2
  for (let e = 0; e < s.experts; e++) {
    const rows = table(s, e)
    for (let r = 0; r < count; r++)
      packRow(kernelRow(s, r, e), blockOf(rows, b + (r >> 2)), r & 3, b + (r >> 2))
    for (let c = 0; c < b; c++) for (let g = 0; g < blocks; g++) reduceBy(blockOf(rows, b + g), rows, c)
    for (let g = 0; g < blocks; g++) {
      for (let c = b; c < b + g; c++) reduceBy(blockOf(rows, b + g), rows, c)
      closeBlock(s, e, b + g, g << 2, min(count, (g + 1) << 2))
    }
  }
  s.n = n + count
}

/** Rows `from` … `to` − 1 of the batch, reduced by all blocks before b, one after another. */
function closeBlock(s: Growing, e: i32, b: i32, from: i32, to: i32): void {
  const rows = table(s, e)
  const kind = <i32>at(s.kindOf, e)
  const v = s.solved + <usize>e * s.stride
  const tail = v + ((<usize>b) << 5)
  for (let i = from; i < to; i++) {
    const r = i & 3
    unpackRow(blockOf(rows, b), r, b, v)
    memory.fill(tail, 0, 32)
    memory.copy(tail, kernelRow(s, i, e) + ((<usize>b) << 5), (<usize>r) << 3)
    if (r > 0) solveBlock(rows, b, v)
    believe(s, e, s.n + i, at(s.priors, i * s.kinds + kind), v, i * s.experts + e)
    append(s, e, s.n + i, v, at(s.target, i))
  }
}

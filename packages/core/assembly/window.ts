import { blockStart, closeRow, dot, packRow, reduce, solve, solveBlock, unpackRow } from './factor'
import { kernelRows } from './kernel'
import { alloc } from './memory'
import { appendRow, multiply, panelStart, substitute, updateAndSubstitute } from './schur'
import * as is from './setup'
import { at, put } from './setup'

/**
 * The last W points: a queue made of two stacks, for a Cholesky factor.
 *
 * F, the older points, newest first, A_FF = L Lᵀ: the oldest is the last row, so dropping it is f − 1. B, the points
 * since, with rows C = A_BF L⁻ᵀ and the Schur complement A_BB − C Cᵀ = M D Mᵀ, to which dropping a point adds w wᵀ
 * (positive, hence stable), deferred to the next solve. Every `period` rounds a fresh F begins, in a second bank, and is
 * built in slices during `lag` rounds, with those points as its B. All experts follow one clock, so that an expert's
 * bits do not depend on its company, and factors are a function of the last W + period points.
 */
let W: i32 = 0
let period: i32 = 0
let lag: i32 = 0
/** Rows B can take. */
let room: i32 = 0
/** Bytes: of a padded row of the window, of a row of B, of a row block of C. */
let stride: usize = 0
let short: usize = 0
let width: usize = 0

/** Points held, the slot the next goes to, the round within the period. */
let n: i32 = 0
let slot: i32 = 0
let phase: i32 = 0
/** How many slots, from the first, a kernel row must cover. */
let extent: i32 = 0
/** Sizes of the two stacks of the live bank, and whether a dropped point waits in w. */
let f: i32 = 0
let m: i32 = 0
let pending: bool = false

/** The fresh F: its size and newest slot; for each expert how many steps are done; whose turn it is; the cost. */
let building: bool = false
let freshF: i32 = 0
let freshSlot: i32 = 0
let progress: usize = 0
let turn: i32 = 0
let spent: f64 = 0
let total: f64 = 0

let points: usize = 0
let targets: usize = 0
let kernels: usize = 0
/** Kernel rows of the points in the window: kinds × W × stride. */
let stored: usize = 0
let solved: usize = 0
let rest: usize = 0
let dropped: usize = 0
/** For each expert: mean, share of the constant explained, pivot; wz, wo of the dropped point. */
let latent: usize = 0
const LATENT: usize = 40

/** For each expert of a bank: table of L's blocks, L, z and o of F, C, M, then D, D⁻¹, z, o of B. */
let banks: usize = 0
let bankSize: usize = 0
let partSize: usize = 0
let atL: usize = 0
let atZ: usize = 0
let atC: usize = 0
let atM: usize = 0
let atD: usize = 0
let live: usize = 0

function part(bank: usize, e: i32): usize {
  return banks + bank * bankSize + <usize>e * partSize
}

/** Lays the engine out for a window; false where memory is exhausted. */
export function windowInit(window: i32, period_: i32, lag_: i32): bool {
  W = window
  period = period_
  lag = lag_
  const top = (W + 3) & ~3
  room = (period + lag + 4) & ~3
  const blocks = (W - lag + 3) >> 2
  stride = (<usize>(top + 4)) << 3
  short = (<usize>(room + 8)) << 3
  width = (<usize>blocks) << 7
  atL = (<usize>blocks * 4 + 63) & ~63
  atZ = atL + blockStart(blocks)
  atC = atZ + ((2 * stride + 63) & ~63)
  atM = atC + <usize>((room + 3) >> 2) * width
  atD = atM + panelStart(room, room)
  partSize = atD + ((4 * short + 63) & ~63)
  bankSize = partSize * <usize>is.experts
  const total_ = 2 * <u64>bankSize + <u64>is.kinds * <u64>W * <u64>stride
  if (total_ > 0xfff00000) return false
  points = alloc((<usize>is.d * stride) >>> 3)
  targets = alloc(stride >>> 3)
  kernels = alloc((<usize>is.kinds * stride) >>> 3)
  solved = alloc((<usize>is.experts * stride) >>> 3)
  rest = alloc((<usize>is.experts * short) >>> 3)
  dropped = alloc((<usize>is.experts * short) >>> 3)
  latent = alloc((<usize>is.experts * LATENT) >>> 3)
  progress = alloc(<usize>is.experts)
  stored = alloc((<usize>is.kinds * <usize>W * stride) >>> 3)
  banks = alloc(bankSize >>> 2)
  if (stored === 0 || banks === 0) return false
  for (let bank: usize = 0; bank < 2; bank++) {
    for (let e = 0; e < is.experts; e++) {
      const p = part(bank, e)
      for (let b = 0; b < blocks; b++) store<u32>(p + ((<usize>b) << 2), <u32>(p + atL + blockStart(b)))
    }
  }
  return true
}

/** Empties the window; the coming point is point number `round`. */
export function windowReset(round: f64): void {
  slot = <i32>(<i64>round % W)
  phase = <i32>(<i64>round % period)
  extent = round === 0 ? 0 : W
  n = f = m = 0
  pending = building = false
}

function back(from: i32, by: i32): i32 {
  const s = from - by
  return s < 0 ? s + W : s
}

/** Copies k at the slots newest, newest − 1, … (`count` of them, `to` zero-padded to whole blocks). */
function gatherBack(k: usize, newest: i32, count: i32, to: usize): void {
  let head = newest + 1
  if (head > count) head = count
  let p = k + ((<usize>newest) << 3)
  const pad = to + ((<usize>((count + 3) & ~3)) << 3)
  for (const end = to + ((<usize>head) << 3); to < end; to += 8) {
    store<f64>(to, load<f64>(p))
    p -= 8
  }
  p += (<usize>W) << 3
  for (const end = to + ((<usize>(count - head)) << 3); to < end; to += 8) {
    store<f64>(to, load<f64>(p))
    p -= 8
  }
  for (; to < pad; to += 8) store<f64>(to, 0)
}

/** Copies k at the slots oldest, oldest + 1, … */
function gatherOn(k: usize, oldest: i32, count: i32, to: usize): void {
  let s = oldest
  for (let j = 0; j < count; j++) {
    store<f64>(to, at(k, s))
    to += 8
    if (++s === W) s = 0
  }
}

/** r ← M⁻¹(r − C v) and the beliefs that follow, kept in the expert's record. */
function project(e: i32, p: usize, sizeF: i32, sizeB: i32, v: usize, r: usize, late: bool): void {
  const blocks = (sizeF + 3) >> 2
  const b = p + atD
  const record = latent + <usize>e * LATENT
  multiply(p + atC, width, (sizeB + 3) >> 2, blocks, v, r)
  if (late) {
    const w = dropped + <usize>e * short
    updateAndSubstitute(p + atM, room, sizeB, b, short, w, load<f64>(record, 24), load<f64>(record, 32), r)
  } else {
    substitute(p + atM, room, sizeB, r)
  }
  let g = 1 - dot(v, v, blocks)
  let mean = dot(v, p + atZ, blocks)
  let level = dot(v, p + atZ + stride, blocks)
  for (let o: usize = 0; o < (<usize>sizeB) << 3; o += 8) {
    const x = load<f64>(r + o)
    g -= x * x * load<f64>(b + short + o)
    mean += x * load<f64>(b + 2 * short + o)
    level += x * load<f64>(b + 3 * short + o)
  }
  if (!(g > 0)) g = mean = NaN
  store<f64>(record, mean)
  store<f64>(record, level, 8)
  store<f64>(record, g + at(is.ratios, e), 16)
}

/** Row i of B, from r and the record; its row of C is in place already. */
function append(e: i32, p: usize, i: i32, r: usize, y: f64): void {
  const b = p + atD
  const o = (<usize>i) << 3
  const record = latent + <usize>e * LATENT
  const pivot = load<f64>(record, 16)
  appendRow(p + atM, room, i, r, b + short)
  store<f64>(b + o, pivot)
  store<f64>(b + short + o, 1 / pivot)
  store<f64>(b + 2 * short + o, (y - load<f64>(record)) / pivot)
  store<f64>(b + 3 * short + o, (1 - load<f64>(record, 8)) / pivot)
}

/** Adds the constant kernel: a level of variance c, integrated out. */
function finish(e: i32, p: usize): void {
  const record = latent + <usize>e * LATENT
  const mean = load<f64>(record)
  const rest_ = 1 - load<f64>(record, 8)
  const g = load<f64>(record, 16) - at(is.ratios, e)
  const c = at(is.constants, e)
  if (c === 0) {
    put(is.means, e, mean)
    put(is.variances, e, g)
    return
  }
  const z = p + atZ
  const o = z + stride
  const b = p + atD
  const blocks = (f + 3) >> 2
  let oo = dot(o, o, blocks)
  let oz = dot(o, z, blocks)
  for (let j: usize = 0; j < (<usize>m) << 3; j += 8) {
    const x = load<f64>(b + 3 * short + j) * load<f64>(b + j)
    oo += x * load<f64>(b + 3 * short + j)
    oz += x * load<f64>(b + 2 * short + j)
  }
  const spread = c / (1 + c * oo)
  put(is.means, e, mean + spread * oz * rest_)
  put(is.variances, e, g + spread * rest_ * rest_)
}

/** Beliefs at `input`. */
export function windowPredict(): void {
  kernelRows(points, stride, extent, is.input, kernels)
  const newest = back(slot, m + 1)
  const blocks = (f + 3) >> 2
  for (let e = 0; e < is.experts; e++) {
    const p = part(live, e)
    const v = solved + <usize>e * stride
    const r = rest + <usize>e * short
    const k = kernels + <usize>at(is.kindOf, e) * stride
    gatherBack(k, newest, f, v)
    solve(p, blocks, v)
    for (let i = f; i < blocks << 2; i++) put(v, i, 0)
    gatherOn(k, back(slot, m), m, r)
    project(e, p, f, m, v, r, pending)
    finish(e, p)
  }
  pending = false
}

function push(y: f64): void {
  const o = (<usize>slot) << 3
  for (let j: usize = 0; j < <usize>is.d; j++)
    store<f64>(points + j * stride + o, load<f64>(is.input + (j << 3)))
  store<f64>(targets + o, y)
  const bytes = (<usize>((extent + 3) & ~3)) << 3
  for (let i: usize = 0; i < <usize>is.kinds; i++) {
    memory.copy(stored + (i * <usize>W + <usize>slot) * stride, kernels + i * stride, bytes)
  }
  if (++slot === W) slot = 0
  if (++phase === period) phase = 0
  if (n < W) n++
  if (extent < W) extent++
}

/** Absorbs what was just predicted. */
export function windowObserve(y: f64): void {
  const full = n === W
  const blocks = (f + 3) >> 2
  for (let e = 0; e < is.experts; e++) {
    const p = part(live, e)
    const c = p + atC
    packRow(solved + <usize>e * stride, c + <usize>(m >> 2) * width, m & 3, blocks)
    append(e, p, m, rest + <usize>e * short, y)
    if (!full) continue
    const record = latent + <usize>e * LATENT
    const last = f - 1
    const w = dropped + <usize>e * short
    const cell = c + ((<usize>(last >> 1)) << 6) + ((<usize>(last & 1)) << 3)
    for (let j = 0; j <= m; j++)
      put(w, j, load<f64>(cell + <usize>(j >> 2) * width + ((<usize>(j & 3)) << 4)))
    store<f64>(record, at(p + atZ, last), 24)
    store<f64>(record, at(p + atZ + stride, last), 32)
    put(p + atZ, last, 0)
    put(p + atZ + stride, last, 0)
  }
  m++
  if (full) {
    f--
    pending = true
  }
  push(y)
  advance()
}

/** Takes a point into the window without believing anything: `windowRebuild` follows. */
export function windowLoad(y: f64): void {
  kernelRows(points, stride, extent, is.input, kernels)
  push(y)
}

/** Builds the factors of the window at hand as if its last `lag` rounds had built them. */
export function windowRebuild(): void {
  begin(back(slot, lag + 1), n - lag)
  work(Infinity)
  swap()
}

function advance(): void {
  if (phase === 0) begin(back(slot, 1), min(n, W - lag))
  if (!building) return
  work(phase === lag ? Infinity : (total * <f64>phase) / <f64>lag)
  if (phase === lag) swap()
}

function begin(newest: i32, size: i32): void {
  building = true
  freshSlot = newest
  freshF = size
  turn = 0
  spent = total = 0
  for (let i = 0; i < steps(); i++) total += cost(i)
  total *= <f64>is.experts
  memory.fill(progress, 0, (<usize>is.experts) << 2)
}

function swap(): void {
  live = 1 - live
  f = freshF
  m = lag
  pending = building = false
}

/**
 * An expert's steps: F's row blocks; then B's points in fours, their rows of C together and the rest one by one; the
 * last points one by one altogether, so that little is left when the last has come.
 */
function steps(): i32 {
  return ((freshF + 3) >> 2) + fours() + (fours() >> 2) + (lag - fours())
}

function fours(): i32 {
  return max(0, (lag - 8) & ~3)
}

/** Relative cost of a step, as measured. */
function cost(i: i32): f64 {
  const blocks = (freshF + 3) >> 2
  const b = <f64>blocks
  if (i < blocks) return 8 * <f64>i * <f64>i + 60 * <f64>i + 100
  const m = <f64>(i - blocks)
  const follow = 4 * b * m + m * m + 30 * b + 100
  const reduced = 8 * b * b + 60 * b + 100
  const single = i - blocks - fours() - (fours() >> 2)
  return single >= 0 ? follow + 0.25 * reduced : (i - blocks) % 5 === 0 ? reduced : follow
}

/** Whether the points that a step needs have come. */
function ready(i: i32): bool {
  const j = i - ((freshF + 3) >> 2)
  const single = j - fours() - (fours() >> 2)
  return j < 0 || (single >= 0 ? fours() + single < phase : 4 * (j / 5) + 4 <= phase)
}

/** Works expert by expert, so that a factor stays in cache, as far as the budget and the points allow. */
function work(budget: f64): void {
  let idle = 0
  while (spent < budget && idle < is.experts) {
    const done = progress + ((<usize>turn) << 2)
    const i = load<i32>(done)
    if (i < steps() && ready(i)) {
      takeStep(turn, i)
      spent += cost(i)
      store<i32>(done, i + 1)
      idle = 0
    } else {
      if (++turn === is.experts) turn = 0
      idle++
    }
  }
}

function takeStep(e: i32, i: i32): void {
  const p = part(1 - live, e)
  const k = stored + <usize>at(is.kindOf, e) * <usize>W * stride
  const j = i - ((freshF + 3) >> 2)
  const single = j - fours() - (fours() >> 2)
  if (j < 0) factorBlock(e, p, k, i)
  else if (single >= 0) solvePoint(e, p, k, fours() + single)
  else if (j % 5 === 0) reduceBlock(p, k, j / 5)
  else followPoint(e, p, k, j - j / 5 - 1)
}

/** Row block b of the fresh L: the kernel among points of F, reduced and closed; z and o follow. */
function factorBlock(e: i32, p: usize, k: usize, b: i32): void {
  const block: usize = load<u32>(p + ((<usize>b) << 2))
  const inverse = block + ((<usize>b) << 7)
  const v = solved + <usize>e * stride
  const top = b << 2
  gatherBlock(k, top, block)
  reduce(block, p, b)
  memory.fill(inverse, 0, 128)
  for (let r = 0; r < 4; r++) {
    const q = top + r
    const tail = v + ((<usize>top) << 3)
    let pivot: f64 = 1
    if (q < freshF) {
      unpackRow(block, r, b, v)
      memory.fill(tail, 0, 32)
      const to = back(freshSlot, q)
      for (let j = 0; j < r; j++) put(tail, j, at(k + <usize>back(freshSlot, top + j) * stride, to))
      if (r > 0) solveBlock(p, b, v)
      let g = 1 - dot(v, v, b)
      for (let j = 0; j < r; j++) g -= at(tail, j) * at(tail, j)
      pivot = g > 0 ? g + at(is.ratios, e) : NaN
    } else {
      memory.fill(tail, 0, 32)
    }
    closeRow(inverse, r, tail, pivot)
    put(p + atZ, q, q < freshF ? at(targets, back(freshSlot, q)) : 0)
    put(p + atZ + stride, q, q < freshF ? 1 : 0)
  }
  solveBlock(p, b, p + atZ)
  solveBlock(p, b, p + atZ + stride)
}

/** The kernel of points `top` … `top` + 3 of F with those before them, as tiles. */
function gatherBlock(k: usize, top: i32, block: usize): void {
  const o0 = (<usize>back(freshSlot, top)) << 3
  const o1 = (<usize>back(freshSlot, min(top + 1, W - 1))) << 3
  const o2 = (<usize>back(freshSlot, min(top + 2, W - 1))) << 3
  const o3 = (<usize>back(freshSlot, min(top + 3, W - 1))) << 3
  let s = freshSlot
  let q = block
  for (const end = block + ((<usize>top) << 5); q < end; q += 64) {
    const a = k + <usize>s * stride
    if (--s < 0) s += W
    const b = k + <usize>s * stride
    if (--s < 0) s += W
    store<f64>(q, load<f64>(a + o0))
    store<f64>(q, load<f64>(b + o0), 8)
    store<f64>(q, load<f64>(a + o1), 16)
    store<f64>(q, load<f64>(b + o1), 24)
    store<f64>(q, load<f64>(a + o2), 32)
    store<f64>(q, load<f64>(b + o2), 40)
    store<f64>(q, load<f64>(a + o3), 48)
    store<f64>(q, load<f64>(b + o3), 56)
  }
  for (let r = max(0, freshF - top); r < 4; r++) clearRow(block + ((<usize>r) << 4), top >> 2)
}

function clearRow(row: usize, blocks: i32): void {
  for (const end = row + ((<usize>blocks) << 7); row < end; row += 64) v128.store(row, f64x2.splat(0))
}

/** Rows of C of the four points that came 4g, 4g + 1, … rounds after the fresh F. */
function reduceBlock(p: usize, k: usize, g: i32): void {
  const blocks = (freshF + 3) >> 2
  const block = p + atC + <usize>g * width
  for (let r = 0; r < 4; r++) {
    gatherBack(k + <usize>((freshSlot + 1 + (g << 2) + r) % W) * stride, freshSlot, freshF, solved)
    packRow(solved, block, r, blocks)
  }
  reduce(block, p, blocks)
}

/** The row of C of point i alone, and the rest of it. */
function solvePoint(e: i32, p: usize, k: usize, i: i32): void {
  const blocks = (freshF + 3) >> 2
  gatherBack(k + <usize>((freshSlot + 1 + i) % W) * stride, freshSlot, freshF, solved)
  solve(p, blocks, solved)
  packRow(solved, p + atC + <usize>(i >> 2) * width, i & 3, blocks)
  followPoint(e, p, k, i)
}

/** The rest of row i of the fresh B. */
function followPoint(e: i32, p: usize, k: usize, i: i32): void {
  const blocks = (freshF + 3) >> 2
  const v = solved + <usize>e * stride
  const r = rest + <usize>e * short
  const s = (freshSlot + 1 + i) % W
  unpackRow(p + atC + <usize>(i >> 2) * width, i & 3, blocks, v)
  gatherOn(k + <usize>s * stride, (freshSlot + 1) % W, i, r)
  project(e, p, freshF, i, v, r, false)
  append(e, p, i, r, at(targets, s))
}

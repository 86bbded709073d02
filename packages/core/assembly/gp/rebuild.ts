import { append, project } from './belief'
import { readRow, writeRow } from './border'
import { closeRow, correlate, packRow, reduce, solve, solveBlock, unpackRow } from './factor'
import { gatherBack, gatherBlock, gatherOn } from './gather'
import { back, part, storedOf, Window } from './layout'
import { at, put } from './state'

/**
 * The fresh factor in the other bank: what is due of it after this round. After `lag` rounds a round's worth is left, for
 * `finish`, which does it while the expert's factor is in cache anyway.
 */
export function advance(s: Window): void {
  if (s.phase === 0) begin(s, back(s, s.slot, 1), min(s.n, s.W - s.lag))
  if (s.building) work(s, (s.total * <f64>s.phase) / <f64>(s.lag + 1))
}

/** Puts the fresh factor to use where its time has come; true where `finish` must follow, for every expert. */
export function turnOver(s: Window): bool {
  if (!s.building || s.phase !== s.lag) return false
  swap(s)
  return true
}

/** What is left to do of expert e's factor, already in use. */
export function finish(s: Window, e: i32): void {
  const last = steps(s)
  for (let i = load<i32>(s.progress + ((<usize>e) << 2)); i < last; i++) takeStep(s, s.live, e, i)
}

/** Builds the factors of the window at hand as if its last `lag` rounds had built them. */
export function windowRebuild(s: Window): void {
  begin(s, back(s, s.slot, s.lag + 1), s.n - s.lag)
  swap(s)
  for (let e = 0; e < s.experts; e++) finish(s, e)
}

function begin(s: Window, newest: i32, size: i32): void {
  s.building = true
  s.freshSlot = newest
  s.freshF = size
  s.turn = 0
  s.spent = s.total = 0
  for (let i = 0; i < steps(s); i++) s.total += cost(s, i)
  s.total *= <f64>s.experts
  memory.fill(s.progress, 0, (<usize>s.experts) << 2)
}

function swap(s: Window): void {
  s.live = 1 - s.live
  s.f = s.freshF
  s.m = s.lag
  s.pending = s.building = false
}

/**
 * An expert's steps: F's row blocks, two steps each; then B's points in fours, two steps for their rows of C together and
 * one for the rest of each point; what is left of them, one by one.
 */
function steps(s: Window): i32 {
  return stepsOfF(s) + stepsInFours(s) + (s.lag - fours(s))
}

function stepsOfF(s: Window): i32 {
  return ((s.freshF + 3) >> 2) << 1
}

/** Points that come in fours, and their steps: six for each four. */
function fours(s: Window): i32 {
  return s.lag & ~3
}
function stepsInFours(s: Window): i32 {
  return 6 * (fours(s) >> 2)
}

/** Of c blocks of columns, those of the first step: they are half of the work. */
function firstHalf(c: i32): i32 {
  return (c * 181) >> 8
}

/** Relative cost of a step, as measured. */
function cost(s: Window, i: i32): f64 {
  const f = stepsOfF(s)
  if (i < f) return half(i >> 1)
  const blocks = f >> 1
  const b = <f64>blocks
  const point = pointOf(s, i - f)
  const m = <f64>point
  const follow = 1.2 * b * m + 0.5 * m * m + 30 * b + 250
  if (i - f >= stepsInFours(s)) return follow + 0.7 * half(blocks)
  return (i - f) % 6 < 2 ? half(blocks) : follow
}

/** Cost of half a row block's reduction by `blocks` blocks. */
function half(blocks: i32): f64 {
  const b = <f64>blocks
  return 4 * b * b + 35 * b + 250
}

/** The last of the points that step j after F needs. */
function pointOf(s: Window, j: i32): i32 {
  const single = j - stepsInFours(s)
  if (single >= 0) return fours(s) + single
  const four = j / 6
  const within = j % 6
  return (four << 2) + (within < 2 ? 3 : within - 2)
}

/** Whether the points that a step needs have come. */
function ready(s: Window, i: i32): bool {
  const j = i - stepsOfF(s)
  return j < 0 || pointOf(s, j) < s.phase
}

/** Works expert by expert, so that a factor stays in cache, as far as budget and points allow. */
function work(s: Window, budget: f64): void {
  const last = steps(s)
  let idle = 0
  while (s.spent < budget && idle < s.experts) {
    const done = s.progress + ((<usize>s.turn) << 2)
    const i = load<i32>(done)
    if (i < last && ready(s, i)) {
      takeStep(s, 1 - s.live, s.turn, i)
      s.spent += cost(s, i)
      store<i32>(done, i + 1)
      idle = 0
    } else {
      if (++s.turn === s.experts) s.turn = 0
      idle++
    }
  }
}

function takeStep(s: Window, bank: usize, e: i32, i: i32): void {
  const p = part(s, bank, e)
  const kind = <i32>at(s.kindOf, e)
  const j = i - stepsOfF(s)
  if (j < 0) {
    if (i & 1) closeBlock(s, e, p, kind, i >> 1)
    else openBlock(s, p, kind, i >> 1)
  } else if (j >= stepsInFours(s)) {
    solvePoint(s, e, p, kind, pointOf(s, j))
  } else if (j % 6 < 2) {
    reduceFour(s, e, p, kind, j / 6, j % 6 === 1)
  } else {
    followPoint(s, e, p, kind, pointOf(s, j))
  }
}

const products: usize = memory.data(256, 16)
const tail: usize = memory.data(32, 16)

/** Row block b of the fresh L: the kernel among points of F, reduced half way. */
function openBlock(s: Window, p: usize, kind: i32, b: i32): void {
  const block: usize = load<u32>(p + ((<usize>b) << 2))
  gatherBlock(s, kind, b << 2, block)
  reduce(block, p, 0, firstHalf(b))
}

/** The other half, and its diagonal; z and o follow. */
function closeBlock(s: Window, e: i32, p: usize, kind: i32, b: i32): void {
  const block: usize = load<u32>(p + ((<usize>b) << 2))
  const diagonal = block + ((<usize>b) << 7)
  const k = storedOf(s, kind)
  const z = p + s.atZ
  const top = b << 2
  reduce(block, p, firstHalf(b), b)
  correlate(p, b, products)
  memory.fill(diagonal, 0, 128)
  for (let r = 0; r < 4; r++) {
    const q = top + r
    const slot = back(s, s.freshSlot, min(q, s.W - 1))
    const real = q < s.freshF
    let pivot: f64 = 1
    memory.fill(tail, 0, 32)
    if (real) {
      const prior = at(s.storedPriors + <usize>kind * s.stride, slot)
      const head = ((r & 2) << 3) + ((r & 1) << 2)
      let g = prior - (at(products, head + r) + at(products, head + 8 + r))
      for (let j = 0; j < r; j++) {
        let x = at(k + <usize>back(s, s.freshSlot, top + j) * s.stride, slot)
        x = x - at(products, head + j) - at(products, head + 8 + j)
        for (let i = 0; i < j; i++) x -= at(diagonal, 4 * i + j) * at(tail, i)
        x *= at(diagonal, 5 * j)
        put(tail, j, x)
        g -= x * x
      }
      pivot = g > 0 || prior === 0 ? g + at(s.ratios, e) : NaN
    }
    closeRow(diagonal, r, tail, pivot)
    put(z, q, real ? at(s.targets, slot) : 0)
    put(z + s.stride, q, real ? 1 : 0)
  }
  solveBlock(p, b, z)
  solveBlock(p, b, z + s.stride)
}

/** Rows of C of the four points that came 4g, 4g + 1, … rounds after the fresh F: one half of the work, or the other. */
function reduceFour(s: Window, e: i32, p: usize, kind: i32, g: i32, second: bool): void {
  const blocks = (s.freshF + 3) >> 2
  const v = s.solved + <usize>e * s.stride
  const four = s.fours + <usize>e * ((<usize>((s.W - s.lag + 3) >> 2)) << 7)
  if (!second) {
    for (let r = 0; r < 4; r++) {
      gatherBack(s, storedRow(s, kind, (g << 2) + r), s.freshSlot, s.freshF, v)
      packRow(v, four, r, blocks)
    }
    reduce(four, p, 0, firstHalf(blocks))
    return
  }
  reduce(four, p, firstHalf(blocks), blocks)
  for (let r = 0; r < 4; r++) {
    unpackRow(four, r, blocks, v)
    writeRow(p + s.atC, s.width, (g << 2) + r, v, blocks)
  }
}

/** The row of C of point i alone, and the rest of it. */
function solvePoint(s: Window, e: i32, p: usize, kind: i32, i: i32): void {
  const blocks = (s.freshF + 3) >> 2
  const v = s.solved + <usize>e * s.stride
  gatherBack(s, storedRow(s, kind, i), s.freshSlot, s.freshF, v)
  solve(p, blocks, v)
  writeRow(p + s.atC, s.width, i, v, blocks)
  followPoint(s, e, p, kind, i)
}

/** The rest of row i of the fresh B. */
function followPoint(s: Window, e: i32, p: usize, kind: i32, i: i32): void {
  const blocks = (s.freshF + 3) >> 2
  const v = s.solved + <usize>e * s.stride
  const r = s.rest + <usize>e * s.short
  const slot = (s.freshSlot + 1 + i) % s.W
  readRow(p + s.atC, s.width, i, v, blocks)
  gatherOn(s, storedRow(s, kind, i), (s.freshSlot + 1) % s.W, i, r)
  project(s, e, p, s.freshF, i, at(s.storedPriors + <usize>kind * s.stride, slot), v, r, false)
  append(s, e, p, i, r, at(s.targets, slot))
}

/** The kernel row of the point that came i rounds after the fresh F. */
function storedRow(s: Window, kind: i32, i: i32): usize {
  return storedOf(s, kind) + <usize>((s.freshSlot + 1 + i) % s.W) * s.stride
}

import { append, project } from './belief'
import { closeRow, correlate, packRow, reduce, solve, solveBlock, unpackRow } from './factor'
import { gatherBack, gatherBlock, gatherOn } from './gather'
import { back, part, storedOf, Window } from './layout'
import { at, put } from './state'

/** The fresh factor in the other bank: what is due of it after this round. */
export function advance(s: Window): void {
  if (s.phase === 0) begin(s, back(s, s.slot, 1), min(s.n, s.W - s.lag))
  if (!s.building) return
  work(s, s.phase === s.lag ? Infinity : (s.total * <f64>s.phase) / <f64>s.lag)
  if (s.phase === s.lag) swap(s)
}

/** Builds the factors of the window at hand as if its last `lag` rounds had built them. */
export function windowRebuild(s: Window): void {
  begin(s, back(s, s.slot, s.lag + 1), s.n - s.lag)
  work(s, Infinity)
  swap(s)
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
 * An expert's steps: F's row blocks; then B's points in fours, their rows of C together and the rest one by one; the
 * last points one by one altogether, so that little is left when the last has come.
 */
function steps(s: Window): i32 {
  const inFours = fours(s)
  return ((s.freshF + 3) >> 2) + inFours + (inFours >> 2) + (s.lag - inFours)
}

function fours(s: Window): i32 {
  return max(0, (s.lag - 8) & ~3)
}

/** Relative cost of a step, as measured. */
function cost(s: Window, i: i32): f64 {
  const blocks = (s.freshF + 3) >> 2
  const b = <f64>blocks
  if (i < blocks) return 8 * <f64>i * <f64>i + 60 * <f64>i + 100
  const m = <f64>(i - blocks)
  const follow = 4 * b * m + m * m + 30 * b + 100
  const reduced = 8 * b * b + 60 * b + 100
  const single = i - blocks - fours(s) - (fours(s) >> 2)
  return single >= 0 ? follow + 0.25 * reduced : (i - blocks) % 5 === 0 ? reduced : follow
}

/** Whether the points that a step needs have come. */
function ready(s: Window, i: i32): bool {
  const j = i - ((s.freshF + 3) >> 2)
  const single = j - fours(s) - (fours(s) >> 2)
  return j < 0 || (single >= 0 ? fours(s) + single < s.phase : 4 * (j / 5) + 4 <= s.phase)
}

/** Works expert by expert, so that a factor stays in cache, as far as the budget and the points allow. */
function work(s: Window, budget: f64): void {
  const last = steps(s)
  let idle = 0
  while (s.spent < budget && idle < s.experts) {
    const done = s.progress + ((<usize>s.turn) << 2)
    const i = load<i32>(done)
    if (i < last && (budget === Infinity || ready(s, i))) {
      takeStep(s, s.turn, i)
      s.spent += cost(s, i)
      store<i32>(done, i + 1)
      idle = 0
    } else {
      if (++s.turn === s.experts) s.turn = 0
      idle++
    }
  }
}

function takeStep(s: Window, e: i32, i: i32): void {
  const p = part(s, 1 - s.live, e)
  const kind = <i32>at(s.kindOf, e)
  const j = i - ((s.freshF + 3) >> 2)
  const single = j - fours(s) - (fours(s) >> 2)
  if (j < 0) factorBlock(s, e, p, kind, i)
  else if (single >= 0) solvePoint(s, e, p, kind, fours(s) + single)
  else if (j % 5 === 0) reduceBlock(s, p, kind, j / 5)
  else followPoint(s, e, p, kind, j - j / 5 - 1)
}

const products: usize = memory.data(128, 16)
const tail: usize = memory.data(32, 16)

/** Row block b of the fresh L: the kernel among points of F, reduced and closed; z and o follow. */
function factorBlock(s: Window, e: i32, p: usize, kind: i32, b: i32): void {
  const block: usize = load<u32>(p + ((<usize>b) << 2))
  const diagonal = block + ((<usize>b) << 7)
  const k = storedOf(s, kind)
  const z = p + s.atZ
  const top = b << 2
  gatherBlock(s, kind, top, block)
  reduce(block, p, b)
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
      let g = prior - at(products, 5 * r)
      for (let j = 0; j < r; j++) {
        let x = at(k + <usize>back(s, s.freshSlot, top + j) * s.stride, slot) - at(products, 4 * r + j)
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

/** Rows of C of the four points that came 4g, 4g + 1, … rounds after the fresh F. */
function reduceBlock(s: Window, p: usize, kind: i32, g: i32): void {
  const blocks = (s.freshF + 3) >> 2
  const block = p + s.atC + <usize>g * s.width
  for (let r = 0; r < 4; r++) {
    gatherBack(s, storedRow(s, kind, (g << 2) + r), s.freshSlot, s.freshF, s.solved)
    packRow(s.solved, block, r, blocks)
  }
  reduce(block, p, blocks)
}

/** The row of C of point i alone, and the rest of it. */
function solvePoint(s: Window, e: i32, p: usize, kind: i32, i: i32): void {
  const blocks = (s.freshF + 3) >> 2
  gatherBack(s, storedRow(s, kind, i), s.freshSlot, s.freshF, s.solved)
  solve(p, blocks, s.solved)
  packRow(s.solved, p + s.atC + <usize>(i >> 2) * s.width, i & 3, blocks)
  followPoint(s, e, p, kind, i)
}

/** The rest of row i of the fresh B. */
function followPoint(s: Window, e: i32, p: usize, kind: i32, i: i32): void {
  const blocks = (s.freshF + 3) >> 2
  const v = s.solved + <usize>e * s.stride
  const r = s.rest + <usize>e * s.short
  const slot = (s.freshSlot + 1 + i) % s.W
  unpackRow(p + s.atC + <usize>(i >> 2) * s.width, i & 3, blocks, v)
  gatherOn(s, storedRow(s, kind, i), (s.freshSlot + 1) % s.W, i, r)
  project(s, e, p, s.freshF, i, at(s.storedPriors + <usize>kind * s.stride, slot), v, r, false)
  append(s, e, p, i, r, at(s.targets, slot))
}

/** The kernel row of the point that came i rounds after the fresh F. */
function storedRow(s: Window, kind: i32, i: i32): usize {
  return storedOf(s, kind) + <usize>((s.freshSlot + 1 + i) % s.W) * s.stride
}

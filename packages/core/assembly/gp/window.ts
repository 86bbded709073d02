import { append, conclude, project } from './belief'
import { readColumn, writeRow } from './border'
import { solve } from './factor'
import { gatherBack, gatherOn } from './gather'
import { kernelRows } from './kernel'
import { back, kernelOf, LATENT, part, Window } from './layout'
import { advance, finish, turnOver } from './rebuild'
import { at, put } from './state'

/** Empties the window; the coming point is point number `round`. */
export function windowReset(s: Window, round: f64): void {
  s.slot = <i32>(<i64>round % s.W)
  s.phase = <i32>(<i64>round % s.period)
  s.extent = round === 0 ? 0 : s.W
  s.n = s.f = s.m = 0
  s.pending = s.building = false
}

/** Beliefs at the input. Every other round goes backwards through the experts: what the cache still holds is read first. */
export function windowPredict(s: Window): void {
  kernelRows(s, s.extent, s.input, s.kernels)
  const unfinished = turnOver(s)
  const f = s.f
  const m = s.m
  const newest = back(s, s.slot, m + 1)
  const blocks = (f + 3) >> 2
  const first = s.slot & 1 ? s.experts - 1 : 0
  for (let i = 0; i < s.experts; i++) {
    const e = abs(first - i)
    const p = part(s, s.live, e)
    const v = s.solved + <usize>e * s.stride
    const r = s.rest + <usize>e * s.short
    const kind = <i32>at(s.kindOf, e)
    const k = kernelOf(s, kind)
    if (unfinished) finish(s, e)
    gatherBack(s, k, newest, f, v)
    solve(p, blocks, v)
    for (let j = f; j < blocks << 2; j++) put(v, j, 0)
    gatherOn(s, k, back(s, s.slot, m), m, r)
    project(s, e, p, f, m, at(s.priors, kind), v, r, s.pending)
    conclude(s, e, p)
  }
  s.pending = false
}

/** Absorbs what was just predicted. */
export function windowObserve(s: Window, y: f64): void {
  const full = s.n === s.W
  const m = s.m
  const last = s.f - 1
  const blocks = (s.f + 3) >> 2
  for (let e = 0; e < s.experts; e++) {
    const p = part(s, s.live, e)
    const c = p + s.atC
    writeRow(c, s.width, m, s.solved + <usize>e * s.stride, blocks)
    append(s, e, p, m, s.rest + <usize>e * s.short, y)
    if (!full) continue
    const record = s.latent + <usize>e * LATENT
    const w = s.dropped + <usize>e * s.short
    readColumn(c, s.width, m + 1, last, w)
    store<f64>(record, at(p + s.atZ, last), 24)
    store<f64>(record, at(p + s.atZ + s.stride, last), 32)
    put(p + s.atZ, last, 0)
    put(p + s.atZ + s.stride, last, 0)
  }
  s.m++
  if (full) {
    s.f--
    s.pending = true
  }
  push(s, y)
  advance(s)
}

/** Takes a point into the window without believing anything: `windowRebuild` follows. */
export function windowLoad(s: Window, y: f64): void {
  kernelRows(s, s.extent, s.input, s.kernels)
  push(s, y)
}

function push(s: Window, y: f64): void {
  const o = (<usize>s.slot) << 3
  for (let j: usize = 0; j < <usize>s.d; j++)
    store<f64>(s.points + j * s.stride + o, load<f64>(s.input + (j << 3)))
  store<f64>(s.targets + o, y)
  const bytes = (<usize>((s.extent + 3) & ~3)) << 3
  for (let i: usize = 0; i < <usize>s.kinds; i++) {
    memory.copy(s.stored + (i * <usize>s.W + <usize>s.slot) * s.stride, s.kernels + i * s.stride, bytes)
    store<f64>(s.storedPriors + i * s.stride + o, load<f64>(s.priors + (i << 3)))
  }
  if (++s.slot === s.W) s.slot = 0
  if (++s.phase === s.period) s.phase = 0
  if (s.n < s.W) s.n++
  if (s.extent < s.W) s.extent++
}

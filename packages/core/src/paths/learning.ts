import type { Draft } from './draft.ts'
import { LEVELS, MEDIAN } from './ends.ts'
import { SHARED } from './noise.ts'
import { CORRECTED, FEATURES, FROM_MIXTURES, MEAN, PLAIN, QUANTILES, SCALE } from './openPaths.ts'
import type { Parts, PathPlan, PathState } from './parts.ts'
import type { PathIssued, PathRound } from './pathInput.ts'
import type { PathPeers } from './peers.ts'
import { MIXTURES } from './shares.ts'
import { samePhase, zAt } from './track.ts'

/** Sizes below this are none: they would overflow as a unit of others. */
const SMALLEST = 1e-120
/** Outcomes before experts are judged, and before logarithms have a unit. */
const ENOUGH = 8

/** How a path learns an outcome: it is opened as it was drafted, and every open path is scored. */
export class Learning {
  readonly #plan: PathPlan
  readonly #parts: Parts
  readonly #draft: Draft
  readonly #peers: PathPeers | undefined

  constructor(plan: PathPlan, parts: Parts, draft: Draft, peers: PathPeers | undefined) {
    this.#plan = plan
    this.#parts = parts
    this.#draft = draft
    this.#peers = peers
  }

  /** Opens the draft, passes the gap, and learns y. */
  take(state: PathState, issued: PathIssued, y: number): PathRound {
    const { gap, known, mean, median, lower, upper } = issued
    if (state.outcomes > 0) {
      this.#open(state)
      const shift = gap > SHARED ? this.#shift(state) : 0
      for (let g = 0; g < gap; g++) this.#pass(state, this.#between(state, g, shift))
    }
    const learnt = Math.abs(y) < SMALLEST ? 0 : y
    this.#score(state, learnt)
    this.#absorb(state, learnt, known[Math.min(gap, known.length - 1)])
    return { step: gap + 1, y, mean, median, lower, upper, covered: lower <= y && y <= upper }
  }

  /** What stands for row g of a gap: the mean of the first steps, then the season before, `shift` higher. */
  #between({ scales: [{ track }] }: PathState, g: number, shift: number): number {
    const [period] = this.#plan.seasons
    const { mean } = this.#draft
    if (period === undefined) return mean[Math.min(g, SHARED - 1)]
    // After a season the rows before are filled ones, and shifted already.
    return g < SHARED ? mean[g] : zAt(track, track.end - period) + (g < period ? shift : 0)
  }

  /** How much higher the first steps are than a season before. */
  #shift({ scales: [{ track }] }: PathState): number {
    const [period] = this.#plan.seasons
    if (period === undefined) return 0
    let sum = 0
    for (let k = 0; k < SHARED; k++) {
      sum += this.#draft.mean[k] - zAt(track, samePhase(track.end + k, track.end, period))
    }
    return sum / SHARED
  }

  #open(state: PathState): void {
    const { cells, size, open, noise, correction, dependence, lean, total, scales } = this.#parts
    const draft = this.#draft
    const { row } = state
    const base = draft.baseOf(state)
    const { forecasts, notes } = state.open
    open.open(state.open, row, base)
    this.#peers?.open(state, draft)
    dependence.open(state.dependence, row)
    lean.open(state.lean, row)
    noise.open(state.noise, draft.scales, row)
    total.open(state.total, row, draft.totalMean, draft.totalScale, draft.totalQuantiles)
    scales.forEach((scale, s) => {
      if (state.scales[s].awake) scale.open(state.scales[s])
    })
    for (let k = 0; k < this.#parts.steps; k++) {
      const cell = cells.at(row, k + 1)
      const to = cell * size
      for (let i = 0; i < size; i++) forecasts[to + i] = draft.paths[k * size + i] - base
      const note = cell * open.width
      notes[note + MEAN] = draft.mean[k]
      notes[note + PLAIN] = draft.mixed.mean[k]
      notes[note + CORRECTED] = draft.corrected[k]
      notes[note + SCALE] = draft.scales.scale[k]
      copy(draft.quantiles, k, LEVELS, notes, note + QUANTILES)
      copy(draft.mixed.mixtures, k, MIXTURES, notes, note + FROM_MIXTURES)
      copy(draft.scales.features, k, noise.dimension, notes, note + FEATURES)
      copy(draft.features, k, correction.dimension, notes, note + FEATURES + noise.dimension)
    }
  }

  /** Scores y as the outcome of every path that is open for this row. */
  #score(state: PathState, y: number): void {
    const { cells, size, open, weights, correction, noise, ends, dependence, lean, total } = this.#parts
    const { forecasts, notes } = state.open
    const { row } = state
    // Where an expert starts says little about it.
    const judged = state.outcomes >= ENOUGH
    for (let k = 0; k < this.#parts.steps; k++) {
      const origin = row - k
      if (!open.isOpen(state.open, origin)) continue
      const cell = cells.at(origin, k + 1)
      const note = cell * open.width
      const mean = notes[note + MEAN]
      const plain = notes[note + PLAIN]
      const corrected = notes[note + CORRECTED]
      const scale = notes[note + SCALE]
      const features = note + FEATURES
      const base = open.baseOf(state.open, origin)
      this.#peers?.score(state, {
        k,
        origin,
        forecasts,
        at: cell * size,
        base,
        mean,
        y,
        ...endsIn(notes, note),
      })
      lean.learn(state.lean, origin, k, mean, y)
      if (judged)
        weights.learn(state.weights, k, forecasts, cell * size, base, notes, note + FROM_MIXTURES, mean, y)
      correction.learn(state.correction, k, notes, features + noise.dimension, plain, corrected, y)
      const error = Math.abs(y - mean)
      if (noise.isBeyond(state.noise, k, error, notes, features, row)) ends.forget(state.ends, k)
      total.learn(state.total, origin, k, y)
      if (noise.isOld(state.noise, origin, k)) continue
      noise.learn(state.noise, k, error, scale, notes, features, row)
      if (!(scale > 0)) continue
      ends.learn(state.ends, k, notes, note + QUANTILES, y)
      dependence.learn(state.dependence, origin, k, (y - mean) / scale)
    }
  }

  #absorb(state: PathState, y: number, known: ArrayLike<number> | undefined): void {
    const { lean, scales, noise } = this.#parts
    state.outcomes++
    state.least = Math.min(state.least, y)
    state.most = Math.max(state.most, y)
    state.whole &&= Number.isInteger(y)
    state.level += (Math.abs(y) - state.level) / state.outcomes
    noise.observe(state.noise, y, state.level)
    lean.absorb(state.lean, y)
    if (known) this.#parts.known.learn(state.known, known)
    scales.forEach((scale, s) => {
      const own = state.scales[s]
      if (scale.isLog && state.least < 0) own.awake = false
      if (own.awake) scale.learn(own, y)
    })
    this.#advance(state)
    const [plain, logs] = state.scales
    const isDue = logs.unit === 0 && state.least >= 0 && state.outcomes >= ENOUGH && state.level > 0
    if (isDue) scales[1].wake(logs, plain.track, state.level)
  }

  /** A row without an outcome, for which y was forecast. */
  #pass(state: PathState, y: number): void {
    this.#parts.scales.forEach((scale, s) => {
      if (state.scales[s].awake) scale.pass(state.scales[s], y)
    })
    this.#advance(state)
  }

  /** After one season naive experts know it, after two the others: then most experts have started anew. */
  #advance(state: PathState): void {
    state.row++
    const [period] = this.#plan.seasons
    if (state.row === period || state.row === 2 * period) this.#parts.weights.restart(state.weights)
  }
}

function endsIn(notes: Float64Array, note: number): { median: number; lower: number; upper: number } {
  const at = note + QUANTILES
  return { median: notes[at + MEDIAN], lower: notes[at], upper: notes[at + LEVELS - 1] }
}

function copy(from: Float64Array, k: number, size: number, to: Float64Array, at: number): void {
  for (let i = 0; i < size; i++) to[at + i] = from[k * size + i]
}

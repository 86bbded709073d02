import { keptPerRound } from '../math/powers.ts'
import type { PathPlan } from '../paths/parts.ts'
import { AGES, type CrowdShape } from './crowdPlan.ts'
import type { Taught, Teaching, TeachingSums } from './teaching.ts'

/** What the rows of one period add up to, over all series. Plain data. */
export interface Tally extends TeachingSums {
  /** Rows; rows with a standardised error; the sums of that and of changes against a season ago. */
  readonly period: Float64Array
  /** For each age, step and expert: absolute errors in units of their series. Then those of the mean, and how many. */
  readonly experts: Float64Array
  readonly means: Float64Array
  readonly counts: Float64Array
  /** For each phase: logarithms less the mean of their season, and how many. Growth a row, and how many. */
  readonly phases: Float64Array
  readonly phaseCounts: Float64Array
  readonly growths: Float64Array
  /** Typical errors of logarithms, and how many. */
  readonly spreads: Float64Array
  /** For each age and step: outcomes below and above the interval, and how many. */
  readonly misses: Float64Array
}

/** What all series share: faded sums over past periods, and what follows from them. Plain data. */
export interface SharedState {
  periods: number
  readonly sums: Tally
  /** For each age: logarithms of the experts' weights without evidence of one's own. */
  readonly prior: Float64Array
  readonly taught: Taught
  readonly season: Float64Array
  growth: number
  spread: number
  /** Of the last period: mean standardised error, and mean change against a season ago. */
  shock: number
  change: number
  /** For each age, step and side: what widths are multiplied by. */
  readonly stretch: Float64Array
}

/** Rows of one's own that the losses of all are worth in the weights of experts. */
const WORTH = 60
/** Periods, in units of the worth of rows, before they are trusted by half. */
const HALF_TRUSTED = 3
const OVERLAP = 0.2
/** Periods in which what is shared fades by half. */
const HALF_LIFE = 60
/** How much the rows of one period share its shocks. */
const ALIKE = 0.1
/** How fast widths follow misses; and the part of the asked misses below which they shrink. */
const STRETCH = 0.06
const TOO_FEW = 0.7
const [NARROWEST, WIDEST] = [0.4, 3]
/** Errors on the logarithm before any are known. */
const SPREAD = 0.1
/** Series with an error that a mean over a period needs. */
const FEW = 2

/** How all series learn from each other: sums over a period are taken in when it is closed. */
export class Shared {
  readonly #shape: CrowdShape
  readonly #plan: PathPlan
  readonly #experts: number
  readonly #teaching: Teaching

  constructor(shape: CrowdShape, experts: number, teaching: Teaching) {
    this.#shape = shape
    this.#plan = shape.plan
    this.#experts = experts
    this.#teaching = teaching
  }

  tally(): Tally {
    const { season, steps } = this.#shape
    return {
      period: new Float64Array(4),
      experts: new Float64Array(AGES * steps * this.#experts),
      means: new Float64Array(AGES * steps),
      counts: new Float64Array(AGES * steps),
      ...this.#teaching.sums(),
      phases: new Float64Array(season),
      phaseCounts: new Float64Array(season),
      growths: new Float64Array(2),
      spreads: new Float64Array(2),
      misses: new Float64Array(AGES * steps * 3),
    }
  }

  init(): SharedState {
    const { season, steps } = this.#shape
    return {
      periods: 0,
      sums: this.tally(),
      prior: new Float64Array(AGES * steps * this.#experts),
      taught: this.#teaching.taught(),
      season: new Float64Array(season),
      growth: 0,
      spread: SPREAD,
      shock: 0,
      change: 0,
      stretch: new Float64Array(AGES * steps * 2).fill(1),
    }
  }

  /** Takes a period in. Its rows share its shocks: m of them are worth m / (1 + 0.1(m − 1)). */
  close(state: SharedState, tally: Tally): void {
    const [rows, errors, shock, change] = tally.period
    if (rows === 0) return
    const worth = 1 / (1 + ALIKE * (rows - 1))
    const kept = keptPerRound(HALF_LIFE)
    for (const name of Object.keys(tally) as (keyof Tally)[]) {
      const from = tally[name]
      const to = state.sums[name]
      for (let i = 0; i < to.length; i++) to[i] = kept * to[i] + worth * from[i]
    }
    state.periods++
    state.shock = errors > FEW ? shock / errors : 0
    state.change = errors > FEW ? change / errors : 0
    this.#weigh(state)
    this.#teaching.publish(state.sums, state.taught)
    this.#follow(state)
    this.#stretch(state, tally)
  }

  /** An expert that was 10 % better for all is as one that was so in 60 rows of one's own. */
  #weigh({ sums, prior }: SharedState): void {
    const { steps } = this.#shape
    const size = this.#experts
    for (let cell = 0; cell < AGES * steps; cell++) {
      const count = sums.counts[cell]
      if (!(count > 0 && sums.means[cell] > 0)) continue
      const trust = (WORTH * count) / (count + HALF_TRUSTED) / (1 + OVERLAP * (cell % steps))
      for (let i = cell * size; i < (cell + 1) * size; i++) {
        prior[i] = -trust * Math.log((sums.experts[i] + 1e-9) / sums.means[cell])
      }
    }
  }

  #follow(state: SharedState): void {
    const { phases, phaseCounts, growths, spreads } = state.sums
    if (phaseCounts.every((count) => count > 0.5)) {
      phases.forEach((sum, phase) => {
        state.season[phase] = sum / phaseCounts[phase]
      })
    }
    if (growths[1] > FEW) state.growth = growths[0] / growths[1]
    if (spreads[1] > FEW) state.spread = spreads[0] / spreads[1]
  }

  /** Widths grow where outcomes of all series miss too often, and shrink where they hardly ever do. */
  #stretch({ stretch, sums }: SharedState, { misses }: Tally): void {
    const tail = (1 - this.#plan.coverage) / 2
    for (let cell = 0; cell < stretch.length / 2; cell++) {
      const count = misses[3 * cell + 2]
      if (count === 0) continue
      const rate = (STRETCH * count) / (1 + ALIKE * (count - 1))
      for (let side = 0; side < 2; side++) {
        const missed = misses[3 * cell + side] / count
        const usual = sums.misses[3 * cell + side] / sums.misses[3 * cell + 2]
        const wanted = Math.max(TOO_FEW * tail, Math.min(tail, usual))
        const moved = stretch[2 * cell + side] * Math.exp(rate * (missed - wanted))
        stretch[2 * cell + side] = Math.max(NARROWEST, Math.min(WIDEST, moved))
      }
    }
  }
}

import { likeFresh, type StateShape, shape } from '../base/shape.ts'
import { keptPerRound } from '../math/powers.ts'
import type { PathPlan } from '../paths/parts.ts'
import { AGES, type CrowdShape } from './crowdPlan.ts'
import type { GroveState, OpenRows } from './grove.ts'
import type { Teaching, TeachingSums } from './teaching.ts'

/** Sums over rows of all series. Plain data. */
export interface Sums extends TeachingSums {
  /** How many there are. */
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
  /** For each age: outcomes below and above the interval, and how many. */
  readonly misses: Float64Array
}

/** What the rows of one period add up to, and those that trees learn from. Plain data. */
export interface Tally {
  readonly sums: Sums
  readonly rows: OpenRows
}

/** What all series share: faded sums over past periods, and what follows from them. Plain data. */
export interface SharedState {
  periods: number
  readonly sums: Sums
  /** For each age: logarithms of the experts' weights without evidence of one's own. */
  readonly prior: Float64Array
  readonly season: Float64Array
  growth: number
  spread: number
  /** For each age and side: what widths are multiplied by. For each age, how many periods are behind it. */
  readonly stretch: Float64Array
  readonly watched: Float64Array
  readonly grove: GroveState
}

/** Rows of one's own that the losses of all are worth in the weights of experts. */
const WORTH = 60
/** Periods, in units of the worth of rows, before they are trusted by half. */
const HALF_TRUSTED = 3
const OVERLAP = 0.2
/** Periods in which what is shared fades by half. */
const HALF_LIFE = 60
/** Periods in which losses of trees do, at least a season: where times turn, trees are wrong for all series at once. */
const QUICK = 8
/** How much the rows of one period share its shocks. */
const ALIKE = 0.1
/**
 * How fast widths follow misses: 4 / (20 + periods behind). A period counts alike however many rows it has, and all steps
 * together: a holiday that all series miss is one event.
 */
const STRETCH = 4
const CALM = 20
/** The part of the asked misses below which widths shrink. */
const TOO_FEW = 0.7
const [NARROWEST, WIDEST] = [0.4, 3]
/** Errors on the logarithm before any are known. */
const SPREAD = 0.1
/** What a mean over all series needs. */
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

  /** Of a period, and of what is shared, field by field. */
  get tallyShape(): StateShape<Tally> {
    return shape<Tally>({ sums: likeFresh(() => this.#sums()), rows: this.#teaching.grove.open })
  }

  get stateShape(): StateShape<SharedState> {
    const { grove, ...rest } = this.init()
    const fields = Object.keys(rest).map((name) => [
      name,
      likeFresh(() => this.init()[name as keyof SharedState]),
    ])
    return shape<SharedState>({ ...Object.fromEntries(fields), grove: this.#teaching.grove.shape })
  }

  tally(): Tally {
    return { sums: this.#sums(), rows: this.#teaching.grove.open() }
  }

  #sums(): Sums {
    const { season, steps } = this.#shape
    return {
      period: new Float64Array(1),
      experts: new Float64Array(AGES * steps * this.#experts),
      means: new Float64Array(AGES * steps),
      counts: new Float64Array(AGES * steps),
      ...this.#teaching.sums(),
      phases: new Float64Array(season),
      phaseCounts: new Float64Array(season),
      growths: new Float64Array(2),
      spreads: new Float64Array(2),
      misses: new Float64Array(AGES * 3),
    }
  }

  init(): SharedState {
    const { season, steps } = this.#shape
    return {
      periods: 0,
      sums: this.#sums(),
      prior: new Float64Array(AGES * steps * this.#experts),
      season: new Float64Array(season),
      growth: 0,
      spread: SPREAD,
      stretch: new Float64Array(AGES * 2).fill(1),
      watched: new Float64Array(AGES),
      grove: this.#teaching.grove.shape(),
    }
  }

  /** Takes a period in. */
  close(state: SharedState, { sums, rows }: Tally): void {
    if (sums.period[0] === 0) return
    this.#add(state, sums)
    this.#teaching.grove.close(state.grove, rows)
  }

  /** What is shared once the period is closed, of a copy. */
  ahead(state: SharedState, { sums }: Tally): SharedState {
    const { grove, ...rest } = state
    const copy = { ...structuredClone(rest), grove: this.#teaching.grove.ahead(grove) }
    this.#add(copy, sums)
    return copy
  }

  /** The rows of a period share its shocks: m of them are worth m / (1 + 0.1(m − 1)). */
  #add(state: SharedState, sums: Sums): void {
    const worth = 1 / (1 + ALIKE * (sums.period[0] - 1))
    const usual = keptPerRound(HALF_LIFE)
    const quick = keptPerRound(Math.max(QUICK, this.#shape.lag))
    for (const name of Object.keys(sums) as (keyof Sums)[]) {
      const kept = name === 'blends' || name === 'judged' ? quick : usual
      const from = sums[name]
      const to = state.sums[name]
      for (let i = 0; i < to.length; i++) to[i] = kept * to[i] + worth * from[i]
    }
    state.periods++
    this.#weigh(state)
    this.#follow(state)
    this.#stretch(state, sums)
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
  #stretch({ stretch, watched, sums }: SharedState, { misses }: Sums): void {
    const tail = (1 - this.#plan.coverage) / 2
    for (let age = 0; age < AGES; age++) {
      const count = misses[3 * age + 2]
      if (count === 0) continue
      const rate = STRETCH / (CALM + watched[age])
      watched[age] = keptPerRound(HALF_LIFE) * watched[age] + 1
      for (let side = 0; side < 2; side++) {
        const missed = misses[3 * age + side] / count
        const usual = sums.misses[3 * age + side] / sums.misses[3 * age + 2]
        const wanted = Math.max(TOO_FEW * tail, Math.min(tail, usual))
        const moved = stretch[2 * age + side] * Math.exp(rate * (missed - wanted))
        stretch[2 * age + side] = Math.max(NARROWEST, Math.min(WIDEST, moved))
      }
    }
  }
}

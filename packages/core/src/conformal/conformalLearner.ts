import { show } from '../check.ts'
import { ArgumentError } from '../errors.ts'
import { normal, type Rng, seededRng, uniform } from '../math/rng.ts'
import type { Features } from '../panel.ts'
import { expectSame, fromBytes, fromJson, toBytes, toJson } from '../save/save.ts'
import { Band, type BandState } from './band.ts'
import { type Conformity, scoreSides } from './conformity.ts'
import { type CoverageView, extentOf } from './coverage.ts'
import {
  asForecast,
  type ConformalForecast,
  type ConformalInterval,
  type ConformalRound,
} from './interval.ts'
import type { Method } from './method.ts'
import { nest } from './nest.ts'
import type { OrderStore } from './orderStore.ts'
import { createScale, inScale, normalStart, pushScale, scaleOf } from './runningScale.ts'

/** The options of `conformal`, settled. */
export interface ConformalPlan<Forecast> {
  readonly coverages: readonly number[]
  readonly method: Method
  readonly conformity: Conformity<Forecast>
  readonly scale: 'running' | 'none'
  readonly randomised: boolean
  readonly seed: number
  readonly window: number
  readonly past: readonly { readonly forecast: Forecast; readonly y: number }[]
}

/** All that a conformal learner remembers. Plain data. */
export interface ConformalState {
  round: number
  /** Forecasts whose outcome never came. */
  missing: number
  /** The forecast that waits for its outcome, with the features that came with it. */
  pending: { readonly forecast: unknown; readonly features: readonly number[] } | null
  readonly scale: OrderStore | null
  readonly rng: Rng
  readonly bands: readonly BandState[]
}

const NONE: readonly number[] = []

/** Calibrated intervals, round by round: `predict`, then `learn`. Made by `conformal`. */
export class ConformalLearner<Forecast = number> {
  readonly plan: ConformalPlan<Forecast>
  /** One for each coverage, in the order asked for. */
  bands: readonly Band[]
  #own: Omit<ConformalState, 'bands'>
  readonly #order: readonly number[]
  readonly #draws: Rng
  readonly #scores: Float64Array
  readonly #units: Float64Array
  #issued: readonly ConformalInterval[] | undefined

  constructor(plan: ConformalPlan<Forecast>, state?: ConformalState) {
    const { method, coverages, conformity, window } = plan
    const scale = plan.scale === 'running' ? createScale() : null
    this.plan = plan
    this.#scores = new Float64Array(conformity.sides)
    this.#units = new Float64Array(conformity.sides)
    this.#draws = seededRng(0)
    this.#own = state ?? { round: 0, missing: 0, pending: null, scale, rng: seededRng(plan.seed) }
    const past = this.#warmScores(scale)
    this.bands = coverages.map((level, i) => {
      // A quantile band is right as it stands, until its outcomes say otherwise; a residual is taken to be normal.
      const untried = scale && !(conformity.signed && conformity.sides === 1) ? normalStart(level) : 0
      return new Band(method, level, past, untried, window, state?.bands[i])
    })
    this.#order = coverages.map((_, i) => i).sort((a, b) => coverages[a] - coverages[b])
  }

  /** The interval around a forecast. It is remembered for `learn`; nothing else changes. */
  predict(forecast: Forecast, features: Features = NONE): ConformalForecast {
    this.#check(forecast, features)
    this.#own.pending = {
      forecast: forecast ?? null,
      features: features.length ? Array.from(features) : NONE,
    }
    this.#issued = this.#intervals(forecast, features)
    return asForecast(this.#issued)
  }

  /** Learns from the outcome of the last forecast; null or undefined is an outcome that never came. */
  learn(y: number | null | undefined): ConformalRound | undefined {
    const own = this.#own
    const { pending } = own
    if (!pending)
      throw new ArgumentError(`learn needs a forecast in round ${own.round + 1}: call predict first`)
    if (y === null || y === undefined) {
      own.missing++
      own.pending = null
      this.#issued = undefined
      return undefined
    }
    const forecast = pending.forecast as Forecast
    scoreSides(this.plan.conformity, forecast, y, this.#scores, own.round + 1)
    // A learner restored between `predict` and `learn` forms them again.
    const levels = this.#issued ?? this.#intervals(forecast, pending.features)
    this.#issued = undefined
    const { scale } = own
    for (let side = 0; side < this.#scores.length; side++) {
      this.#units[side] = scale ? inScale(scale, this.#scores[side]) : this.#scores[side]
    }
    const coveredAt = this.bands.map((band, i) => {
      const { lower, upper } = levels[i]
      return !band.learn(pending.features, this.#scores, this.#units, { y, lower, upper })
    })
    if (scale) pushScale(scale, this.#scores[0])
    if (this.plan.randomised) own.rng.set(this.#draws)
    own.round++
    own.pending = null
    const { coverage, lower, upper, threshold, lowerThreshold, extent } = levels[0]
    return {
      coverage,
      lower,
      upper,
      threshold,
      lowerThreshold,
      extent,
      levels,
      round: own.round,
      y,
      score: this.#scores[0],
      covered: coveredAt[0],
      loss: this.bands[0].loss,
      weights: this.bands[0].weights,
      coveredAt,
    }
  }

  /** Outcomes learnt. */
  get round(): number {
    return this.#own.round
  }

  /** Forecasts whose outcome never came. */
  get missing(): number {
    return this.#own.missing
  }

  /** How well the intervals cover, at the first coverage asked for. */
  get coverage(): CoverageView {
    return this.bands[0].coverage
  }

  /** The same at each coverage, in the order asked for. */
  get coverages(): readonly CoverageView[] {
    return this.bands.map((band) => band.coverage)
  }

  /** All that is remembered, live. */
  get state(): ConformalState {
    return { ...this.#own, bands: this.bands.map((band) => band.state) }
  }

  /** What this is, apart from what it has seen. */
  describe(): Record<string, unknown> {
    const { coverages, conformity, scale, randomised, seed, window, past } = this.plan
    const methods = this.bands.map((band) => band.describe())
    return {
      coverages: [...coverages],
      conformity: conformity.name,
      scale,
      randomised,
      seed,
      window,
      past: past.length,
      methods,
    }
  }

  /** Everything, as bytes with a version and a checksum; or as JSON, just as exact. */
  save(): Uint8Array
  save(format: 'json'): string
  save(format?: 'json'): Uint8Array | string {
    const save = { description: this.describe(), state: this.state }
    return format === 'json' ? toJson(save) : toBytes(save)
  }

  /**
   * Goes on from a save of one with the same options, bit for bit. What is damaged or of another learner is refused,
   * and this one stays as it was.
   */
  restore(saved: Uint8Array | string): this {
    const { description, state } = typeof saved === 'string' ? fromJson(saved) : fromBytes(saved)
    expectSame(description, this.describe())
    const restored = new ConformalLearner(this.plan, state as ConformalState)
    this.bands = restored.bands
    this.#own = restored.#own
    this.#issued = undefined
    return this
  }

  /** An independent copy: what one learns the other does not. */
  clone(): ConformalLearner<Forecast> {
    return new ConformalLearner(this.plan, structuredClone(this.state))
  }

  get #unit(): number {
    const { scale } = this.#own
    return scale ? scaleOf(scale) : 1
  }

  #check(forecast: Forecast, features: Features): void {
    this.plan.conformity.check?.(forecast)
    const { dimension = 0 } = this.plan.method
    if (features.length !== dimension) {
      throw new ArgumentError(`features must have ${dimension} entries; received ${features.length}`)
    }
    for (let j = 0; j < dimension; j++) {
      if (Number.isFinite(features[j])) continue
      throw new ArgumentError(`features[${j}] must be a finite number; received ${show(features[j])}`)
    }
  }

  /** Scores of the warm start by side, in the unit that they end in; `scale` learns them. */
  #warmScores(scale: OrderStore | null): readonly Float64Array[] {
    const { past, conformity } = this.plan
    const scores = Array.from(this.#scores, () => new Float64Array(past.length))
    past.forEach(({ forecast, y }, i) => {
      conformity.check?.(forecast)
      scoreSides(conformity, forecast, y, this.#scores, i, 'warmStart')
      scores.forEach((side, s) => {
        side[i] = this.#scores[s]
      })
      if (scale) pushScale(scale, this.#scores[0])
    })
    return scale ? scores.map((side) => side.map((score) => inScale(scale, score))) : scores
  }

  /** The draw of the coming round, the same however often it is asked for: the generator itself moves on in `learn`. */
  #draw(): { uniform: number; normal: number } {
    this.#draws.set(this.#own.rng)
    return { uniform: uniform(this.#draws), normal: normal(this.#draws) }
  }

  /** Intervals at all coverages: thresholds sorted, so that a higher coverage never has the narrower one. */
  #intervals(forecast: Forecast, features: Features): readonly ConformalInterval[] {
    const { conformity, coverages, randomised } = this.plan
    const unit = this.#unit
    const draw = randomised ? this.#draw() : null
    for (const band of this.bands) band.believe(features, unit, draw)
    if (this.bands.length > 1) nest(this.bands, this.#order)
    return this.bands.map(({ given }, i) => {
      const threshold = given[0]
      const lowerThreshold = given[conformity.sides - 1]
      const lower = conformity.lower(forecast, lowerThreshold)
      const upper = conformity.upper(forecast, threshold)
      return {
        coverage: coverages[i],
        lower,
        upper,
        threshold,
        lowerThreshold,
        extent: extentOf(lower, upper),
      }
    })
  }
}

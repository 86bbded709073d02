import { show } from '../base/check.ts'
import { ArgumentError } from '../base/errors.ts'
import { type Options, options } from '../base/options.ts'
import { count, flag, members, openFraction } from '../base/values.ts'
import { expectNames } from '../live/idOptions.ts'
import { Learner } from '../live/learner.ts'
import type { LiveOptions } from '../live/live.ts'
import { expectId, type Id } from '../live/openRounds.ts'
import { ConformalModel } from './conformalModel.ts'
import type { ConformalIssued, ConformalState } from './conformalState.ts'
import { coverageOf } from './coverageOf.ts'
import type { Coverage } from './diagnostics/coverageView.ts'
import type { ConformalInput } from './intervals/conformalInput.ts'
import { signedResidual } from './intervals/conformity.ts'
import { groupCoverages } from './intervals/groups.ts'
import type { ConformalForecast, ConformalRound } from './intervals/interval.ts'
import { MemoryBand } from './memories/memoryBand.ts'
import { DEFAULT_MEMORIES, seasonLength } from './memories/memoryOptions.ts'

export interface HorizonOptions {
  /** How many steps ahead every path goes. */
  readonly steps: number
  /** 1 − α, in (0, 1). @default 0.9 */
  readonly coverage?: number
  /** Rounds after which a season returns, one or several. @default none */
  readonly period?: number | readonly number[]
  /** Whether coverage, widths and scores of the intervals are kept. @default true */
  readonly diagnostics?: boolean
  /** How many origins may wait for outcomes at once; the oldest forecasts expire. @default 1000 */
  readonly openOrigins?: number
}

export const HORIZONS: Options<HorizonOptions, 'period'> = options('horizons', {
  steps: { value: members },
  coverage: { value: openFraction, default: 0.9 },
  period: {
    axis: seasonLength,
    absent: 'none',
  },
  diagnostics: {
    value: flag,
    default: true,
  },
  openOrigins: {
    value: count,
    default: 1000,
  },
})

/** Errors k steps ahead overlap: they are worth 1 + OVERLAP (k − 1) times fewer. */
const OVERLAP = 0.3

/** The outcome of one step of a path. */
export interface StepOutcome {
  /** That of the path. */
  readonly id: Id
  /** Counted from 1. */
  readonly step: number
  readonly y: number
}

/** How the intervals of one step cover. */
export interface StepCoverage {
  readonly step: number
  readonly rounds: number
  readonly coverage: number
}

/** Intervals around paths of forecasts. Made by `horizons`. */
export class HorizonLearner {
  readonly model: ConformalModel
  readonly steps: number
  readonly #learner: PathLearner

  constructor(model: ConformalModel, steps: number, openOrigins: number) {
    this.model = model
    this.steps = steps
    this.#learner = new PathLearner(model, { openRounds: steps * openOrigins })
  }

  /**
   * Intervals around the forecasts of all steps, which stay open for their outcomes under this id.
   *
   * @param origin its id, and its time, where seasons ask: step s is about time + s. @default how many paths came before
   */
  predict(
    path: ArrayLike<number>,
    origin: { readonly id: Id; readonly time?: number },
  ): readonly ConformalForecast[] {
    if (origin !== undefined) expectNames('predict', origin, ['id', 'time'])
    const { id, time } = origin ?? {}
    if (path.length !== this.steps) {
      throw new ArgumentError(
        `a path must have ${this.steps} forecasts; received ${path.length}`,
        'wrong-length',
      )
    }
    const forecasts = Array.from(path)
    const start = time ?? this.#learner.issued / this.steps
    // All that can fail, before the first is opened.
    expectId(id)
    for (const forecast of forecasts) signedResidual.check?.(forecast)
    for (let step = 1; step <= this.steps; step++) this.#learner.expectNew(stepId(id, step))
    if (!Number.isSafeInteger(start + this.steps)) {
      throw new ArgumentError(`time must be a whole number; received ${show(time)}`)
    }
    return forecasts.map((forecast, i) => {
      const input = { forecast, group: String(i + 1), time: start + i + 1 }
      return this.#learner.predict(input, { id: stepId(id, i + 1) })
    })
  }

  /** Learns the outcome of one step of a path: in any order, at any time. */
  learn({ id, step, y }: StepOutcome): ConformalRound {
    return this.#learner.learn({ id: stepId(id, this.#checked(step)), y })
  }

  /** Gives up on the outcome of one step. */
  skip(id: Id, step: number): void {
    this.#learner.skip(stepId(id, this.#checked(step)))
  }

  /** How the intervals of each step cover. */
  get stepCoverages(): readonly StepCoverage[] {
    const { groups } = this.#learner.state
    const all = groupCoverages(groups as NonNullable<typeof groups>, this.model.plan.bands[0].coverage)
    return all
      .map(({ group, rounds, coverage }) => ({ step: Number(group), rounds, coverage }))
      .sort((a, b) => a.step - b.step)
  }

  /** How well all intervals cover together. */
  get coverage(): Coverage {
    return coverageOf(this.model, this.#learner.state, 0)
  }

  get lateness(): PathLearner['lateness'] {
    return this.#learner.lateness
  }

  save(): Uint8Array {
    return this.#learner.save()
  }

  restore(saved: Uint8Array): this {
    this.#learner.restore(saved)
    return this
  }

  #checked(step: number): number {
    if (Number.isSafeInteger(step) && step >= 1 && step <= this.steps) return step
    throw new ArgumentError(`step must be a whole number from 1 to ${this.steps}; received ${show(step)}`)
  }
}

class PathLearner extends Learner<
  ConformalInput<number>,
  ConformalForecast,
  ConformalRound,
  ConformalState,
  ConformalIssued
> {
  // Named, so that the type above can be said shortly.
  constructor(model: ConformalModel, options: LiveOptions) {
    super(model, options)
  }

  /** Refuses an id that was used before. */
  expectNew(id: Id): void {
    this.live.expectNew(this.stream, id)
  }

  /** How many forecasts were ever opened. */
  get issued(): number {
    return this.stream.open?.issued ?? 0
  }
}

/** The number 1 and the text «1» are two ids. */
function stepId(id: Id, step: number): string {
  return `${typeof id === 'string' ? `«${id}»` : id}, ${step} ahead`
}

/**
 * Intervals for 1, 2, … steps ahead, around paths of forecasts from one origin after the other.
 *
 *     const intervals = horizons({ steps: 24, coverage: 0.9, period: 24 })
 *     const [next] = intervals.predict(path, { id: 'monday 06:00' })
 *     intervals.learn({ id: 'monday 06:00', step: 1, y })
 *
 * Each step has a governor and memories of its own, and weighs in the memories of the steps beside it. Errors k
 * steps ahead overlap: they count 1 + 0.3(k − 1) times less, and intervals are wider while they are few.
 */
export function horizons(given: HorizonOptions): HorizonLearner {
  const { steps, coverage, period, diagnostics, openOrigins } = HORIZONS.read(given)
  const names = Array.from({ length: steps }, (_, i) => String(i + 1))
  const pool = steps > 1 ? ('neighbours' as const) : ('none' as const)
  const periods = [period ?? []].flat()
  const bands = [
    new MemoryBand(
      { ...DEFAULT_MEMORIES, coverage, ends: 2, periods, pool, overlap: OVERLAP },
      new Float64Array(0),
      steps,
    ),
  ]
  const model = new ConformalModel<number>({
    bands,
    conformity: signedResidual,
    dimension: 0,
    scale: 'none',
    randomised: false,
    seed: 0,
    diagnostics,
    window: 500,
    watch: null,
    groups: { bands, names },
    past: [],
  })
  return new HorizonLearner(model, steps, openOrigins)
}

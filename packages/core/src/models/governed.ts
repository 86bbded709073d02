import { Forecast } from '../aggregate/forecast.ts'
import { ArgumentError } from '../base/errors.ts'
import { type Options, options } from '../base/options.ts'
import type { ModelShape, StateShape } from '../base/shape.ts'
import {
  bool,
  counter,
  issuedShapeOf,
  listOf,
  names,
  oneOf,
  real,
  shape,
  shapeBy,
  shapeOf,
  upTo,
  whole,
  withIssued,
} from '../base/shape.ts'
import { keptRounds, openFraction } from '../base/values.ts'
import { type Governor, governor } from '../conformal/memories/governor.ts'
import { Learner } from '../live/learner.ts'
import type { LiveOptions } from '../live/live.ts'
import { modelOf } from '../live/modelOf.ts'
import type { Description, Issue, Model, Modelled } from '../nouns/model.ts'
import type { ClassProbabilities } from './classesInEpochs.ts'
import { classSet } from './classSet.ts'
import { askInFull, COVERING, type CoveringState, governedMass, observeHit, observeMiss } from './covering.ts'
import { ShapedForecast } from './shape/shapedForecast.ts'

/**
 * κ of the governor. Memories adapt beside theirs, the quantiles of a distribution do not: it is twice as fast here.
 * Several rows ahead misses come in runs, which a fast governor would follow.
 */
const GAIN = 0.1
const LATE_GAIN = 0.05
/** Misses that may still be owed where a regime begins: its first intervals are infinite, so it covers a little too much. */
const OWED_AT_START = 2
/** Outcomes before which a 90 % interval is infinite. */
const FEW = 10

export interface GovernedOptions {
  /** Part of the outcomes that the interval shall hold. @default 0.9 */
  readonly coverage?: number
  /** How many rows before its outcome a forecast is made: its outcome counts when it would be known. @default 1 */
  readonly ahead?: number
}

export const GOVERNED: Options<GovernedOptions> = options('governed', {
  coverage: { value: openFraction, default: 0.9 },
  ahead: { value: keptRounds, default: 1 },
})

/** A predictive distribution of y, and an interval that has covered as often as promised. */
export class GovernedForecast extends ShapedForecast {
  readonly coverage: number
  readonly lower: number
  readonly upper: number
  /** Whether any outcome was known: before, the distribution is a placeholder. */
  readonly known: boolean

  /** @param mass what must be asked of the distribution for its interval to cover at the rate of `coverage`; 1 for all numbers */
  constructor(law: Forecast, coverage: number, mass: number, known: boolean) {
    super(law, law instanceof ShapedForecast ? law.shape : null)
    this.coverage = coverage
    this.known = known
    const { lower: least, upper: most } = this.shape?.support ?? { lower: -Infinity, upper: Infinity }
    const [lower, upper] = mass < 1 ? law.interval(mass) : [least, most]
    this.lower = lower
    this.upper = upper
  }
}

/** A forecast of a class, with a set of classes that has covered as often as promised. Plain data. */
export interface ClassForecast {
  /** P of each class, in the order of `labels`. */
  readonly probabilities: readonly number[]
  readonly labels: readonly string[]
  /** The most probable class; null before any was seen. */
  readonly label: string | null
  /** The classes that must be reckoned with, the most probable first: they hold the right one as often as promised. */
  readonly set: readonly string[]
}

/** What can be governed: a predictive distribution of y, or probabilities of classes. */
export type Governable = Forecast | ClassProbabilities
export type Governed<Answer extends Governable> = Answer extends Forecast ? GovernedForecast : ClassForecast

/** Where the outcome was to lie: between two numbers, or among some classes. Plain data. */
export type Region = { readonly lower: number; readonly upper: number } | { readonly set: readonly string[] }

const ENDS = /* @__PURE__ */ shape<Region & { readonly lower: number }>({ lower: real(), upper: real() })
const SET = /* @__PURE__ */ shape<Region & { readonly set: readonly string[] }>({ set: names })
const REGION: StateShape<Region> = /* @__PURE__ */ shapeBy<Region>(
  (region) => (typeof region === 'object' && region !== null && 'set' in region ? SET : ENDS),
  ENDS,
)

export interface GovernedRound<Round> {
  readonly inner: Round
  readonly region: Region
  /** Whether the interval, or the set of classes, held y. */
  readonly covered: boolean
}

/** What an outcome says to the governor: nothing where nothing was promised, or where an interval that is 0 alone held it. */
type Verdict = 'not promised' | 'certain' | 'held' | 'missed'
const VERDICT: StateShape<Verdict> = /* @__PURE__ */ oneOf('not promised', 'certain', 'held', 'missed')

export interface GovernedState<State> {
  readonly inner: State
  readonly covering: CoveringState
  /** Outcomes that have come. */
  round: number
  /** Those that do not count yet, because `ahead` rows lie between. */
  waiting: readonly Verdict[]
}

export interface GovernedIssued<Issued> {
  readonly inner: Issued
  /** How many outcomes had come before it was given. */
  readonly round: number
  /** Whether its region was promised to cover: too few outcomes of a regime give an infinite one. */
  readonly promised: boolean
  readonly region: Region
}

/**
 * Intervals of a predictive distribution, or sets of classes, whose level is governed: after each miss more is asked of the
 * distribution, after each hit a little less.
 *
 *     const learner = governed(aggregate({ experts: gp({ window: 100 }), loss: logDensity, score: annealed }))
 *     const { mean, lower, upper } = learner.predict(x)
 *
 * Whatever the model and the outcomes do, misses are at most αT + G/κ + 1, which is αT + 61 at 0.9. The width follows
 * the distribution alone; `withIntervals` weighs in past errors as well, and needs no distribution.
 */
export function governed<Input, Answer extends Governable, Round, State, Issued>(
  around: Modelled<Model<Input, Answer, Round, State, Issued>>,
  given: GovernedOptions = {},
  liveOptions: LiveOptions = {},
): Learner<Input, Governed<Answer>, GovernedRound<Round>, GovernedState<State>, GovernedIssued<Issued>> {
  return new Learner(new GovernedModel(modelOf(around), given), liveOptions)
}

export class GovernedModel<Input, Answer extends Governable, Round, State, Issued>
  implements
    Model<Input, Governed<Answer>, GovernedRound<Round>, GovernedState<State>, GovernedIssued<Issued>>
{
  readonly description: Description
  readonly init: ModelShape<GovernedState<State>, GovernedIssued<Issued>>
  readonly #model: Model<Input, Answer, Round, State, Issued>
  readonly #coverage: number
  readonly #governor: Governor
  readonly #ahead: number
  /** The last forecast and what was made of it. What this and the memory of `inEpochs` are worth together, see there. */
  #last: { readonly answer: Forecast; readonly mass: number; readonly governed: GovernedForecast } | undefined

  constructor(model: Model<Input, Answer, Round, State, Issued>, given: GovernedOptions = {}) {
    const { coverage, ahead } = GOVERNED.read(given)
    this.description = { model: 'governed', coverage, ahead, of: model.description }
    this.#model = model
    this.#coverage = coverage
    this.#ahead = ahead
    this.#governor = governor(coverage, ahead > 1 ? LATE_GAIN : GAIN)
    const state = shape<GovernedState<State>>({
      inner: shapeOf(model),
      covering: COVERING,
      round: counter,
      waiting: upTo(ahead - 1, listOf(VERDICT)),
    })
    this.init = withIssued(state, ({ inner, round }) =>
      shape<GovernedIssued<Issued>>({
        inner: issuedShapeOf(model, inner),
        round: whole(0, round),
        promised: bool,
        region: REGION,
      }),
    )
  }

  predict(state: GovernedState<State>, input: Input): Governed<Answer> {
    const answer = this.#model.predict(state.inner, input)
    return this.#governed(state, answer, this.#promises(state, answer))
  }

  issue(state: GovernedState<State>, input: Input): Issue<Governed<Answer>, GovernedIssued<Issued>> {
    const { answer: inside, issued: inner } = this.#model.issue(state.inner, input)
    const promised = this.#promises(state, inside)
    const answer = this.#governed(state, inside, promised)
    const region = regionOf(answer)
    // Of one class there is nothing to judge.
    const judged = promised && !('labels' in inside && inside.labels.length < 2)
    return { answer, issued: { inner, round: state.round, promised: judged, region } }
  }

  settle(
    state: GovernedState<State>,
    issued: GovernedIssued<Issued>,
    y: number | string | boolean,
  ): GovernedRound<Round> {
    const { region } = issued
    const inner = this.#model.settle(state.inner, issued.inner, y as number)
    const { begins } = inner as { readonly begins?: boolean }
    if (begins) askInFull(state.covering, OWED_AT_START * this.#governor.gain)
    const covered = holds(region, y)
    // An outcome that came late by itself need not wait as well.
    const held = Math.max(0, this.#ahead - 1 - (state.round - issued.round))
    const waiting = [...state.waiting, verdictOf(issued, covered)]
    for (const one of waiting.splice(0, Math.max(0, waiting.length - held))) this.#judge(state.covering, one)
    state.waiting = waiting
    state.round++
    return { inner, region, covered }
  }

  #judge(covering: CoveringState, verdict: Verdict): void {
    if (verdict === 'certain') observeHit(covering)
    else if (verdict !== 'not promised') observeMiss(this.#governor, covering, verdict === 'missed')
  }

  #governed({ covering, round }: GovernedState<State>, answer: Answer, promised: boolean): Governed<Answer> {
    const mass = promised ? governedMass(this.#governor, covering) : 1
    if (answer instanceof Forecast) {
      if (answer.about !== 'y')
        throw new ArgumentError(
          'this model has no predictive distribution of y: use withIntervals',
          'not-supported',
        )
      const given = this.#last
      if (given?.answer === answer && given.mass === mass) return given.governed as Governed<Answer>
      const known = outcomesOf(answer, round) > 0
      const governed = new GovernedForecast(answer, this.#coverage, mass, known)
      this.#last = { answer, mass, governed }
      return governed as Governed<Answer>
    }
    const { probabilities, labels, label } = answer as ClassProbabilities
    const set = classSet(probabilities, mass).map((place) => labels[place])
    return { probabilities, labels, label, set } as ClassForecast as Governed<Answer>
  }

  /** Whether intervals are promised to cover: not by the distribution of a few numbers, at the start or in a new regime. */
  #promises({ round }: GovernedState<State>, answer: Answer): boolean {
    const known = outcomesOf(answer, round)
    return answer instanceof Forecast ? known >= Math.min(FEW, this.#governor.wait + 1) : known > 0
  }
}

/** Outcomes that a forecast stands on: as it says itself, or all. */
function outcomesOf(answer: Governable, round: number): number {
  return (answer as { readonly outcomes?: number }).outcomes ?? round
}

function regionOf(answer: GovernedForecast | ClassForecast): Region {
  return 'set' in answer ? { set: answer.set } : { lower: answer.lower, upper: answer.upper }
}

function holds(region: Region, y: number | string | boolean): boolean {
  if ('set' in region) return region.set.includes(String(y))
  return (y as number) >= region.lower && (y as number) <= region.upper
}

function verdictOf({ promised, region }: GovernedIssued<unknown>, covered: boolean): Verdict {
  if (!promised) return 'not promised'
  // Nothing but 0 where zeros are likely cannot be smaller: to ask for less would only have to be taken back. Sets of one
  // class do count: left out, those of several would alone be held as often as promised, and all together more often.
  if (covered && 'lower' in region && region.lower === 0 && region.upper === 0) return 'certain'
  return covered ? 'held' : 'missed'
}

import { show } from '../base/check.ts'
import { ArgumentError } from '../base/errors.ts'
import { type Options, options } from '../base/options.ts'
import {
  also,
  counter,
  floats,
  listOf,
  type ModelShape,
  real,
  shape,
  shapeOf,
  sizedShapeOf,
  tupleOf,
  whole,
  withIssued,
} from '../base/shape.ts'
import { countFrom0 } from '../base/values.ts'
import { Learner } from '../live/learner.ts'
import type { LiveOptions } from '../live/live.ts'
import { fixedShare } from '../meta/fixedShare.ts'
import type { ClassPanel, ClassRule } from '../nouns/classRule.ts'
import type { MetaLearner } from '../nouns/metaLearner.ts'
import type { Description, Issue, Model } from '../nouns/model.ts'
import type { Features } from '../nouns/panel.ts'
import { grown } from './grown.ts'
import { LogPool, type LogPoolState } from './logPool.ts'

export interface ClassMixtureOptions {
  /** Length of x. @default 0 */
  readonly dimension?: number
}

export const CLASS_MIXTURE: Options<ClassMixtureOptions> = /* @__PURE__ */ options('classMixture', {
  dimension: { value: countFrom0, default: 0 },
})

/** How probable each class is, in the order in which they appeared. Plain data. */
export type ClassChances = readonly number[]

/** A round after its outcome. Plain data. */
export interface ClassMixtureRound {
  readonly round: number
  readonly y: number
  /** P that the forecast gave to the class that came. */
  readonly probability: number
  /** −log of that P. */
  readonly pointLoss: number
}

/** A forecast as it was given. Plain data. */
export interface ClassMixtureIssued {
  readonly x: Float64Array
  readonly chances: ClassChances
  /** What each expert gave to each class, expert by expert. */
  readonly experts: Float64Array
}

export interface ClassMixtureState {
  round: number
  classes: number
  /** One for each rule. */
  readonly experts: unknown[]
  readonly weights: unknown
  readonly logPool: LogPoolState
  readonly top: unknown
}

/** Least probability that is ever scored: that of a class never seen before. */
export const UNSEEN = 0.005
/** More classes than this are none: each takes room with every expert. */
const MOST_CLASSES = 65_536
/** Squares of larger features overflow. */
const LARGEST = 1e150
/** Least probability that an expert is taken to give, of all classes together. */
const LEAST = 1e-3
/** How weights forget: those of the experts, and those of the two pools. */
const SHARE = 0.003
const TOP_SHARE = 0.001

/**
 * Experts on classes, weighed together.
 *
 *     const learner = classMixture([frequencies(), softmaxRegression(), classNormals()], { dimension: 2 })
 *     learner.learn([0.3, 1.2], 0)
 *     learner.predict([0.1, 0.9])   // P of class 0, 1, …
 *
 * Outcomes are classes, counted from 0 in the order in which they appear. The experts are pooled in two ways: linearly,
 * by exponential weights with a share, and as a product with exponents that are learnt, which makes them bolder where
 * they were too timid; the product starts from the linear pool and the first expert. Exponential weights again decide
 * between the two. The cost of a round is linear in the number of classes.
 */
export function classMixture(
  rules: readonly ClassRule[],
  given: ClassMixtureOptions = {},
  liveOptions: LiveOptions = {},
): Learner<Features, ClassChances, ClassMixtureRound, ClassMixtureState, ClassMixtureIssued> {
  return new Learner(new ClassMixtureModel(rules, given), liveOptions)
}

export class ClassMixtureModel
  implements Model<Features, ClassChances, ClassMixtureRound, ClassMixtureState, ClassMixtureIssued>
{
  readonly description: Description
  readonly init: ModelShape<ClassMixtureState, ClassMixtureIssued>
  readonly #rules: readonly ClassRule[]
  readonly #panels: readonly ClassPanel[]
  readonly #dimension: number
  readonly #size: number
  readonly #weigher: MetaLearner = fixedShare({ rate: 1, share: SHARE })
  readonly #top: MetaLearner = fixedShare({ rate: 1, share: TOP_SHARE })
  readonly #logPool: LogPool
  readonly #awake: Float64Array
  readonly #weights: Float64Array
  readonly #losses: Float64Array
  readonly #topAwake = Float64Array.of(1, 1)
  readonly #topWeights = new Float64Array(2)
  readonly #topLosses = new Float64Array(2)
  /** Room that grows with the classes: logarithms of the linear pool and of each expert, and what the pools say. */
  #logs: Float64Array = new Float64Array(0)
  #linear: Float64Array = new Float64Array(0)
  #product: Float64Array = new Float64Array(0)

  constructor(rules: readonly ClassRule[], given: ClassMixtureOptions = {}) {
    if (rules.length === 0)
      throw new ArgumentError('classMixture needs at least one rule; received none', 'empty')
    const { dimension } = CLASS_MIXTURE.read(given)
    this.description = { model: 'class-mixture', dimension, of: rules.map(({ description }) => description) }
    this.#rules = rules
    this.#dimension = dimension
    this.#panels = rules.map((rule) => rule.bind({ dimension }))
    this.#size = this.#panels.reduce((sum, { capacity }) => sum + capacity, 0)
    this.#awake = new Float64Array(this.#size)
    this.#weights = new Float64Array(this.#size)
    this.#losses = new Float64Array(this.#size)
    this.#logPool = new LogPool(this.#size + 1)
    const state = shape<ClassMixtureState>({
      round: counter,
      classes: whole(0, MOST_CLASSES),
      experts: tupleOf(this.#panels.map((panel) => shapeOf(panel))),
      weights: sizedShapeOf(this.#weigher, this.#size),
      logPool: this.#logPool.shape,
      top: sizedShapeOf(this.#top, 2),
    })
    this.init = withIssued(state, () =>
      shape<ClassMixtureIssued>({
        x: also(floats(dimension), (x) => void this.#expect(x)),
        chances: listOf(real()),
        experts: floats(({ chances }: ClassMixtureIssued) => this.#size * chances.length),
      }),
    )
  }

  /** The same model for x of this length, with scratch of its own. */
  ofDimension(dimension: number): ClassMixtureModel {
    return new ClassMixtureModel(this.#rules, { dimension })
  }

  /** There will be so many classes: told to a fresh state that is to learn a past. */
  expect(state: ClassMixtureState, classes: number): void {
    state.classes = Math.max(state.classes, classes)
    this.#panels.forEach((panel, i) => {
      panel.expect?.(state.experts[i], classes)
    })
  }

  predict(state: ClassMixtureState, x: Features): ClassChances {
    return this.#chances(state, this.#ask(state, x), state.classes)
  }

  issue(state: ClassMixtureState, x: Features): Issue<ClassChances, ClassMixtureIssued> {
    const experts = this.#ask(state, x)
    const chances = this.#chances(state, experts, state.classes)
    return { answer: chances, issued: { x: Float64Array.from(x), chances, experts } }
  }

  settle(
    state: ClassMixtureState,
    { x, chances, experts }: ClassMixtureIssued,
    y: number,
  ): ClassMixtureRound {
    if (!(Number.isSafeInteger(y) && y >= 0 && y <= state.classes))
      throw new ArgumentError(
        `y must be a class from 0 to ${state.classes}, which is a new one, in round ${state.round + 1}; received ${show(y)}`,
        'bad-outcome',
      )
    if (y === MOST_CLASSES)
      throw new ArgumentError(`classMixture tells up to ${MOST_CLASSES} classes apart`, 'too-large')
    const probability = Math.max(UNSEEN, chances[y] ?? 0)
    if (chances.length > 1 && y < chances.length) this.#weigh(state, experts, chances.length, y)
    state.classes = Math.max(state.classes, y + 1)
    this.#panels.forEach((panel, i) => {
      panel.update(state.experts[i], x, y, state.classes)
    })
    state.round++
    return { round: state.round, y, probability, pointLoss: -Math.log(probability) }
  }

  /** What each expert gives to each class. */
  #ask({ experts, classes }: ClassMixtureState, x: Features): Float64Array {
    this.#expect(x)
    const said = new Float64Array(this.#size * classes)
    if (classes < 2) return said.fill(1)
    let at = 0
    this.#panels.forEach((panel, i) => {
      const size = panel.capacity * classes
      panel.predict(experts[i], x, classes, said.subarray(at, at + size))
      at += size
    })
    return said
  }

  #expect(x: Features): void {
    if (x?.length !== this.#dimension)
      throw new ArgumentError(`x must have ${this.#dimension} numbers; received ${show(x)}`, 'wrong-length')
    for (let j = 0; j < x.length; j++) {
      if (Math.abs(x[j]) <= LARGEST) continue
      throw new ArgumentError(
        `x[${j}] must be a number from -${LARGEST} to ${LARGEST}; received ${show(x[j])}`,
        'not-finite',
      )
    }
  }

  #chances(state: ClassMixtureState, experts: Float64Array, classes: number): ClassChances {
    if (classes < 2) return classes === 1 ? [1] : []
    this.#pool(state, experts, classes)
    const [ofLinear, ofProduct] = this.#topWeights
    return Array.from(
      { length: classes },
      (_, c) => ofLinear * this.#linear[c] + ofProduct * this.#product[c],
    )
  }

  /** Both pools of what the experts give, by the weights of today. */
  #pool(state: ClassMixtureState, experts: Float64Array, classes: number): void {
    const size = this.#size
    this.#logs = grown(this.#logs, (size + 1) * classes)
    this.#linear = grown(this.#linear, classes)
    this.#product = grown(this.#product, classes)
    for (let k = 0; k < size; k++) this.#awake[k] = Number.isNaN(experts[k * classes]) ? 0 : 1
    this.#weigher.weigh(state.weights, this.#awake, this.#weights)
    const floor = LEAST / classes
    const isAnyAwake = this.#awake.includes(1)
    for (let c = 0; c < classes; c++) {
      let sum = isAnyAwake ? 0 : 1 / classes
      for (let k = 0; k < size; k++)
        if (this.#awake[k] > 0) sum += this.#weights[k] * experts[k * classes + c]
      this.#linear[c] = sum
      this.#logs[c] = Math.log(Math.max(floor, sum))
      // An expert that sleeps says what all together say.
      for (let k = 0; k < size; k++) {
        const own = experts[k * classes + c]
        this.#logs[(k + 1) * classes + c] =
          this.#awake[k] > 0 ? Math.log(Math.max(floor, own)) : this.#logs[c]
      }
    }
    this.#logPool.pool(state.logPool, this.#logs, classes, this.#product)
    this.#top.weigh(state.top, this.#topAwake, this.#topWeights)
  }

  /** What the class that came says of weights and exponents. */
  #weigh(state: ClassMixtureState, experts: Float64Array, classes: number, y: number): void {
    this.#pool(state, experts, classes)
    for (let k = 0; k < this.#size; k++)
      this.#losses[k] = this.#awake[k] > 0 ? lossOf(experts[k * classes + y]) : 0
    this.#topLosses[0] = lossOf(this.#linear[y])
    this.#topLosses[1] = lossOf(this.#product[y])
    const [ofLinear, ofProduct] = this.#topWeights
    update(
      this.#top,
      state.top,
      this.#topLosses,
      this.#topAwake,
      this.#topWeights,
      lossOf(ofLinear * this.#linear[y] + ofProduct * this.#product[y]),
    )
    update(this.#weigher, state.weights, this.#losses, this.#awake, this.#weights, this.#topLosses[0])
    this.#logPool.update(state.logPool, this.#logs, this.#product, classes, y)
  }
}

function lossOf(probability: number): number {
  return -Math.log(Math.max(UNSEEN, probability))
}

function update(
  meta: MetaLearner,
  state: unknown,
  losses: Float64Array,
  awake: Float64Array,
  weights: Float64Array,
  own: number,
): void {
  meta.update(state, { losses, own, awake, weights, ownFor: () => own })
}

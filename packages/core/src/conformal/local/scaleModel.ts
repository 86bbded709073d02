import { counter, floats, from, likeFresh, real, type StateShape, shape, tupleOf } from '../../base/shape.ts'
import { askBins, createBins, type FeatureBins, learnBins } from './featureBins.ts'
import { LogScale, type LogScaleState } from './logScale.ts'
import { KERNELS, Kernels, type NeighbourState, ROWS, takeRow } from './neighbours.ts'
import { followLevel, levelOf, type RunningLevel, recentChanges } from './runningLevel.ts'
import { followMoments, type Moments, standardise } from './standardUnits.ts'
import { INFORMATION, pull, surprise } from './student.ts'

/** What a scale was forecast with. Plain data. */
export interface ScaleIssued {
  /** s(x). */
  scale: number
  /** Features as given, and in standard units. */
  readonly x: Float64Array
  readonly z: Float64Array
  /** log s of each expert; of their mixture; of the stack. */
  readonly logScales: Float64Array
  /** Features of all experts, one after the other, then those of the stack. */
  readonly features: Float64Array
}

/** Plain data. */
export interface ScaleState {
  readonly level: RunningLevel
  readonly moments: Moments
  readonly bins: FeatureBins
  readonly rows: NeighbourState
  /** One for each expert but the flat one. */
  readonly experts: readonly LogScaleState[]
  readonly stack: LogScaleState
  /** ω of the experts, the flat one first. */
  readonly weights: Float64Array
  /** ω of their mixture, and of the stack. */
  readonly choice: Float64Array
  /** log of the Student scale of all errors over the running level. */
  offset: number
  /** Mean of √|e| in units of the level. */
  meanRoot: number
}

const SHARE = 0.002
/** Rows of the mean error that a neighbourhood starts from. */
const PRIOR_ROWS = 4

/**
 * s(x): how large an error to expect beside these features, learnt online.
 *
 * Experts predict log s relative to a running level: a flat one; a line in the features and in how errors changed of
 * late; bins of each feature, joined by a line; and means over the nearest rows in two metrics and three bandwidths. They are weighed by fixed share on
 * the Student −log density of the error. A line through all of them, the stack, is weighed against their mixture.
 */
export class ScaleModel {
  readonly dimension: number
  readonly kernels: Kernels = new Kernels()
  readonly init: StateShape<ScaleState>
  readonly #experts: readonly LogScale[]
  readonly #stack: LogScale
  /** Where the features of each expert start, and those of the stack. */
  readonly #starts: readonly number[]

  /** @param dimension how many features there are */
  constructor(dimension: number) {
    this.dimension = dimension
    const line = new LogScale(dimension + 3, { forgetting: 0.9995, variance: 0.05 })
    const bins = new LogScale(dimension + 1, { forgetting: 0.999, variance: 0.2 })
    const near = { forgetting: 0.999, variance: 0.05, start: [0, 1] }
    this.#experts = [line, bins, ...Array.from({ length: KERNELS }, () => new LogScale(2, near))]
    const count = this.#experts.length + 1
    this.#stack = new LogScale(count + 1, { forgetting: 0.999, variance: 0.02, start: [0, 1] })
    let next = 0
    this.#starts = [...this.#experts, this.#stack].map(({ size }) => {
      next += size
      return next - size
    })
    const weights = from(floats(count), () =>
      Float64Array.from({ length: count }, (_, j) => priorOf(j, count - 1)),
    )
    this.init = shape<ScaleState>({
      level: shape<RunningLevel>({ rounds: counter, quick: real(), middle: real(), slow: real() }),
      moments: shape<Moments>({ means: floats(dimension), variances: floats(dimension) }),
      bins: likeFresh(() => createBins(dimension)),
      rows: shape<NeighbourState>({
        count: counter,
        features: floats(ROWS * dimension),
        roots: floats(ROWS),
      }),
      experts: tupleOf(this.#experts.map((expert) => likeFresh(() => expert.init()))),
      stack: likeFresh(() => this.#stack.init()),
      weights,
      choice: floats(2, 0.5),
      offset: real(),
      meanRoot: real(1),
    })
  }

  createIssued(): ScaleIssued {
    const { dimension } = this
    const experts = this.#experts.length + 1
    return {
      scale: 1,
      x: new Float64Array(dimension),
      z: new Float64Array(dimension),
      logScales: new Float64Array(experts + 2),
      features: new Float64Array((this.#starts.at(-1) as number) + this.#stack.size),
    }
  }

  /** Forecasts the scale at features; `kernels` then holds how near the kept rows are. */
  issue(state: ScaleState, x: ArrayLike<number>, out: ScaleIssued): void {
    const { z, logScales, features } = out
    const experts = this.#experts
    const { weights, choice, level } = state
    for (let i = 0; i < this.dimension; i++) out.x[i] = x[i]
    standardise(state.moments, x, z)
    this.#writeFeatures(state, z, features)
    let mixture = 0
    for (let j = 0; j < experts.length; j++) {
      const own = experts[j].at(state.experts[j], features, this.#starts[j])
      logScales[j + 1] = own
      mixture += weights[j + 1] * own
    }
    const at = this.#starts[experts.length]
    features[at] = 1
    features[at + 1] = mixture
    for (let j = 1; j <= experts.length; j++) features[at + 1 + j] = logScales[j] - mixture
    const stacked = this.#stack.at(state.stack, features, at)
    logScales[experts.length + 1] = mixture
    logScales[experts.length + 2] = stacked
    const unit = levelOf(level)
    out.scale = (unit > 0 ? unit : 1) * Math.exp(choice[0] * mixture + choice[1] * stacked)
  }

  /** Learns an error. */
  learn(state: ScaleState, issued: ScaleIssued, error: number): void {
    const size = Math.abs(error)
    const unit = levelOf(state.level)
    const round = state.level.rounds + 1
    if (unit > 0) this.#learnScales(state, issued, size / unit, round)
    followMoments(state.moments, issued.x, round)
    followLevel(state.level, size)
  }

  #writeFeatures(state: ScaleState, z: Float64Array, out: Float64Array): void {
    const { dimension, kernels } = this
    const [line, bins, near] = this.#starts
    out[line] = 1
    out.set(z, line + 1)
    recentChanges(state.level, out, line + 1 + dimension)
    out[bins] = 1
    askBins(state.bins, z, state.meanRoot, out, bins + 1)
    kernels.compare(state.rows, z, state.bins.gains)
    const prior = PRIOR_ROWS * state.meanRoot
    for (let k = 0; k < KERNELS; k++) {
      const expected = (kernels.masses[k] + PRIOR_ROWS) * state.meanRoot
      out[near + 2 * k] = 1
      out[near + 2 * k + 1] = 2 * Math.log((kernels.roots[k] + prior) / expected)
    }
  }

  /** @param ratio |e| in units of the running level */
  #learnScales(
    state: ScaleState,
    { z, logScales, features }: ScaleIssued,
    ratio: number,
    round: number,
  ): void {
    const square = Math.min(1e30, ratio * ratio) * Math.exp(-2 * state.offset)
    const experts = this.#experts
    this.#weigh(state, logScales, square)
    experts.forEach((expert, j) => {
      const own = pull(square * Math.exp(-2 * logScales[j + 1]))
      expert.learn(state.experts[j], features, this.#starts[j], own)
    })
    const stacked = square * Math.exp(-2 * logScales[experts.length + 2])
    this.#stack.learn(state.stack, features, this.#starts[experts.length], pull(stacked))
    const root = Math.min(Math.sqrt(ratio), 10)
    learnBins(state.bins, z, features, this.#starts[1] + 1, square, root, round)
    const step = pull(square) / INFORMATION / Math.min(round + 5, 200)
    state.offset = Math.max(-3, Math.min(3, state.offset + step))
    // Ratios to it must exist, however many errors in a row are 0.
    state.meanRoot = Math.max(1e-6, state.meanRoot + (root - state.meanRoot) / Math.min(round, 400))
    takeRow(state.rows, z, root)
  }

  /** Fixed share among the experts, and between their mixture and the stack. */
  #weigh({ weights, choice }: ScaleState, logScales: Float64Array, square: number): void {
    const likelihood = (own: number): number =>
      Math.exp(surprise(square, 0) - surprise(square * Math.exp(-2 * own), own))
    const count = weights.length - 1
    let total = 0
    for (let j = 0; j <= count; j++) {
      weights[j] *= likelihood(j === 0 ? 0 : logScales[j])
      total += weights[j]
    }
    for (let j = 0; j <= count; j++) {
      weights[j] = ((1 - SHARE) * weights[j]) / total + SHARE * priorOf(j, count)
    }
    const mixture = choice[0] * likelihood(logScales[count + 1])
    const stacked = choice[1] * likelihood(logScales[count + 2])
    choice[0] = ((1 - SHARE) * mixture) / (mixture + stacked) + SHARE / 2
    choice[1] = 1 - choice[0]
  }
}

/** Prior weight of «x does not matter». */
const FLAT = 0.5

/** Half for the flat expert, which is the first; the others share the rest. */
function priorOf(expert: number, others: number): number {
  return expert === 0 ? FLAT : (1 - FLAT) / others
}

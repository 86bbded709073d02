import { type Declared, type Options, options } from '../base/options.ts'
import { needHorizon, type Schedule } from '../base/schedule.ts'
import { record } from '../base/values.ts'
import type { Beliefs } from '../nouns/beliefs.ts'
import type { Context, Features, Panel, Rule } from '../nouns/panel.ts'
import { describeRule } from './describeRule.ts'
import {
  BOX,
  type Box,
  describe,
  describeBox,
  expectOneRate,
  LINEAR,
  type LinearOptions,
  type LinearPoint,
  noiseOf,
  RATE,
  type RateOptions,
  rateSchedule,
} from './linear.ts'
import { panelOfRows } from './panelOfRows.ts'

/** Posteriors N(m, diag σ²) of K experts, row after row. */
export interface DiagonalState {
  round: number
  readonly mean: Float64Array
  readonly deviation: Float64Array
}

export interface DiagonalOptions extends RateOptions, LinearOptions {
  /** Projection of m and σ. @default none */
  readonly box?: Box
}

export type DiagonalAbsent = keyof RateOptions | 'noise' | 'box'

export const DIAGONAL: Declared<DiagonalOptions, DiagonalAbsent> = {
  ...RATE,
  ...LINEAR,
  box: { value: record(BOX), absent: 'none' },
}

/** The options of a mean-field rule that has no others. */
export function diagonalOptions(name: string): Options<DiagonalOptions, DiagonalAbsent> {
  return options(name, DIAGONAL)
}

/** One expert's step: moves row k of the state by the derivatives L_u and L_v of this round's loss. */
export type DiagonalStep<State> = (
  state: State,
  k: number,
  du: number,
  dv: number,
  x: Features,
  /** xⱼ², and the largest of them. */
  squares: Float64Array,
  largest: number,
) => void

/** What makes one mean-field rule different from another. */
export interface DiagonalUpdate<State extends DiagonalState> {
  readonly kind: string
  /** What `scale` means. */
  fromScale(scale: number): Schedule
  /** Completes the state with what the rule keeps beside m and σ. */
  extend(state: DiagonalState): State
  /** @param rates η_t of each expert, as functions of the round */
  step(
    points: readonly LinearPoint[],
    rates: readonly ((round: number) => number)[],
    d: number,
  ): DiagonalStep<State>
}

/**
 * A rule of mean-field Gaussian experts for z = xᵀθ, θ ~ N(m, diag σ²).
 *
 *     u = Σ xⱼmⱼ,   v = Σ xⱼ²σⱼ²
 *
 * Every expert starts at its prior, m = 0 and σ² = priorVariance.
 */
export function diagonalRule<State extends DiagonalState>(
  declared: Options<DiagonalOptions, DiagonalAbsent>,
  given: DiagonalOptions,
  update: DiagonalUpdate<State>,
): Rule<State> {
  const points = declared.points(given)
  expectOneRate(given)
  const schedules = points.map((point) => rateSchedule(point, update.fromScale))
  return {
    needsHorizon: needHorizon(schedules),
    description: describeRule(update.kind, points.map(describe), describeBox(given.box)),
    bind: (context) => diagonalPanel(points, schedules, given.box, update, context),
  }
}

function diagonalPanel<State extends DiagonalState>(
  points: readonly LinearPoint[],
  schedules: readonly Schedule[],
  box: Box | undefined,
  update: DiagonalUpdate<State>,
  context: Context,
): Panel<State> {
  const { loss, dimension: d, horizon } = context
  const capacity = points.length
  const settings = points.map(describe)
  const noises = Float64Array.from(points, (point) => noiseOf(point.noise, context))
  const rates = schedules.map((schedule) => schedule.resolve(horizon))
  const step = update.step(points, rates, d)
  const squares = new Float64Array(d)
  let largest = 0

  function init(): State {
    const deviation = new Float64Array(capacity * d)
    points.forEach((point, k) => {
      deviation.fill(Math.sqrt(point.priorVariance), k * d, (k + 1) * d)
    })
    return update.extend({ round: 0, mean: new Float64Array(capacity * d), deviation })
  }

  return {
    ...panelOfRows(settings, init),
    predict(state, x, out) {
      largest = square(x, squares)
      for (let k = 0; k < capacity; k++) predictRow(state, k, x, squares, out)
      out.noise.set(noises)
      out.awake.fill(1)
    },
    update(state, x, y, { mean, variance }) {
      state.round++
      for (let k = 0; k < capacity; k++) {
        const du = loss.du(mean[k], variance[k], y, noises[k])
        const dv = loss.dv(mean[k], variance[k], y, noises[k])
        step(state, k, du, dv, x, squares, largest)
        if (box) project(state, k * d, d, box)
      }
    },
  }
}

/** Writes xⱼ² and gives the largest. */
function square(x: Features, out: Float64Array): number {
  let largest = 0
  for (let j = 0; j < out.length; j++) {
    out[j] = x[j] * x[j]
    if (out[j] > largest) largest = out[j]
  }
  return largest
}

/** Two sums each, over even and odd j: one would wait for every addition to finish. */
function predictRow(state: DiagonalState, k: number, x: Features, squares: Float64Array, out: Beliefs): void {
  const { mean, deviation } = state
  const d = squares.length
  const start = k * d
  let u = 0
  let v = 0
  let oddU = 0
  let oddV = 0
  let j = 0
  for (; j + 1 < d; j += 2) {
    const sigma = deviation[start + j]
    const oddSigma = deviation[start + j + 1]
    u += x[j] * mean[start + j]
    v += squares[j] * sigma * sigma
    oddU += x[j + 1] * mean[start + j + 1]
    oddV += squares[j + 1] * oddSigma * oddSigma
  }
  if (j < d) {
    u += x[j] * mean[start + j]
    v += squares[j] * deviation[start + j] * deviation[start + j]
  }
  out.mean[k] = u + oddU
  out.variance[k] = v + oddV
}

function project({ mean, deviation }: DiagonalState, start: number, d: number, box: Box): void {
  if (box.mean) clamp(mean, start, d, box.mean)
  if (box.deviation) clamp(deviation, start, d, box.deviation)
}

function clamp(
  values: Float64Array,
  start: number,
  d: number,
  [lower, upper]: readonly [number, number],
): void {
  for (let i = start; i < start + d; i++) values[i] = Math.min(upper, Math.max(lower, values[i]))
}

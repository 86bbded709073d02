import type { Axis } from '../base/grid.ts'
import { type Options, options } from '../base/options.ts'
import { counter, floats, real, shape, shapeOf } from '../base/shape.ts'
import { positiveNumber } from '../base/values.ts'
import { keptPerRound, square } from '../math/powers.ts'
import type { Beliefs } from '../nouns/beliefs.ts'
import type { Features, Panel, Rule } from '../nouns/panel.ts'
import { createBeliefs } from './beliefs.ts'
import { expectRule } from './expectRule.ts'
import { foresee } from './foresee.ts'
import { joinPanels } from './joinPanels.ts'
import { withinSquares } from './withinSquares.ts'

export interface LearntNoiseOptions {
  /** Rounds after which an error counts half; several make an expert of each. @default 50 */
  readonly halfLife?: Axis<number>
  /** Half-life of the noise that depends on x. @default 100 */
  readonly spreadHalfLife?: number
  /** Variance of the errors before any was seen. @default 1 */
  readonly prior?: number
}

export const LEARNT_NOISE: Options<LearntNoiseOptions> = options('learntNoise', {
  halfLife: {
    axis: positiveNumber,
    default: 50,
  },
  spreadHalfLife: { value: positiveNumber, default: 100 },
  prior: { value: positiveNumber, default: 1 },
})

export interface LearntNoiseState {
  readonly inner: unknown
  readonly spreads: unknown
  /** Σ e²/shape, discounted: noise model by noise model, one number an expert. */
  readonly squares: Float64Array
  /** Σ 1, discounted: one number a noise model. */
  readonly counts: Float64Array
  /** What the prior still counts, in rounds. */
  young: number
  /** Running means of what the shapes are measured against. */
  readonly typical: Float64Array
  round: number
}

/** Rounds that the prior counts at first, and the part of it that a round keeps: it must fade, or it blurs for ever. */
const YOUNG = 4
const FADING = 0.8
/** Part of the prior below which no noise falls. */
const FLOOR = 1e-10
/** Rounds before a shape is trusted; how much of its typical size a round keeps. */
const SHAPE_ROUNDS = 30
const KEEP_TYPICAL = 0.99
/** A shape lies between these. */
const LEAST_SHAPE = 0.1
const MOST_SHAPE = 20

/**
 * The experts of a rule with noise learnt from their own errors, whatever noise they claim, in the units of y.
 *
 *     ς² = shape(x)·v,   v ← mean of e²/shape(x) over the past, discounted;   shape = 1
 *
 * Each noise model makes an expert of each: one for every half-life, and one for every expert of the rules in
 * `spreads`. Those learn |e| of the first expert from x and its forecast; shape ∝ their own forecast squared.
 */
export function learntNoise(
  rule: Rule,
  given: LearntNoiseOptions = {},
  spreads: readonly Rule[] = [],
): Rule<LearntNoiseState> {
  expectRule('learntNoise', rule)
  const { spreadHalfLife, prior } = LEARNT_NOISE.read(given)
  const halfLives = LEARNT_NOISE.points(given).map((point) => point.halfLife)
  return {
    description: {
      kind: 'learnt-noise',
      of: rule.description ?? null,
      halfLife: halfLives,
      spreadHalfLife,
      prior,
      spreads: spreads.map((each) => each.description ?? null),
    },
    bind: (context) =>
      noiseOf(
        rule.bind(context),
        joinPanels(spreads.map((each) => each.bind({ ...context, dimension: context.dimension + 1 }))),
        { dimension: context.dimension, halfLives, spreadHalfLife, prior },
      ),
  }
}

/** What is common to all experts. */
interface Noise {
  readonly dimension: number
  readonly halfLives: readonly number[]
  readonly spreadHalfLife: number
  readonly prior: number
}

function noiseOf(
  inner: Panel,
  spread: Panel<unknown[]>,
  { dimension, halfLives, spreadHalfLife, prior }: Noise,
): Panel<LearntNoiseState> {
  const plain = halfLives.length
  const [size, sources] = [inner.capacity, spread.capacity]
  const models = plain + sources
  const keeps = [...halfLives, ...Array<number>(sources).fill(spreadHalfLife)].map((rounds) =>
    keptPerRound(rounds),
  )
  const believed = createBeliefs(size)
  const spreading = createBeliefs(sources)
  const seen = new Float64Array(dimension + 1)
  const shapes = new Float64Array(models).fill(1)

  function writeShapes(state: LearntNoiseState, x: Features): void {
    for (let j = 0; j < dimension; j++) seen[j] = x[j]
    seen[dimension] = believed.mean[0]
    spread.predict(state.spreads as unknown[], seen, spreading)
    for (let s = 0; s < sources; s++) {
      const usable = state.round >= SHAPE_ROUNDS && state.typical[s] > 0
      const ratio = usable ? sizeOf(spreading.mean[s]) / state.typical[s] : 1 - LEAST_SHAPE
      shapes[plain + s] = LEAST_SHAPE + Math.min(MOST_SHAPE, ratio)
    }
  }

  /** What is believed, with the noise that was learnt. */
  function writeNoise(state: LearntNoiseState, x: Features, out: Beliefs): void {
    if (sources > 0) writeShapes(state, x)
    const { squares, counts, young } = state
    for (let m = 0; m < models; m++) {
      for (let k = 0; k < size; k++) {
        const at = m * size + k
        const mean = (squares[at] + young * prior) / (counts[m] + young)
        out.mean[at] = believed.mean[k]
        out.variance[at] = 0
        out.noise[at] = Math.sqrt(shapes[m] * Math.max(mean, FLOOR * prior))
        out.awake[at] = believed.awake[k]
      }
    }
  }

  return {
    capacity: models * size,
    settings(state) {
      const settings = inner.settings(state.inner)
      return keeps.flatMap((_, m) =>
        settings.map((setting) => ({ ...setting, noise: m < plain ? `half-life ${halfLives[m]}` : 'by x' })),
      )
    },
    init: shape<LearntNoiseState>({
      inner: shapeOf(inner),
      spreads: shapeOf(spread),
      squares: floats(models * size),
      counts: floats(models),
      young: real(YOUNG),
      typical: floats(sources),
      round: counter,
    }),
    predict(state, x, out) {
      inner.predict(state.inner, x, believed)
      writeNoise(state, x, out)
    },
    foresee(state, x, out) {
      foresee(inner, state.inner, x, believed)
      writeNoise(state, x, out)
    },
    update(state, x, y) {
      const { squares, counts, typical } = state
      for (let m = 0; m < models; m++) {
        counts[m] = keeps[m] * counts[m] + 1
        for (let k = 0; k < size; k++) {
          const at = m * size + k
          squares[at] = keeps[m] * squares[at] + square(withinSquares(y - believed.mean[k])) / shapes[m]
        }
      }
      state.young *= FADING
      for (let s = 0; s < sources; s++) {
        const now = sizeOf(spreading.mean[s])
        typical[s] = state.round < 10 ? now : KEEP_TYPICAL * typical[s] + (1 - KEEP_TYPICAL) * now
      }
      if (sources > 0) {
        spread.update(state.spreads as unknown[], seen, Math.abs(y - believed.mean[0]), spreading)
      }
      inner.update(state.inner, x, y, believed)
      state.round++
    },
  }
}

/** The square of what an error is expected to be; 0 for a forecast that no error can have. */
function sizeOf(spread: number): number {
  return spread > 0 ? spread * spread : 0
}

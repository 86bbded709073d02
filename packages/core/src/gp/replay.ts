import { ArgumentError } from '../base/errors.ts'
import type { Features, Rule, Settings } from '../nouns/panel.ts'
import { createBeliefs } from '../panels/beliefs.ts'
import { type Backend, bestBackend, plainBackend } from './fast/backend.ts'
import type { Factors } from './fast/factors.ts'
import { family } from './fast/family.ts'
import { type GpOptions, gpExperts, settingsOf } from './gp.ts'
import type { GpExpert } from './gpExpert.ts'

/** What every expert believed before every round of a stream that is known to the end. */
export interface Replay {
  readonly settings: readonly Settings[]
  /** Round-major: expert k in round t, counted from 0, is at t·K + k. */
  readonly mean: Float64Array
  readonly variance: Float64Array
  /** For each expert. */
  readonly noise: Float64Array
  /** The same beliefs as a rule, to be given to `aggregate` and fed the same stream. */
  readonly rule: Rule<{ round: number }>
}

/**
 * The beliefs of `gp(options)` in all rounds of a known stream, in a fraction of the time, bit for bit the same.
 *
 * Where all data are kept, row t of one Cholesky factor holds all that round t predicts, so that many rounds are had
 * in one pass over it; long windows run expert after expert, which keeps a factor in cache.
 */
export function replayGp(options: GpOptions, xs: readonly Features[], ys: ArrayLike<number>): Replay {
  return replayOn(bestBackend(), options, xs, ys)
}

/** `replayGp` on a chosen backend. */
export function replayOn(
  backend: Backend,
  options: GpOptions,
  xs: readonly Features[],
  ys: ArrayLike<number>,
): Replay {
  if (xs.length !== ys.length) {
    throw new ArgumentError(
      `x and y must be equally long; received ${xs.length} and ${ys.length}`,
      'wrong-length',
    )
  }
  const experts = gpExperts(options)
  const size = experts.length
  const d = xs[0]?.length ?? 0
  const mean = new Float64Array(xs.length * size)
  const variance = new Float64Array(xs.length * size)
  for (const index of parts(experts)) {
    const members = family(experts, index, d)
    const { window } = experts[index[0]]
    if (window === null) {
      const x = Float64Array.from(xs.flatMap((row) => Array.from(row)))
      const y = Float64Array.from(ys)
      const each = (t: number, means: Float64Array, variances: Float64Array): void => {
        index.forEach((k, e) => {
          mean[t * size + k] = means[e]
          variance[t * size + k] = variances[e] * experts[k].amplitude
        })
      }
      const factors = backend.growing(members)
      if (!factors?.replay(x, y, xs.length, each)) plainBackend.growing(members).replay(x, y, xs.length, each)
      factors?.free()
    } else {
      const factors = backend.window(members, window) ?? plainBackend.window(members, window)
      stream(factors, xs, ys, size, index, mean, variance)
      factors.free()
    }
  }
  const noise = Float64Array.from(experts, (expert) => expert.noise)
  const settings = settingsOf(experts)
  return { settings, mean, variance, noise, rule: asRule(settings, mean, variance, noise) }
}

/** Experts that run together: those who keep all data, and those of a short window; a long one runs alone. */
function parts(experts: readonly GpExpert[]): number[][] {
  const groups = new Map<string, number[]>()
  experts.forEach(({ window }, k) => {
    const key = window !== null && window >= 400 ? `${window}, ${k}` : `${window}`
    groups.set(key, [...(groups.get(key) ?? []), k])
  })
  return [...groups.values()]
}

function stream(
  factors: Factors,
  xs: readonly Features[],
  ys: ArrayLike<number>,
  size: number,
  index: readonly number[],
  mean: Float64Array,
  variance: Float64Array,
): void {
  const beliefs = createBeliefs(size)
  for (let t = 0; t < xs.length; t++) {
    factors.believe(xs[t])
    factors.write(beliefs)
    for (const k of index) {
      mean[t * size + k] = beliefs.mean[k]
      variance[t * size + k] = beliefs.variance[k]
    }
    factors.observe(xs[t], ys[t])
  }
}

function asRule(
  settings: readonly Settings[],
  mean: Float64Array,
  variance: Float64Array,
  noise: Float64Array,
): Rule<{ round: number }> {
  const size = settings.length
  return {
    bind: () => ({
      capacity: size,
      settings: () => settings,
      init: () => ({ round: 0 }),
      predict({ round }, _x, out) {
        if (round * size >= mean.length) {
          throw new ArgumentError(`the replay ends after ${mean.length / size} rounds; asked for one more`)
        }
        out.mean.set(mean.subarray(round * size, (round + 1) * size))
        out.variance.set(variance.subarray(round * size, (round + 1) * size))
        out.noise.set(noise)
        out.awake.fill(1)
      },
      update(state) {
        state.round++
      },
    }),
  }
}

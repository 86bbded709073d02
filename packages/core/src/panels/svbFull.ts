import type { Axis } from '../base/grid.ts'
import { type Options, options } from '../base/options.ts'
import { needHorizon, type ScalarOrSchedule, scalarOrSchedule, toSchedule } from '../base/schedule.ts'
import { choleskyUpdate, solveLower, solveLowerTransposed } from '../math/cholesky.ts'
import type { Rule } from '../nouns/panel.ts'
import { describeRule } from './describeRule.ts'
import { describe, LINEAR, type LinearOptions, noiseOf } from './linear.ts'
import { panelOfRows } from './panelOfRows.ts'

export interface SvbFullOptions extends LinearOptions {
  /** η: a number, a schedule or a function of the round. */
  readonly learningRate: Axis<ScalarOrSchedule>
}

export const SVB_FULL: Options<SvbFullOptions, 'noise'> = options('svbFull', {
  learningRate: { axis: scalarOrSchedule },
  ...LINEAR,
})

export interface SvbFullState {
  round: number
  /** For each expert: the mean, and the Cholesky factor of Σ⁻¹, row-major d × d. */
  readonly means: Float64Array[]
  readonly factors: Float64Array[]
}

/**
 * Streaming variational Bayes over all Gaussians N(m, Σ), Σ full: the exact minimiser of
 *
 *     ⟨m, ∇ₘL⟩ + ⟨Σ, ∇_ΣL⟩ + η⁻¹ KL(N(m, Σ), N(m_t, Σ_t)),   ∇ₘL = L_u·x,   ∇_ΣL = L_v·xxᵀ
 *     m ← m − ηΣ_t∇ₘL,   Σ⁻¹ ← Σ_t⁻¹ + 2ηL_v·xxᵀ
 *
 * The loss is linearised in Σ, where it is linear for squared loss; the mean-field rule linearises in σ. So in
 * one dimension the two differ. A loss that is not convex can make L_v negative: such a round leaves Σ as it was.
 */
export function svbFull(given: SvbFullOptions): Rule<SvbFullState> {
  const points = SVB_FULL.points(given)
  const schedules = points.map((point) => toSchedule('learningRate', point.learningRate))
  const settings = points.map(describe)
  return {
    needsHorizon: needHorizon(schedules),
    description: describeRule('svb-full', settings),
    bind(context) {
      const { loss, dimension: d, horizon } = context
      const capacity = points.length
      const rates = schedules.map((schedule) => schedule.resolve(horizon))
      const noises = Float64Array.from(points, (point) => noiseOf(point.noise, context))
      const solved = new Float64Array(d)
      const init = (): SvbFullState => ({
        round: 0,
        means: points.map(() => new Float64Array(d)),
        factors: points.map((point) => {
          const factor = new Float64Array(d * d)
          for (let j = 0; j < d; j++) factor[j * (d + 1)] = 1 / Math.sqrt(point.priorVariance)
          return factor
        }),
      })
      return {
        ...panelOfRows(settings, init),
        predict({ means, factors }, x, out) {
          for (let k = 0; k < capacity; k++) {
            let u = 0
            for (let j = 0; j < d; j++) {
              u += x[j] * means[k][j]
              solved[j] = x[j]
            }
            solveLower(factors[k], d, solved)
            let v = 0
            for (let j = 0; j < d; j++) v += solved[j] * solved[j]
            out.mean[k] = u
            out.variance[k] = v
          }
          out.noise.set(noises)
          out.awake.fill(1)
        },
        update(state, x, y, { mean, variance }) {
          state.round++
          for (let k = 0; k < capacity; k++) {
            const rate = rates[k](state.round)
            const factor = state.factors[k]
            const shift = rate * loss.du(mean[k], variance[k], y, noises[k])
            for (let j = 0; j < d; j++) solved[j] = x[j]
            solveLower(factor, d, solved)
            solveLowerTransposed(factor, d, solved)
            for (let j = 0; j < d; j++) state.means[k][j] -= shift * solved[j]
            const root = Math.sqrt(Math.max(0, 2 * rate * loss.dv(mean[k], variance[k], y, noises[k])))
            for (let j = 0; j < d; j++) solved[j] = root * x[j]
            choleskyUpdate(factor, d, solved)
          }
        },
      }
    },
  }
}

import type { Options } from '../../base/options.ts'
import { counter, real, shape } from '../../base/shape.ts'
import type { Rule } from '../../nouns/panel.ts'
import { certainOf } from '../../panels/certain.ts'
import { describeRule } from '../../panels/describeRule.ts'
import { within } from './scoreRange.ts'
import { type WealthOptions, wealthOptions } from './wealth.ts'

export interface UniversalOptions extends WealthOptions {}

export const UNIVERSAL: Options<UniversalOptions> = wealthOptions('universal')

export interface UniversalState {
  round: number
  misses: number
  wealth: number
}

/**
 * Online conformal prediction by universal portfolios, UP-OCP, Liu, Dobriban and Orabona (2026): no learning rate.
 *
 *     θ = W(b − α) / α(1 − α),   b = (misses + ½)/(t + 1),   W ← W·b/α after a miss, else W·(1 − b)/(1 − α)
 *
 * One asset pays 1/α in rounds that miss, the other 1/(1 − α) in those that do not, and b is held in the first: the
 * wealth is then what a gambler on the slopes of the pinball loss has. One asset in two pays nothing, so Cover and
 * Ordentlich's portfolio under the prior Beta(½, ½) is this fraction, and no integral is left.
 */
export function universal(given: UniversalOptions = {}): Rule<UniversalState> {
  const { wealth } = UNIVERSAL.read(given)
  const settings = [{ wealth }]
  return {
    description: describeRule('universal', settings),
    bind: ({ loss }) => {
      const alpha = loss.slope(0, -1, 0)
      return {
        capacity: 1,
        settings: () => settings,
        init: shape<UniversalState>({ round: counter, misses: counter, wealth: real(wealth) }),
        predict({ round, misses, wealth: held }, _x, out) {
          const part = (misses + 0.5) / (round + 1)
          certainOf(within((held * (part - alpha)) / (alpha * (1 - alpha))), out)
        },
        update(state, _x, y, beliefs) {
          const part = (state.misses + 0.5) / (state.round + 1)
          const missed = y > beliefs.mean[0]
          state.wealth = within(state.wealth * (missed ? part / alpha : (1 - part) / (1 - alpha)))
          if (missed) state.misses++
          state.round++
        },
      }
    },
  }
}

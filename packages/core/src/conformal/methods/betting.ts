import type { Options } from '../../base/options.ts'
import { counter, real, shape } from '../../base/shape.ts'
import type { Rule } from '../../nouns/panel.ts'
import { certainOf } from '../../panels/certain.ts'
import { describeRule } from '../../panels/describeRule.ts'
import { type WealthOptions, wealthOptions } from './wealth.ts'

export interface BettingOptions extends WealthOptions {}

export const BETTING: Options<BettingOptions> = wealthOptions('betting')

export interface BettingState {
  round: number
  wealth: number
  /** −Σg. */
  gains: number
}

/**
 * Adaptive conformal inference by betting, Podkopaev, Xu and Lee (2024), with the bets of Krichevsky and Trofimov: no
 * learning rate.
 *
 *     θ = λW,   λ = −Σg / t,   W ← W − gθ,   g = ℓ′(θ)
 *
 * Their second strategy, the online Newton step, is not here.
 */
export function betting(given: BettingOptions = {}): Rule<BettingState> {
  const { wealth } = BETTING.read(given)
  const settings = [{ wealth }]
  return {
    description: describeRule('betting', settings),
    bind: ({ loss }) => ({
      capacity: 1,
      settings: () => settings,
      init: shape<BettingState>({ round: counter, wealth: real(wealth), gains: real() }),
      predict({ round, wealth: held, gains }, _x, out) {
        certainOf((gains / (round + 1)) * held, out)
      },
      update(state, _x, y, beliefs) {
        const slope = loss.slope(beliefs.mean[0], y, 0)
        state.wealth -= slope * beliefs.mean[0]
        state.gains -= slope
        state.round++
      },
    }),
  }
}

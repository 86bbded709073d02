import { exp } from '../../math/exp.ts'
import { normalQuantile } from '../../math/normal.ts'
import { BLOCKS } from './ranks.ts'

/** What a bet wins on: numbers that moved by `shift` deviations, or spread by a factor, on the normal scale of their ranks. */
export interface RankBet<Reason extends string> {
  readonly shift: number
  readonly spread: number
  /** Its part of the evidence. */
  readonly weight: number
  readonly reason: Reason
}

/**
 * Writes the factor of every bet at the rank of each block.
 *
 *     z = Φ⁻¹(rank),   L = φ((z − shift)/spread)/(spread·φ(z))
 *
 * The likelihood ratio of a normal distribution that changed, where numbers are normal; fair whatever they are, for ranks are uniform.
 */
export function betOnRanks(bets: readonly RankBet<string>[], ranks: Float64Array, out: Float64Array): void {
  for (let b = 0, i = 0; b < BLOCKS; b++) {
    const z = normalQuantile(ranks[b])
    for (let k = 0; k < bets.length; k++, i++) {
      const { shift, spread } = bets[k]
      const moved = (z - shift) / spread
      out[i] = exp(0.5 * (z * z - moved * moved)) / spread
    }
  }
}

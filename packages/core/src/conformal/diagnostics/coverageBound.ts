import { counter, real, type StateShape, shape } from '../../base/shape.ts'
import { normalQuantile } from '../../math/normal.ts'
import type { Moves } from '../methods/moves.ts'

/** What the coverage bound is made of, as rounds pass. Plain data. */
export interface BoundState {
  rounds: number
  /** Σ(P(miss) − α), P under the distribution q_t of the threshold. */
  deviation: number
  /** The least and the greatest score so far. */
  least: number
  greatest: number
  /** Σγ, max γ and Σσ. */
  rates: number
  fastest: number
  shares: number
}

export const BOUND: StateShape<BoundState> = /* @__PURE__ */ shape({
  rounds: counter,
  deviation: real(),
  least: real(Infinity),
  greatest: real(-Infinity),
  rates: real(),
  fastest: real(),
  shares: real(),
})

export function recordBound(
  state: BoundState,
  score: number,
  deviation: number,
  rate: number,
  share: number,
): void {
  state.rounds++
  state.deviation += deviation
  state.least = Math.min(state.least, score)
  state.greatest = Math.max(state.greatest, score)
  state.rates += rate
  state.fastest = Math.max(state.fastest, rate)
  state.shares += share
}

/**
 * A proven bound of |ΣD| = |Σ(P(miss) − α)|, from what has been seen.
 *
 *     one expert   (R + 2A + dist(ψ₁, I))/A,   I = [r̲ − A − τΦ⁻¹(α), r̄ + A − τΦ⁻¹(α)],   R = r̄ − r̲
 *     several      max h − min l + M·(C·Σγe^{γC} + 2Σσ)
 *
 * where an expert's (ψ + τΦ⁻¹(α))/A never leaves [l, h], M is the largest |l| or |h|, and C bounds the difference of two experts'
 * losses. It is the theorem of the paper without its condition on the start; with many experts it may well exceed the number of rounds.
 */
export function coverageBound(state: BoundState, moves: Moves, alpha: number): number {
  const { least, greatest, rates, fastest, shares, rounds } = state
  if (rounds === 0) return 0
  const z = normalQuantile(alpha)
  const { steps, spreads, starts } = moves
  let low = Infinity
  let high = -Infinity
  let bottom = Infinity
  let top = -Infinity
  let widest = 0
  for (let k = 0; k < steps.length; k++) {
    const shift = spreads[k] * z
    const from = Math.min(starts[k], least - steps[k] - shift)
    const to = Math.max(starts[k], greatest + steps[k] - shift)
    low = Math.min(low, (from + shift) / steps[k])
    high = Math.max(high, (to + shift) / steps[k])
    bottom = Math.min(bottom, from)
    top = Math.max(top, to)
    widest = Math.max(widest, spreads[k])
  }
  if (steps.length === 1) return high - low
  const apart = widest + top - bottom
  const reach = Math.max(Math.abs(low), Math.abs(high))
  return high - low + reach * (apart * rates * Math.exp(fastest * apart) + 2 * shares)
}

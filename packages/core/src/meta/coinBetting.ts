/** Somebody who bets on coins in [−1, 1] as Krichevsky and Trofimov do. Plain data. */
export interface CoinBettor {
  /** J₁: the round of the first coin, counted from 1. */
  readonly start: number
  /** G = Σg. */
  gain: number
  /** C = Σ|g|. */
  moved: number
  /** W = 1 + Σ bet·g. */
  wealth: number
}

export function createBettor(start: number): CoinBettor {
  return { start, gain: 0, moved: 0, wealth: 1 }
}

/** W·G/(1 + C): the bet on the coming coin. */
export function betOf({ gain, moved, wealth }: CoinBettor): number {
  return (wealth * gain) / (1 + moved)
}

/** Takes in a coin. One who bets against the coin, and so has no weight, is spared the losses that would prove it right. */
export function settleBet(bettor: CoinBettor, coin: number): void {
  const bet = betOf(bettor)
  const cut = Math.max(bet > 0 ? -1 : 0, Math.min(1, coin))
  bettor.wealth = Math.min(1e300, bettor.wealth + bet * cut)
  bettor.gain += cut
  bettor.moved += Math.abs(cut)
}

/** π_J up to a factor: 1/(J₁²(1 + ⌊log₂ J₁⌋)). */
export function priorOf({ start }: { readonly start: number }): number {
  return 1 / (start * start * (1 + Math.floor(Math.log2(start))))
}

/**
 * The largest G after n coins, for one that starts in round J₁ among all intervals.
 *
 *     G ≤ √(2(C + 1)(log W + ½ log(C + 1) + ½ log(π/2))),   C ≤ n,   W ≤ π²/6 · J₁²(1 + ⌊log₂ J₁⌋)
 *
 * From W ≥ 2ᶜ Γ(½(C + 1 + G)) Γ(½(C + 1 − G)) / (π Γ(C + 1)), which holds for coins of any size because the right-hand
 * side is log-convex along a coin; and from Σπ_J W_J ≤ Σπ_J ≤ π²/6.
 */
export function largestGain(start: number, coins: number): number {
  const logWealth = Math.log((Math.PI * Math.PI) / 6) - Math.log(priorOf({ start }))
  return Math.sqrt(2 * (coins + 1) * (logWealth + 0.5 * Math.log(((coins + 1) * Math.PI) / 2)))
}

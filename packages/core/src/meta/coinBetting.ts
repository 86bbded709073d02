/** A bettor on coins in [−1, 1] after Krichevsky and Trofimov. Plain data. */
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

/** W·G₊/(1 + C): the bet on the coming coin. A bettor with G < 0 waits. */
export function betOf({ gain, moved, wealth }: CoinBettor): number {
  return (wealth * Math.max(0, gain)) / (1 + moved)
}

export function settleBet(bettor: CoinBettor, coin: number): void {
  const cut = Math.max(-1, Math.min(1, coin))
  bettor.wealth = Math.min(1e300, bettor.wealth + betOf(bettor) * cut)
  bettor.gain += cut
  bettor.moved += Math.abs(cut)
}

/** The same bettor in a larger unit of coins: `by` is the old unit in the new one. */
export function shrinkCoins(bettor: CoinBettor, by: number): void {
  bettor.gain *= by
  bettor.moved *= by
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
 * From W ≥ F(G₊, C), F(G, C) = 2ᶜ Γ(½(C + 1 + G)) Γ(½(C + 1 − G)) / (π Γ(C + 1)), which holds for coins of any size
 * because F is log-convex along a coin, and while a bettor waits because F(|g|, C + |g|) ≤ F(0, C); and from
 * Σπ_J W_J ≤ Σπ_J ≤ π²/6.
 */
export function largestGain(start: number, coins: number): number {
  const logWealth = Math.log((Math.PI * Math.PI) / 6) - Math.log(priorOf({ start }))
  return Math.sqrt(2 * (coins + 1) * (logWealth + 0.5 * Math.log(((coins + 1) * Math.PI) / 2)))
}

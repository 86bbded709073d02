/**
 * Evidence that numbers stopped being what they were, at a time that nobody knows. Plain data.
 *
 * Factors L with E[L | past] ≤ 1 while nothing changes are multiplied from every possible round s on, and the products are
 * averaged with weights π:
 *
 *     E_t = Σ_{s ≤ t} π_s L_s ⋯ L_t + Σ_{s > t} π_s,   π_s = log 2·(1/log(s + 1) − 1/log(s + 2))
 *
 * E is an e-process: P(E ever reaches 1/p) ≤ p while nothing changes (Ville). A change in round s costs about
 * log s + 2 log log s of evidence, whenever it comes.
 */
export interface ChangeEvidence {
  round: number
  /** Σ_{s ≤ t} π_s L_s ⋯ L_t. */
  started: number
}

export function createEvidence(): ChangeEvidence {
  return { round: 0, started: 0 }
}

export function takeFactor(state: ChangeEvidence, factor: number): void {
  const s = ++state.round
  const start = tailOf(s) - tailOf(s + 1)
  // Cut far above any threshold: once the evidence is overwhelming more of it says nothing.
  state.started = Math.min(1e300, (state.started + start) * factor)
}

/** E. */
export function evidence({ started, round }: ChangeEvidence): number {
  return started + tailOf(round + 1)
}

/** Σ_{r ≥ s} π_r. */
function tailOf(s: number): number {
  return Math.LN2 / Math.log(s + 1)
}

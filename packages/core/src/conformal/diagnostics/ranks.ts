/**
 * Ranks of scores among those before them, in blocks. Plain data.
 *
 * While scores are exchangeable, the rank of each among those before it in its block says nothing about the other ranks and is
 * uniform: so bets against uniform ranks are fair, whatever the scores' law.
 */
export interface Ranks {
  /** The scores of this block, in increasing order. */
  readonly block: Float64Array
  held: number
}

/** Scores in a block: the longer, the finer the ranks; the shorter, the less to keep. */
const BLOCK = 2048

export function createRanks(): Ranks {
  return { block: new Float64Array(BLOCK), held: 0 }
}

/** The share of a block's scores, with this one, that are at least as large; and at most as large. Both not below their true p-value. */
export interface Rank {
  atLeast: number
  atMost: number
}

/** Writes the rank of a score into `out` and takes the score in. */
export function takeRank(state: Ranks, score: number, out: Rank): void {
  const { block } = state
  if (state.held === BLOCK) state.held = 0
  const n = state.held
  let below = 0
  let upTo = n
  while (below < upTo) {
    const middle = (below + upTo) >> 1
    if (block[middle] < score) below = middle + 1
    else upTo = middle
  }
  let equal = 0
  while (below + equal < n && block[below + equal] === score) equal++
  out.atLeast = (n - below + 1) / (n + 1)
  out.atMost = (below + equal + 1) / (n + 1)
  block.copyWithin(below + 1, below, n)
  block[below] = score
  state.held = n + 1
}

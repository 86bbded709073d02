import { normal, seededRng } from 'credence'
import { exponential, integerBelow } from 'credence/random'
import { average } from './statistics.ts'

/** Learners ranked over data sets, and what chance would make of it (Demšar 2006). */
export interface Ranking {
  readonly names: readonly string[]
  /** Mean over the data sets of the rank by loss; 1 is best, ties share. */
  readonly ranks: readonly number[]
  readonly dataSets: number
  /** Friedman's statistic, corrected for ties, and how often shuffled ranks reach it: the test by permutation. */
  readonly friedman: { readonly statistic: number; readonly p: number }
  /** Average ranks that differ by less are not told apart (Nemenyi, at 5 %); NaN for more than 20 learners. */
  readonly criticalDifference: number
  readonly pairs: readonly RankedPair[]
}

export interface RankedPair {
  readonly a: string
  readonly b: string
  /** Data sets on which a is better, b is better. */
  readonly wins: readonly [number, number]
  /** Wilcoxon's signed-rank test of relative differences, exact, and corrected for all pairs (Holm 1979). */
  readonly p: number
  readonly adjusted: number
  /** Bayesian signed-rank test: probability that a is better, that both are within 1 %, that b is better. */
  readonly probability: readonly [number, number, number]
}

/** Draws of the test by permutation, and of the posterior. */
const DRAWS = 9999
/** Losses that differ by less are alike. */
const ROPE = 0.01

/** q of the studentised range at 5 % over √2, for 2 … 20 learners (SciPy 1.17). */
const NEMENYI = [
  1.96, 2.344, 2.569, 2.728, 2.85, 2.948, 3.031, 3.102, 3.164, 3.219, 3.268, 3.313, 3.354, 3.391, 3.426,
  3.458, 3.489, 3.517, 3.544,
]

/** @param losses one row for each data set, one column for each name; less is better */
export function rankLearners(
  names: readonly string[],
  losses: readonly (readonly number[])[],
  seed = 1,
): Ranking {
  const [k, n] = [names.length, losses.length]
  const rows = losses.map(ranksOf)
  const pairs = names.flatMap((a, i) =>
    names.slice(i + 1).map((b, j) => pairOf(a, b, losses.map(relative(i, i + 1 + j)), seed)),
  )
  const adjusted = holm(pairs.map(({ p }) => p))
  return {
    names,
    ranks: names.map((_, c) => average(rows.map((row) => row[c]))),
    dataSets: n,
    friedman: friedman(rows, seed),
    criticalDifference: (NEMENYI[k - 2] ?? Number.NaN) * Math.sqrt((k * (k + 1)) / (6 * n)),
    pairs: pairs.map((pair, i) => ({ ...pair, adjusted: adjusted[i] })),
  }
}

/** The difference of two losses over their mean: data sets of any unit count alike. */
function relative(a: number, b: number): (row: readonly number[]) => number {
  return (row) => {
    const scale = (Math.abs(row[a]) + Math.abs(row[b])) / 2
    return scale === 0 ? 0 : (row[a] - row[b]) / scale
  }
}

/** Ranks from 1; equals share the mean of theirs. */
export function ranksOf(values: readonly number[]): number[] {
  const order = values.map((_, i) => i).sort((a, b) => values[a] - values[b])
  const ranks = new Array<number>(values.length)
  for (let i = 0; i < order.length; ) {
    let end = i
    while (end < order.length && values[order[end]] === values[order[i]]) end++
    for (let j = i; j < end; j++) ranks[order[j]] = (i + 1 + end) / 2
    i = end
  }
  return ranks
}

function friedman(rows: readonly (readonly number[])[], seed: number): Ranking['friedman'] {
  const statistic = friedmanStatistic(rows)
  const rng = seededRng(seed)
  const shuffledRows = rows.map((row) => [...row])
  let reached = 0
  for (let d = 0; d < DRAWS; d++) {
    for (const row of shuffledRows) {
      for (let i = row.length - 1; i > 0; i--) {
        const j = integerBelow(rng, i + 1)
        ;[row[i], row[j]] = [row[j], row[i]]
      }
    }
    // A rounding error must not part what is equal.
    if (friedmanStatistic(shuffledRows) >= statistic - 1e-9) reached++
  }
  return { statistic, p: (reached + 1) / (DRAWS + 1) }
}

function friedmanStatistic(rows: readonly (readonly number[])[]): number {
  const [n, k] = [rows.length, rows[0].length]
  const middle = (k + 1) / 2
  let between = 0
  let within = 0
  for (let c = 0; c < k; c++) {
    between += (average(rows.map((row) => row[c])) - middle) ** 2
    for (const row of rows) within += (row[c] - middle) ** 2
  }
  return within === 0 ? 0 : (n * n * (k - 1) * between) / within
}

function pairOf(
  a: string,
  b: string,
  differences: readonly number[],
  seed: number,
): Omit<RankedPair, 'adjusted'> {
  const wins = [differences.filter((d) => d < 0).length, differences.filter((d) => d > 0).length] as const
  return { a, b, wins, p: signedRank(differences), probability: signedRankPosterior(differences, seed) }
}

/**
 * Wilcoxon's test of differences symmetric about 0, two-sided and exact, also with ties; zeros are left out.
 *
 *     p = P(min(W⁺, W⁻) as small as found), over all 2ⁿ signs of the ranks of |d|
 */
export function signedRank(differences: readonly number[]): number {
  const left = differences.filter((d) => d !== 0)
  if (left.length === 0) return 1
  // Twice the ranks: whole numbers also where ties share them.
  const ranks = ranksOf(left.map(Math.abs)).map((rank) => 2 * rank)
  const total = ranks.reduce((sum, rank) => sum + rank, 0)
  const positive = ranks.reduce((sum, rank, i) => sum + (left[i] > 0 ? rank : 0), 0)
  let share = new Float64Array(total + 1)
  share[0] = 1
  for (const rank of ranks) {
    const next = new Float64Array(total + 1)
    for (let w = 0; w <= total; w++) {
      next[w] += share[w] / 2
      if (w + rank <= total) next[w + rank] += share[w] / 2
    }
    share = next
  }
  const least = Math.min(positive, total - positive)
  let tail = 0
  for (let w = 0; w <= least; w++) tail += share[w]
  return Math.min(1, 2 * tail)
}

/** p-values that hold for all tests together (Holm 1979), in the order given. */
export function holm(ps: readonly number[]): number[] {
  const order = ps.map((_, i) => i).sort((a, b) => ps[a] - ps[b])
  const adjusted = new Array<number>(ps.length)
  let largest = 0
  order.forEach((i, rank) => {
    largest = Math.max(largest, Math.min(1, (ps.length - rank) * ps[i]))
    adjusted[i] = largest
  })
  return adjusted
}

/** Bayesian signed-rank test (Benavoli and others 2014): a Dirichlet process with strength ½ at 0. */
function signedRankPosterior(differences: readonly number[], seed: number): [number, number, number] {
  const rng = seededRng(seed)
  const values = [0, ...differences]
  const wins = [0, 0, 0]
  for (let d = 0; d < DRAWS; d++) {
    // Weights of a Dirichlet, up to their sum: exponentials, and for the prior a gamma variable of shape ½.
    const weights = values.map((_, i) => (i === 0 ? normal(rng) ** 2 / 2 : exponential(rng)))
    const sides = [0, 0, 0]
    for (let i = 0; i < values.length; i++) {
      for (let j = 0; j < values.length; j++) {
        const sum = values[i] + values[j]
        sides[sum < -2 * ROPE ? 0 : sum > 2 * ROPE ? 2 : 1] += weights[i] * weights[j]
      }
    }
    wins[sides.indexOf(Math.max(...sides))]++
  }
  return [wins[0] / DRAWS, wins[1] / DRAWS, wins[2] / DRAWS]
}

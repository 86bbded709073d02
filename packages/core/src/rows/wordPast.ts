import { firstKept, type HistoryState, outcomeOf } from './history.ts'

/** Pairs of outcomes of the same word that must be there before its past can be a feature. */
const LEAST_PAIRS = 50
/** Correlation of what two of them leave over, in units of its own noise and at least, from which the past says something. */
const SURE = 3
const LEAST = 0.15
/** The same of what is left over beside the last rows: they take the larger part of chance away. */
const SURE_BESIDE = 2
/** Part that the newest row has in what the last rows say together. */
const NEWEST = 0.6

/**
 * The outcome of the row before `before` that has this word, or of the one before that; NaN if it is gone.
 *
 * @param back 1 for the last, 2 for the last but one
 */
export function outcomeOfWord(
  history: HistoryState,
  column: number,
  columns: number,
  { word, before, back }: { readonly word: number; readonly before: number; readonly back: number },
): number {
  const { cells, capacity } = history
  let left = back
  for (let row = Math.min(before, history.count) - 1; row >= firstKept(history); row--) {
    if (cells[(row % capacity) * columns + column] === word && --left === 0) return outcomeOf(history, row)
  }
  return Number.NaN
}

/**
 * Whether what the last outcome of the same word had beyond the mean of that word says something of the next one; and
 * something that the last rows do not say, where another word came between: outcomes that wander go with the past of any.
 *
 * Judged on rows up to a round number of them, so that it is not asked anew every few rows.
 */
export function hasOwnPast(history: HistoryState, column: number, columns: number): boolean {
  const means = meansOf(history, column, columns)
  const last = new Map<number, number>()
  const own: Pair[] = []
  let [before, level] = [-1, 0]
  eachOutcome(history, column, columns, (word, y) => {
    const rest = y - (means.get(word)?.mean ?? 0)
    const past = last.get(word)
    if (past !== undefined) own.push({ past, rest, level, follows: before === word })
    last.set(word, rest)
    before = word
    level += NEWEST * (rest - level)
  })
  if (own.length < LEAST_PAIRS || !isSure(correlation(own, 'past', 'rest'), own.length, SURE)) return false
  const beside = own.filter(({ follows }) => !follows)
  if (beside.length < LEAST_PAIRS) return true
  const [a, b] = [correlation(beside, 'level', 'rest'), correlation(beside, 'level', 'past')]
  const partial = (correlation(beside, 'past', 'rest') - a * b) / Math.sqrt((1 - a * a) * (1 - b * b))
  return isSure(partial, beside.length, SURE_BESIDE)
}

/** What an outcome left over, what the one before of the same word did, and the last rows together. */
interface Pair {
  readonly past: number
  readonly rest: number
  readonly level: number
  /** Whether no other word came between. */
  readonly follows: boolean
}

function isSure(correlation: number, pairs: number, sure: number): boolean {
  return correlation > Math.max(LEAST, sure / Math.sqrt(pairs))
}

type Told = 'past' | 'rest' | 'level'

/** Of two numbers whose means are 0. */
function correlation(rows: readonly Pair[], a: Told, b: Told): number {
  const sum = (of: Told, by: Told): number => rows.reduce((total, row) => total + row[of] * row[by], 0)
  return sum(a, b) / Math.sqrt(sum(a, a) * sum(b, b))
}

function meansOf(
  history: HistoryState,
  column: number,
  columns: number,
): ReadonlyMap<number, { mean: number; count: number }> {
  const means = new Map<number, { mean: number; count: number }>()
  eachOutcome(history, column, columns, (word, y) => {
    const own = means.get(word) ?? { mean: 0, count: 0 }
    own.mean += (y - own.mean) / ++own.count
    means.set(word, own)
  })
  return means
}

/** The outcomes of words among the rows by which the past is judged. */
function eachOutcome(
  history: HistoryState,
  column: number,
  columns: number,
  visit: (word: number, y: number) => void,
): void {
  const { cells, outcomes, capacity } = history
  for (let row = firstKept(history); row < judged(history.count); row++) {
    const at = row % capacity
    const word = cells[at * columns + column]
    if (word >= 0) visit(word, outcomes[at])
  }
}

/** Every 40 rows, from 200 on every 100, from 500 on every 500. */
function judged(count: number): number {
  const step = count >= 500 ? 500 : count >= 200 ? 100 : 40
  return count - (count % step)
}

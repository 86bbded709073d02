import { firstKept, type HistoryState, outcomeOf } from './history.ts'

/** Pairs of outcomes of the same word that must be there before its past can be a feature. */
const LEAST_PAIRS = 50
/** Correlation of what two of them leave over, in units of its own noise and at least, from which the past says something. */
const SURE = 3
const LEAST = 0.15

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
 * Whether what the last outcome of the same word had beyond the mean of that word says something of the next one.
 *
 * Judged on rows up to a round number of them, so that it is not asked anew every few rows.
 */
export function hasOwnPast(history: HistoryState, column: number, columns: number): boolean {
  const means = meansOf(history, column, columns)
  const last = new Map<number, number>()
  let [pairs, products, squares, before] = [0, 0, 0, 0]
  eachOutcome(history, column, columns, (word, y) => {
    const rest = y - (means.get(word)?.mean ?? 0)
    const earlier = last.get(word)
    last.set(word, rest)
    if (earlier === undefined) return
    pairs++
    products += rest * earlier
    squares += rest * rest
    before += earlier * earlier
  })
  const correlation = products / Math.sqrt(squares * before)
  return pairs >= LEAST_PAIRS && correlation > Math.max(LEAST, SURE / Math.sqrt(pairs))
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

import { dot } from '../math/dot.ts'
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
 * Whether the last outcome of a word says something of its next one: what both leave over the mean of the word must go
 * together. Where another word came between, the last one must also say more than the last rows do, because outcomes that
 * wander go with the past of any word.
 *
 * What is left over is measured from earlier rows of the word: from a mean of all its rows it would go against what was
 * left over before, the more the fewer they are. Judged on rows up to a round number of them, so that the answer does not
 * change every few rows.
 */
export function hasOwnPast(history: HistoryState, column: number, columns: number): boolean {
  const own = pairsOf(history, column, columns)
  const plain = correlation(columnOf(own, 'past'), columnOf(own, 'rest'))
  if (own.length < LEAST_PAIRS || !isSure(plain, own.length, SURE)) return false
  const beside = own.filter(({ follows }) => !follows)
  if (beside.length < LEAST_PAIRS) return true
  const level = columnOf(beside, 'level')
  const others = [level, without(columnOf(beside, 'recent'), [level])]
  const [past, rest] = [columnOf(beside, 'past'), columnOf(beside, 'rest')]
  const partial = correlation(without(past, others), without(rest, others))
  return isSure(partial, beside.length, SURE_BESIDE)
}

/** What an outcome left over, and what was known of it before. */
interface Pair {
  readonly rest: number
  /** What the one before of the same word left over. */
  readonly past: number
  /** What the last rows together left over, and how far they lie from the mean of this word. */
  readonly level: number
  readonly recent: number
  /** Whether no other word came between. */
  readonly follows: boolean
}

type Told = Exclude<keyof Pair, 'follows'>

function pairsOf(history: HistoryState, column: number, columns: number): Pair[] {
  const told = new Map<number, { mean: number; count: number; past: number }>()
  const pairs: Pair[] = []
  let before = -1
  let level = 0
  let recent = Number.NaN
  eachOutcome(history, column, columns, (word, y) => {
    const of = told.get(word)
    if (of) {
      const { past, mean, count } = of
      const rest = y - mean
      if (count > 1) pairs.push({ past, rest, level, recent: recent - mean, follows: before === word })
      told.set(word, { mean: mean + rest / (count + 1), count: count + 1, past: rest })
      level += NEWEST * (rest - level)
    } else told.set(word, { mean: y, count: 1, past: 0 })
    recent = Number.isNaN(recent) ? y : recent + NEWEST * (y - recent)
    before = word
  })
  return pairs
}

function columnOf(pairs: readonly Pair[], what: Told): number[] {
  return pairs.map((pair) => pair[what])
}

function isSure(found: number, pairs: number, sure: number): boolean {
  return found > Math.max(LEAST, sure / Math.sqrt(pairs))
}

/** Of two columns whose means are 0. */
function correlation(a: readonly number[], b: readonly number[]): number {
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b))
}

/** What a column leaves over beside others, which are at right angles to each other. */
function without(column: readonly number[], others: readonly (readonly number[])[]): number[] {
  const left = [...column]
  for (const other of others) {
    const size = dot(other, other)
    const part = size > 0 ? dot(left, other) / size : 0
    for (let i = 0; i < left.length; i++) left[i] -= part * other[i]
  }
  return left
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

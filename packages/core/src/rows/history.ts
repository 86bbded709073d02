/** The last rows as numbers, in a ring. Plain data. */
export interface HistoryState {
  /** Rows seen in all. */
  count: number
  /** Row-major, `capacity` rows. */
  readonly cells: Float64Array
  readonly outcomes: Float64Array
  /** NaN where there is no time. */
  readonly times: Float64Array
}

export function createHistory(capacity: number, width: number): HistoryState {
  return {
    count: 0,
    cells: new Float64Array(capacity * width),
    outcomes: new Float64Array(capacity),
    times: new Float64Array(capacity),
  }
}

export function remember(history: HistoryState, cells: Float64Array, time: number, y: number): void {
  const place = history.count % history.outcomes.length
  history.cells.set(cells, place * cells.length)
  history.outcomes[place] = y
  history.times[place] = time
  history.count++
}

/** The first row that is still there. */
export function firstKept({ count, outcomes }: HistoryState): number {
  return Math.max(0, count - outcomes.length)
}

/** The outcome of a row, counted from 0; NaN if it is gone or not there yet. */
export function outcomeOf(history: HistoryState, row: number): number {
  if (row < firstKept(history) || row >= history.count) return Number.NaN
  return history.outcomes[row % history.outcomes.length]
}

/** The last row before `before` whose time is not after `time`; −1 if there is none. Times must not decrease. */
export function rowAt(history: HistoryState, time: number, before: number): number {
  const capacity = history.outcomes.length
  let low = firstKept(history) - 1
  let high = Math.min(before, history.count)
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (history.times[middle % capacity] <= time) low = middle
    else high = middle
  }
  return low < firstKept(history) ? -1 : low
}

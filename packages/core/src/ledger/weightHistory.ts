import { expectLength, expectWhole } from '../base/save/shape.ts'
import { also, floats, listOf, type StateShape, shape, whole } from '../base/shape.ts'
import { withRoom } from '../meta/slots.ts'

/** Weights over time, thinned: at most `capacity` rows, evenly spaced. Plain data. */
export interface WeightHistory {
  readonly capacity: number
  /** Every how many rounds a row is kept; doubles whenever the history is full. */
  stride: number
  /** The round of each row, counted from 1. */
  readonly rounds: number[]
  /** The weights before that round's update. */
  readonly rows: Float64Array[]
}

/** Of so many experts, at most `capacity` rows. */
export function weightHistoryOf(capacity: number, size: number): StateShape<WeightHistory> {
  const fields = shape<WeightHistory>({
    capacity: whole(capacity, capacity),
    stride: whole(1),
    rounds: listOf(whole(1)),
    rows: listOf(floats(size)),
  })
  return also(fields, ({ rounds, rows }, path) => {
    expectWhole(`the length of ${path}.rows`, rows.length, 0, capacity)
    expectLength(`${path}.rounds`, rounds, rows.length)
  })
}

export function remember(history: WeightHistory, round: number, weights: Float64Array): void {
  if ((round - 1) % history.stride !== 0) return
  if (history.rows.length === history.capacity) {
    thin(history)
    if ((round - 1) % history.stride !== 0) return
  }
  history.rounds.push(round)
  history.rows.push(weights.slice())
}

/** The same with room for more experts, which had no weight. */
export function resizeHistory(history: WeightHistory, size: number): WeightHistory {
  return { ...history, rows: history.rows.map((row) => withRoom(row, size, 0)) }
}

/** Keeps every second row. */
function thin(history: WeightHistory): void {
  const { rounds, rows } = history
  history.stride *= 2
  let kept = 0
  for (let i = 0; i < rows.length; i++) {
    if ((rounds[i] - 1) % history.stride !== 0) continue
    rounds[kept] = rounds[i]
    rows[kept] = rows[i]
    kept++
  }
  rounds.length = kept
  rows.length = kept
}

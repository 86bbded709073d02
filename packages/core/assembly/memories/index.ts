import { at, LEVELS, MEMORIES, RECORDS, SCORES, SIZE, VALUES, WEIGHTS } from './desk'
import { askBoth, askOne, blend, weigh } from './ends'
import { recall } from './recall'
import { push } from './rings'

export {
  COUNTS as counts,
  LEVELS as levels,
  open,
  RECORDS as records,
  ROOTS as roots,
  ROWS as rows,
  SCORES as scores,
  SIZES as sizes,
  STAMPS as stamps,
  VALUES as values,
  WEIGHTS as weights,
  YOUNG as young,
} from './desk'
export { recall } from './recall'

/** Learns the scores of the rows at hand, and writes what their next forecasts are issued with. */
export function advance(rows: i32, ends: i32, miss: f64, rate: f64, share: f64): void {
  for (let row = 0; row < rows; row++) {
    if (!(at(SCORES, row) <= Infinity)) continue
    learn(row, ends, miss, rate, share)
    if (at(LEVELS, row) > 0) issue(row, ends)
  }
}

/** Learns the score of a row, and recalls its memories. */
export function learn(row: i32, ends: i32, miss: f64, rate: f64, share: f64): void {
  const experts = ends * MEMORIES
  const score = at(SCORES, row)
  for (let end = 0; end < ends; end++) {
    const signed = end === 0 ? score : -score
    weigh(experts, weightsOf(row, end, ends), endOf(row, end, ends), signed, miss, rate, share)
  }
  push(row, score)
  recall(row)
}

/** Writes what the next forecast of the row that was recalled last is issued with. */
export function issue(row: i32, ends: i32): void {
  const level = at(LEVELS, row)
  const values = VALUES + ((<usize>(row * SIZE)) << 3)
  if (ends === 2) askBoth(values, level)
  else askOne(values, level)
  for (let end = 0; end < ends; end++) {
    blend(end, ends * MEMORIES, weightsOf(row, end, ends), endOf(row, end, ends))
  }
  store<f64>(recordOf(row, ends), level)
}

function weightsOf(row: i32, end: i32, ends: i32): usize {
  return WEIGHTS + ((<usize>((row * ends + end) * ends * MEMORIES)) << 3)
}

function recordOf(row: i32, ends: i32): usize {
  return RECORDS + ((<usize>(row * (1 + ends * (2 + ends * MEMORIES)))) << 3)
}

function endOf(row: i32, end: i32, ends: i32): usize {
  return recordOf(row, ends) + ((<usize>(1 + end * (2 + ends * MEMORIES))) << 3)
}

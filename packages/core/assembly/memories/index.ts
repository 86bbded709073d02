import { at, LEVELS, MEMORIES, RECORDS, SCORES, SIZE, turnTo, VALUES, WEIGHTS } from './desk'
import { askBoth, askOne, blend, weigh } from './ends'
import { recall } from './recall'
import { push } from './rings'

export {
  COUNTS as counts,
  LEVELS as levels,
  RECORDS as records,
  ROOTS as roots,
  ROWS as rows,
  SCORES as scores,
  SIZES as sizes,
  SLOTS as slots,
  STAMPS as stamps,
  start,
  VALUES as values,
  WEIGHTS as weights,
  YOUNG as young,
} from './desk'

/** Learns the scores of the rows at hand, and writes what their next forecasts are issued with. */
export function advance(rows: i32, ends: i32, miss: f64, rate: f64, share: f64): void {
  turnTo(0)
  for (let row = 0; row < rows; row++) {
    if (!(at(SCORES, row) <= Infinity)) continue
    learnRow(row, ends, miss, rate, share)
    if (at(LEVELS, row) > 0) issueRow(row, ends)
  }
}

/** Learns the score of a row that has a slot of its own. */
export function learn(row: i32, ends: i32, miss: f64, rate: f64, share: f64): void {
  turnTo(row)
  learnRow(row, ends, miss, rate, share)
}

/** Brings the memories of such a row into order: after it was copied in. */
export function open(row: i32): void {
  turnTo(row)
  recall(row)
}

/** Writes what the next forecast of such a row is issued with. */
export function issue(row: i32, ends: i32): void {
  turnTo(row)
  issueRow(row, ends)
}

function learnRow(row: i32, ends: i32, miss: f64, rate: f64, share: f64): void {
  const experts = ends * MEMORIES
  const score = at(SCORES, row)
  for (let end = 0; end < ends; end++) {
    const signed = end === 0 ? score : -score
    weigh(experts, weightsOf(row, end, ends), endOf(row, end, ends), signed, miss, rate, share)
  }
  push(row, score)
  recall(row)
}

/** The row must be the one that was recalled last into the slot. */
function issueRow(row: i32, ends: i32): void {
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

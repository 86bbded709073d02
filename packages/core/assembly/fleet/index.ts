import { at, LEVELS, MEMORIES, put, RECORDS, SCORES, SIZE, VALUES, WEIGHTS } from './desk'
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

/** Learns the scores of the rows at hand, and writes what their next forecasts are issued with. */
export function advance(rows: i32, ends: i32, miss: f64, rate: f64, share: f64): void {
  const experts = ends * MEMORIES
  const length = 1 + ends * (2 + experts)
  for (let row = 0; row < rows; row++) {
    const record = RECORDS + ((<usize>(row * length)) << 3)
    const weights = WEIGHTS + ((<usize>(row * ends * experts)) << 3)
    const values = VALUES + ((<usize>(row * SIZE)) << 3)
    const score = at(SCORES, row)
    const level = at(LEVELS, row)
    if (score <= Infinity) {
      for (let end = 0; end < ends; end++) {
        const signed = end === 0 ? score : -score
        weigh(
          experts,
          weightsOf(weights, end, experts),
          endOf(record, end, experts),
          signed,
          miss,
          rate,
          share,
        )
      }
      push(row, score)
      recall(row)
    }
    if (!(level > 0)) continue
    put(record, 0, level)
    if (ends === 2) askBoth(values, level)
    else askOne(values, level)
    for (let end = 0; end < ends; end++) {
      blend(end, experts, weightsOf(weights, end, experts), endOf(record, end, experts))
    }
  }
}

function weightsOf(weights: usize, end: i32, experts: i32): usize {
  return weights + ((<usize>(end * experts)) << 3)
}

function endOf(record: usize, end: i32, experts: i32): usize {
  return record + ((<usize>(1 + end * (2 + experts))) << 3)
}

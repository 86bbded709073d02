import { ASKED, at, lengthOf, MEMORIES, placesOf, put, ROOTS } from './desk'
import { above, aboveNegated, aboveSizes, median, medianSize } from './order'

/** Thresholds of the upper end and of the lower one, and medians of the experts. */
const UPPER: usize = ASKED
const LOWER: usize = UPPER + ((2 * MEMORIES) << 3)
const MEDIANS: usize = LOWER + ((2 * MEMORIES) << 3)
const FAR: f64 = 1e300
const FIRST: usize = 16

/** Asks every memory for its quantiles at a miss level, and for its median: two ends. */
export function askBoth(values: usize, level: f64): void {
  for (let k = 0; k < MEMORIES; k++) {
    const s = placesOf(k)
    const n = lengthOf(k)
    const threshold = aboveSizes(values, s, n, level)
    put(UPPER, k, threshold)
    put(LOWER, k, threshold)
    put(MEDIANS, k, medianSize(values, s, n))
    put(UPPER, MEMORIES + k, above(values, s, n, level / 2))
    put(LOWER, MEMORIES + k, aboveNegated(values, s, n, level / 2))
    put(MEDIANS, MEMORIES + k, median(values, s, n))
  }
}

/** The same of one end. */
export function askOne(values: usize, level: f64): void {
  for (let k = 0; k < MEMORIES; k++) {
    put(UPPER, k, above(values, placesOf(k), lengthOf(k), level))
    put(MEDIANS, k, median(values, placesOf(k), lengthOf(k)))
  }
}

/** z/(1 + |z|), or ±1 where z is infinite for the map. */
function bounded(z: v128): v128 {
  const size = f64x2.abs(z)
  const one = f64x2.splat(1)
  const inside = f64x2.div(z, f64x2.add(one, size))
  const sign = v128.and(z, f64x2.splat(-0.0))
  return v128.bitselect(v128.or(one, sign), inside, f64x2.gt(size, f64x2.splat(FAR)))
}

/** The twin of `blend`: unit, threshold and bounded thresholds of one end into the record. */
export function blend(end: i32, experts: i32, weights: usize, record: usize): void {
  const thresholds = end === 0 ? UPPER : LOWER
  const bytes = (<usize>experts) << 3
  const first = f64x2.splat(load<f64>(thresholds))
  let differ = i64x2.splat(0)
  let root: f64 = 0
  for (let k: usize = 0; k < bytes; k += 16) {
    const threshold = v128.load(thresholds + k)
    const sum = f64x2.add(f64x2.abs(threshold), f64x2.abs(v128.load(MEDIANS + k)))
    const term = f64x2.mul(v128.load(weights + k), f64x2.sqrt(sum))
    // In the order of the experts: a sum in another order has other bits.
    root = root + f64x2.extract_lane(term, 0) + f64x2.extract_lane(term, 1)
    differ = v128.or(differ, f64x2.ne(threshold, first))
  }
  const unit = root * root
  const scale = f64x2.splat(unit)
  const some = f64x2.gt(scale, f64x2.splat(0))
  let mean: f64 = 0
  for (let k: usize = 0; k < bytes; k += 16) {
    const x = v128.and(bounded(f64x2.div(v128.load(thresholds + k), scale)), some)
    v128.store(record + k, x, FIRST)
    const term = f64x2.mul(v128.load(weights + k), x)
    mean = mean + f64x2.extract_lane(term, 0) + f64x2.extract_lane(term, 1)
  }
  put(record, 0, unit)
  put(record, 1, v128.any_true(differ) ? unit * (mean / (1 - abs(mean))) : at(thresholds, 0))
}

/** The twin of `weigh`: fixed share on the pinball loss of the score, in bounded units. */
export function weigh(
  experts: i32,
  weights: usize,
  record: usize,
  score: f64,
  miss: f64,
  rate: f64,
  share: f64,
): void {
  const unit = at(record, 0)
  if (!(unit > 0 && at(record, 1) < Infinity)) return
  const bytes = (<usize>experts) << 3
  const y = bounded(f64x2.splat(score / unit))
  const above = f64x2.splat(1 - miss)
  const below = f64x2.splat(-miss)
  const power = f64x2.splat(-rate)
  let total: f64 = 0
  for (let k: usize = 0; k < bytes; k += 16) {
    const gap = f64x2.sub(y, v128.load(record + k, FIRST))
    const loss = f64x2.pmax(f64x2.mul(below, gap), f64x2.mul(above, gap))
    const weight = f64x2.mul(v128.load(weights + k), exp(f64x2.mul(power, loss)))
    v128.store(weights + k, weight)
    total = total + f64x2.extract_lane(weight, 0) + f64x2.extract_lane(weight, 1)
  }
  const kept = f64x2.splat((1 - share) / total)
  const spread = f64x2.splat(share / <f64>experts)
  for (let k: usize = 0; k < bytes; k += 16) {
    v128.store(weights + k, f64x2.add(f64x2.mul(kept, v128.load(weights + k)), spread))
  }
}

const PER_STEP: f64 = 64 * Math.LOG2E
const BIAS: i32 = 1088

/** The twin of `exp`, for what a loss below 2 makes of it: −2·rate < x ≤ 0. */
function exp(x: v128): v128 {
  const n = i32x4.trunc_sat_f64x2_s_zero(
    f64x2.add(f64x2.mul(x, f64x2.splat(PER_STEP)), f64x2.splat(64 * <f64>BIAS + 0.5)),
  )
  const m = f64x2.convert_low_i32x4_s(i32x4.sub(n, i32x4.splat(64 * BIAS)))
  const r = f64x2.sub(
    f64x2.sub(x, f64x2.mul(m, f64x2.splat(0.010830417275428772))),
    f64x2.mul(m, f64x2.splat(7.420820373486988e-9)),
  )
  const s = f64x2.mul(r, r)
  const tail = f64x2.add(f64x2.splat(0.041666666666666664), f64x2.mul(r, f64x2.splat(0.008333333333333333)))
  const head = f64x2.add(f64x2.splat(0.5), f64x2.mul(r, f64x2.splat(0.16666666666666666)))
  const more = f64x2.add(r, f64x2.mul(s, f64x2.add(head, f64x2.mul(s, tail))))
  const a = i32x4.extract_lane(n, 0) & 63
  const b = i32x4.extract_lane(n, 1) & 63
  const root = f64x2.replace_lane(f64x2.splat(at(ROOTS, a)), 1, at(ROOTS, b))
  const exponent = i32x4.add(i32x4.shr_s(n, 6), i32x4.splat(1023 - BIAS))
  return f64x2.mul(f64x2.add(root, f64x2.mul(root, more)), i64x2.shl(i64x2.extend_low_i32x4_s(exponent), 52))
}

import { finite } from '../base/check.ts'
import { type Options, options } from '../base/options.ts'
import { expectWhole } from '../base/save/shape.ts'
import { also, counter, floats, real, type StateShape, shape, shorts, whole } from '../base/shape.ts'
import { count, members, numberFrom0, openFraction } from '../base/values.ts'
import { powerOfTwo } from '../math/powers.ts'

export interface AdwinOptions {
  /** Confidence δ of a cut. @default 0.002 */
  readonly significance?: number
  /** Rounds between checks. @default 32 */
  readonly clock?: number
  /** Buckets of one size before two are merged. @default 5 */
  readonly maxBuckets?: number
  /** Shortest subwindow that is compared. @default 5 */
  readonly minWindow?: number
  /** Values before the first check. @default 10 */
  readonly gracePeriod?: number
}

export const ADWIN: Options<AdwinOptions> = options('adwin', {
  significance: { value: openFraction, default: 0.002 },
  clock: { value: count, default: 32 },
  maxBuckets: { value: members, default: 5 },
  minWindow: { value: count, default: 5 },
  gracePeriod: { value: numberFrom0, default: 10 },
})

export interface AdwinState {
  width: number
  total: number
  /** Sum of squared deviations from the window's mean. */
  scatter: number
  tick: number
  rows: number
  /** 1 after a detection: the next value starts a new window. */
  drifted: number
  /** Row r holds up to maxBuckets + 1 buckets of 2ʳ values, oldest first. */
  readonly counts: Uint16Array
  readonly totals: Float64Array
  readonly scatters: Float64Array
}

export interface Adwin {
  readonly init: StateShape<AdwinState>
  reset(state: AdwinState): void
  /** Adds a value; true if the mean has changed within the window. */
  update(state: AdwinState, value: number): boolean
}

// Five buckets in each of 40 rows hold 5·10¹² values.
const ROWS = 40
const SIZES = /* @__PURE__ */ Float64Array.from({ length: ROWS }, (_, row) => powerOfTwo(row))

function windowOf(maxBuckets: number): StateShape<AdwinState> {
  const buckets = floats(ROWS * (maxBuckets + 1))
  const fields = shape<AdwinState>({
    width: counter,
    total: real(),
    scatter: real(),
    tick: counter,
    rows: whole(1, ROWS),
    drifted: whole(0, 1),
    counts: shorts(ROWS),
    totals: buckets,
    scatters: buckets,
  })
  return also(fields, ({ rows, counts, width }, path) => {
    let values = 0
    for (let row = 0; row < ROWS; row++) {
      expectWhole(`${path}.counts[]`, counts[row], 0, row < rows ? maxBuckets : 0)
      values += counts[row] * SIZES[row]
    }
    if (rows > 1) expectWhole(`the oldest of ${path}.counts`, counts[rows - 1], 1, maxBuckets)
    expectWhole(`${path}.width`, width, values, values)
  })
}

/**
 * Adaptive windowing (Bifet & Gavaldà 2007): a window that forgets its older part when the two differ.
 *
 *     |μ₀ − μ₁| > √(2 m σ² δ′) + ⅔ m δ′,   m = 1/(n₀ − c + 1) + 1/(n₁ − c + 1),   δ′ = log(2 log(n)/δ)
 *
 * The window is kept as exponential buckets. Cuts are tried after every bucket but the newest of each
 * size, and a detection empties the window at the next value: River's two conventions.
 */
export function adwin(given: AdwinOptions = {}): Adwin {
  const { significance, clock, maxBuckets, minWindow, gracePeriod } = ADWIN.read(given)
  const stride = maxBuckets + 1

  function exceeds(state: AdwinState, n0: number, n1: number, gap: number): boolean {
    const log = Math.log((2 * Math.log(state.width)) / significance)
    const m = 1 / (n0 - minWindow + 1) + 1 / (n1 - minWindow + 1)
    return Math.abs(gap) > Math.sqrt(2 * m * (state.scatter / state.width) * log) + (2 / 3) * log * m
  }

  function hasCut(state: AdwinState): boolean {
    let n0 = 0
    let n1 = state.width
    let u0 = 0
    let u1 = state.total
    for (let row = state.rows - 1; row >= 0; row--) {
      const size = SIZES[row]
      for (let b = 0; b < state.counts[row] - 1; b++) {
        const total = state.totals[row * stride + b]
        n0 += size
        n1 -= size
        u0 += total
        u1 -= total
        if (n0 >= minWindow && n1 >= minWindow && exceeds(state, n0, n1, u0 / n0 - u1 / n1)) return true
      }
    }
    return false
  }

  return {
    init: windowOf(maxBuckets),
    reset,
    update(state, value) {
      finite('value', value)
      if (state.drifted) reset(state)
      insert(state, value, stride)
      if (++state.tick % clock !== 0 || state.width <= gracePeriod) return false
      while (hasCut(state)) {
        state.drifted = 1
        dropOldest(state, stride)
      }
      return state.drifted === 1
    },
  }
}

function reset(state: AdwinState): void {
  state.width = state.total = state.scatter = state.tick = state.drifted = 0
  state.rows = 1
  state.counts.fill(0)
}

function insert(state: AdwinState, value: number, stride: number): void {
  const { counts, totals, scatters } = state
  const slot = counts[0]++
  totals[slot] = value
  scatters[slot] = 0
  const before = state.width++
  if (before > 0) {
    const gap = value - state.total / before
    state.scatter += (before * gap * gap) / state.width
  }
  state.total += value
  for (let row = 0; counts[row] === stride && row + 1 < ROWS; row++) mergeOldest(state, row, stride)
}

function mergeOldest(state: AdwinState, row: number, stride: number): void {
  const { counts, totals, scatters } = state
  const from = row * stride
  const to = from + stride + counts[row + 1]++
  const size = SIZES[row]
  const gap = totals[from] / size - totals[from + 1] / size
  totals[to] = totals[from] + totals[from + 1]
  scatters[to] = scatters[from] + scatters[from + 1] + (size * size * gap * gap) / (2 * size)
  drop(state, row, 2, stride)
  if (row + 2 > state.rows) state.rows = row + 2
}

function drop({ counts, totals, scatters }: AdwinState, row: number, buckets: number, stride: number): void {
  const from = row * stride
  const end = from + counts[row]
  totals.copyWithin(from, from + buckets, end)
  scatters.copyWithin(from, from + buckets, end)
  counts[row] -= buckets
}

function dropOldest(state: AdwinState, stride: number): void {
  const row = state.rows - 1
  const size = SIZES[row]
  const total = state.totals[row * stride]
  state.width -= size
  state.total -= total
  const gap = total / size - state.total / state.width
  state.scatter -= state.scatters[row * stride] + (size * state.width * gap * gap) / (size + state.width)
  drop(state, row, 1, stride)
  // Merging may have emptied the row below.
  while (state.counts[state.rows - 1] === 0 && state.rows > 1) state.rows--
}

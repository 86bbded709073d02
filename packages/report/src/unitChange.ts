import { bool, counter, floats, listOf, real, type StateShape, shape, upTo, whole } from 'credence/kinds'

/** From a row on, outcomes are many times as large as before, or as small. */
export interface UnitChange {
  /** The first row of the new size, as it was counted. */
  readonly row: number
  /** How many times as large; below 1 where they are smaller. */
  readonly factor: number
}

/** A change of size, and whether it is as a change of unit would be. */
interface SizeChange extends UnitChange {
  readonly isUnit: boolean
}

/** The sizes of the last outcomes, and where they changed. Plain data, of a size that does not grow with the run. */
export interface UnitState {
  /** Outcomes other than 0, which has no size; and those of them before the last change. */
  sizes: number
  settled: number
  /** The last of them, and the rows of the last of these: the i-th at i modulo the room. */
  readonly y: Float64Array
  readonly rows: Float64Array
  readonly found: SizeChange[]
}

/** Times as large, at least, that is another unit rather than another level. */
const LEAST = 10
/** Rows on both sides of a change that are compared, at most and at least. */
const MOST_ROWS = 30
const FEWEST_ROWS = 8
/** What changes its size more often does so by nature, such as by week: then there is nothing to tell. */
const MOST_CHANGES = 3

const ROOM = 2 * MOST_ROWS

export const UNITS: StateShape<UnitState> = /* @__PURE__ */ shape<UnitState>({
  sizes: counter,
  settled: whole(0, ({ sizes }: UnitState) => sizes),
  y: floats(ROOM),
  rows: floats(MOST_ROWS),
  found: upTo(MOST_CHANGES + 1, listOf(shape<SizeChange>({ row: real(), factor: real(), isUnit: bool }))),
})

/** Where the outcomes of a series become all at once many times as large, or as small, such as from thousands to units. */
export function unitChanges(y: readonly number[]): UnitChange[] {
  const state = UNITS()
  y.forEach((value, row) => {
    observeUnit(state, value, row)
  })
  return summariseUnits(state)
}

/** Enters the outcome of the next row. A change is looked for when as many rows as are compared have followed it. */
export function observeUnit(state: UnitState, y: number, row: number): void {
  if (!Number.isFinite(y) || y === 0 || state.found.length > MOST_CHANGES) return
  state.y[state.sizes % ROOM] = y
  state.rows[state.sizes++ % MOST_ROWS] = row
  const from = state.sizes - MOST_ROWS
  const change = from > 0 ? changeAt(state, from) : undefined
  if (!change) return
  state.found.push(change)
  state.settled = from
}

/** The changes so far; one that few rows have followed yet is among them. */
export function summariseUnits(state: UnitState): UnitChange[] {
  const { sizes, settled, found } = state
  const all = [...found]
  for (let from = Math.max(settled, sizes - MOST_ROWS) + 1; from <= sizes - FEWEST_ROWS; from++) {
    const change = changeAt(state, from)
    if (!change) continue
    all.push(change)
    break
  }
  if (all.length > MOST_CHANGES) return []
  return all.filter(({ isUnit }) => isUnit).map(({ row, factor }) => ({ row, factor }))
}

/**
 * Whether outcomes have another size from one of them on. The nearest rows on both sides must lie apart, and many rows:
 * so growth is no change, however long, and neither are an outlier and a season of strong contrast.
 */
function changeAt(state: UnitState, from: number): SizeChange | undefined {
  const { sizes, settled, y, rows } = state
  if (from - settled < FEWEST_ROWS || sizes - from < FEWEST_ROWS) return undefined
  const value = (i: number): number => y[i % ROOM]
  const log = (i: number): number => Math.log(Math.abs(value(i)))
  // Three rows decide for nearly all places that there is no change.
  if (Math.abs(middle(log, from) - middle(log, from - 3)) < Math.log(LEAST) / 2) return undefined
  const first = Math.max(settled, from - MOST_ROWS)
  const end = Math.min(sizes, from + MOST_ROWS)
  const sorted = (of: (i: number) => number, start: number, stop: number): number[] =>
    Array.from({ length: stop - start }, (_, i) => of(start + i)).sort((a, b) => a - b)
  const near = medians(sorted(log, from - FEWEST_ROWS, from), sorted(log, from, from + FEWEST_ROWS))
  const far = medians(sorted(log, first, from), sorted(log, from, end))
  if ([near, far].some(([before, after]) => !(Math.abs(after - before) >= Math.log(LEAST)))) return undefined
  const [before, after] = near
  const isNew = (i: number): boolean => Math.abs(log(i) - after) < Math.abs(log(i) - before)
  // An outlier beside a change lies apart too, and is not its first row.
  if (!isNew(from) || isNew(from - 1)) return undefined
  const times = far[1] - far[0]
  const jump = Math.abs(value(from) - value(from - 1)) / Math.exp(Math.max(before, after))
  const isUnit = jump > 0.25 && isScaled(sorted(value, first, from), sorted(value, from, end), times)
  return { row: rows[from % MOST_ROWS], factor: Math.exp(times), isUnit }
}

/**
 * Whether values are so many times as large in all respects. A level that moves away from 0 makes them larger and leaves
 * their spread as it is; what comes to rest about 0 has both signs. The few rows show both roughly.
 *
 * @param times its logarithm
 */
function isScaled(before: readonly number[], after: readonly number[], times: number): boolean {
  const spread = Math.log(spreadOf(after) / spreadOf(before))
  const signs = Math.abs(positiveShare(after) - positiveShare(before))
  // Where none varies there is nothing to compare.
  return !(spread / times < 0.5) && signs < 0.4
}

/** Between the quarters of sorted values. */
function spreadOf(values: readonly number[]): number {
  const at = (part: number): number => values[Math.round(part * (values.length - 1))] as number
  return at(0.75) - at(0.25)
}

function positiveShare(values: readonly number[]): number {
  return values.filter((value) => value > 0).length / values.length
}

/** The middle of three rows. */
function middle(log: (i: number) => number, from: number): number {
  const [a, b, c] = [log(from), log(from + 1), log(from + 2)]
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c))
}

/**
 * The medians of both sides, in order. NaN where they do not lie apart: between nine tenths of the one and nine tenths of
 * the other there must be a quarter of the way, else some rows of the one may be of the size of the other.
 */
function medians(before: readonly number[], after: readonly number[]): readonly [number, number] {
  const at = (logs: readonly number[], part: number): number =>
    logs[Math.round(part * (logs.length - 1))] as number
  const [older, newer] = [at(before, 0.5), at(after, 0.5)]
  const between = newer > older ? at(after, 0.1) - at(before, 0.9) : at(before, 0.1) - at(after, 0.9)
  return between > Math.abs(newer - older) / 4 ? [older, newer] : [Number.NaN, Number.NaN]
}

/** A change for people. @param where the first row of the new size, or its time */
export function unitSentence({ factor }: UnitChange, target: string, where: string): string {
  const larger = factor >= 1
  const times = Number((larger ? factor : 1 / factor).toPrecision(2))
  const near = 10 ** Math.round(Math.log10(times))
  // Medians of noisy rows are not round; a unit is.
  const round = Math.abs(Math.log(times / near)) < 0.3 ? near : times
  return `from ${where} on, ${JSON.stringify(target)} is about ${round.toLocaleString('en')} times as ${larger ? 'large' : 'small'} as before. If the unit changed, convert the older rows to the new unit and run again. If the values really changed so much, do nothing`
}

import { counter, floats, likeFresh, listOf, real, type StateShape, shape, upTo, whole } from 'credence/kinds'

/** From a row on, outcomes are many times as large as before, or as small. */
export interface UnitChange {
  /** The first row of the new size, as it was counted. */
  readonly row: number
  /** How many times as large; below 1 where they are smaller. */
  readonly factor: number
}

/** The sizes of the last outcomes, and where they changed. Plain data, of a size that does not grow with the run. */
export interface UnitState {
  /** Outcomes other than 0, which has no size; and those of them before the last change. */
  sizes: number
  settled: number
  /** log |y| of the last of them, and their rows: the i-th at i modulo the room. */
  readonly logs: Float32Array
  readonly rows: Float64Array
  readonly found: UnitChange[]
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
  logs: likeFresh(() => new Float32Array(ROOM)),
  rows: floats(ROOM),
  found: upTo(MOST_CHANGES + 1, listOf(shape<UnitChange>({ row: real(), factor: real() }))),
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
  const log = Math.log(Math.abs(y))
  if (!Number.isFinite(log) || state.found.length > MOST_CHANGES) return
  const at = state.sizes++ % ROOM
  state.logs[at] = log
  state.rows[at] = row
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
  return all.length > MOST_CHANGES ? [] : all
}

/**
 * Whether outcomes have another size from one of them on. The nearest rows on both sides must lie apart, and many rows:
 * so growth is no change, however long, and neither are an outlier and a season of strong contrast.
 */
function changeAt(state: UnitState, from: number): UnitChange | undefined {
  const { sizes, settled, logs, rows } = state
  if (from - settled < FEWEST_ROWS || sizes - from < FEWEST_ROWS) return undefined
  const log = (i: number): number => logs[i % ROOM]
  // Three rows decide for nearly all places that there is no change.
  if (Math.abs(middle(log, from) - middle(log, from - 3)) < Math.log(LEAST) / 2) return undefined
  const between = (first: number, end: number): number[] =>
    Array.from({ length: end - first }, (_, i) => log(first + i)).sort((a, b) => a - b)
  const apartBy = (most: number): readonly [number, number] => {
    const first = Math.max(settled, from - most, sizes - ROOM)
    return medians(between(first, from), between(from, Math.min(sizes, from + most)))
  }
  const [near, far] = [apartBy(FEWEST_ROWS), apartBy(MOST_ROWS)]
  if ([near, far].some(([before, after]) => !(Math.abs(after - before) >= Math.log(LEAST)))) return undefined
  const [before, after] = near
  const isNew = (i: number): boolean => Math.abs(log(i) - after) < Math.abs(log(i) - before)
  // An outlier beside a change lies apart too, and is not its first row.
  return isNew(from) && !isNew(from - 1)
    ? { row: rows[from % ROOM], factor: Math.exp(far[1] - far[0]) }
    : undefined
}

/** The middle of three rows. */
function middle(log: (i: number) => number, from: number): number {
  const [a, b, c] = [log(from), log(from + 1), log(from + 2)]
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c))
}

/** The medians of both sides, in order; NaN where nine tenths of the one do not lie beyond nine tenths of the other. */
function medians(before: readonly number[], after: readonly number[]): readonly [number, number] {
  const at = (logs: readonly number[], part: number): number =>
    logs[Math.round(part * (logs.length - 1))] as number
  const isApart = at(before, 0.9) < at(after, 0.1) || at(after, 0.9) < at(before, 0.1)
  return isApart ? [at(before, 0.5), at(after, 0.5)] : [Number.NaN, Number.NaN]
}

/** A change for people. @param where the first row of the new size, or its time */
export function unitSentence({ factor }: UnitChange, where: string): string {
  const larger = factor >= 1
  const times = Number((larger ? factor : 1 / factor).toPrecision(2))
  const near = 10 ** Math.round(Math.log10(times))
  // Medians of noisy rows are not round; a unit is.
  const round = Math.abs(Math.log(times / near)) < 0.3 ? near : times
  return `from ${where} on, values are about ${round.toLocaleString('en')} times as ${larger ? 'large' : 'small'} as before. If the unit changed, convert the older rows to the new unit and run again; if this is right, do nothing`
}

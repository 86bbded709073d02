/** From a row on, outcomes are many times as large as before, or as small. */
export interface UnitChange {
  /** The first row of the new size, from 0. */
  readonly row: number
  /** How many times as large; below 1 where they are smaller. */
  readonly factor: number
}

/** Times as large, at least, that is another unit rather than another level. */
const LEAST = 10
/** Rows on both sides of a change that are compared, at most and at least. */
const MOST_ROWS = 30
const FEWEST_ROWS = 8
/** Changes that are told, at most. */
const MOST_CHANGES = 3

/**
 * Where the outcomes of a series become all at once many times as large, or as small, such as from thousands to units.
 *
 * The sum of squares of log |y| is split where that leaves least of it; rows on both sides must then lie apart by the
 * factor. So growth, however long, is none, and neither is a single outlier.
 */
export function unitChanges(y: readonly number[]): UnitChange[] {
  const logs = y.map((value) => Math.log(Math.abs(value)))
  // Zeros have no size: each is as large as the row before it.
  for (let row = 0; row < logs.length; row++)
    if (!Number.isFinite(logs[row])) logs[row] = logs[row - 1] ?? logs.find(Number.isFinite) ?? 0
  return within(logs, 0, logs.length, MOST_CHANGES).sort((a, b) => a.row - b.row)
}

function within(logs: readonly number[], from: number, to: number, most: number): UnitChange[] {
  if (most === 0 || to - from < 2 * FEWEST_ROWS) return []
  const row = splitOf(logs, from, to)
  const log = apart(
    logs.slice(Math.max(from, row - MOST_ROWS), row),
    logs.slice(row, Math.min(to, row + MOST_ROWS)),
  )
  if (!(Math.abs(log) >= Math.log(LEAST))) return []
  const before = within(logs, from, row, most - 1)
  const after = within(logs, row, to, most - 1 - before.length)
  return [{ row, factor: Math.exp(log) }, ...before, ...after]
}

/** The row that begins the second of two parts whose means are furthest apart, for their lengths. */
function splitOf(logs: readonly number[], from: number, to: number): number {
  const whole = logs.slice(from, to).reduce((sum, log) => sum + log, 0)
  let best = from + FEWEST_ROWS
  let most = -1
  let sum = 0
  for (let row = from + 1; row <= to - FEWEST_ROWS; row++) {
    sum += logs[row - 1] as number
    const [left, right] = [row - from, to - row]
    const gap = sum / left - (whole - sum) / right
    const between = (gap * gap * left * right) / (to - from)
    if (left < FEWEST_ROWS || between <= most) continue
    most = between
    best = row
  }
  return best
}

/** How far the medians lie apart; 0 where nine tenths of the one side do not lie beyond nine tenths of the other. */
function apart(before: readonly number[], after: readonly number[]): number {
  const [a, b] = [before, after].map((logs) => [...logs].sort((x, y) => x - y)) as [number[], number[]]
  const at = (logs: readonly number[], part: number): number =>
    logs[Math.round(part * (logs.length - 1))] as number
  const isApart = at(a, 0.9) < at(b, 0.1) || at(b, 0.9) < at(a, 0.1)
  return isApart ? at(b, 0.5) - at(a, 0.5) : 0
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

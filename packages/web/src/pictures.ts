import type { Line, Rows } from '@credence/charts/page'
import {
  amount,
  clock,
  joinedRows,
  moment,
  outcomeText,
  overTime,
  percentage,
  rangeText,
  timeline,
  timelineScale,
} from '@credence/charts/page'
import type { PathStep } from '@credence/client'
import type { Columns } from './rounds.ts'

export interface Alert {
  readonly at: number
  readonly reason: string
}

/** Clock time, where outcomes came one after the other; else the number of the round. */
export function placesOf({ at, time }: Pick<Columns, 'at' | 'time'>): {
  readonly domain: 'time' | 'row'
  readonly at: readonly number[]
} {
  const rising = time.length > 1 && time.every((value, i) => i === 0 || value > (time[i - 1] as number))
  return rising ? { domain: 'time', at: time } : { domain: 'row', at }
}

/** The last `shown` rounds of a series. */
export function lastOf(columns: Columns, shown: number): Columns {
  const cut = Object.entries(columns).map(([name, values]) => [name, (values as unknown[]).slice(-shown)])
  return Object.fromEntries(cut) as unknown as Columns
}

/** What a picture of a series needs. */
export type Series = Pick<Columns, 'at' | 'time' | 'y' | 'mean' | 'lower' | 'upper'>

/** The rows of a series as they are drawn at this width, and how many rounds a mark stands for. */
function drawnRows(
  columns: Series,
  width: number,
): ReturnType<typeof joinedRows> & { domain: 'time' | 'row' } {
  const { domain, at } = placesOf(columns)
  const { y, mean, lower, upper } = columns
  return { domain, ...joinedRows({ at, y, mean, lower, upper }, width - 150) }
}

/** The next outcomes, one after the other as the last ones came. */
export function futureOf(columns: Series, path: readonly PathStep[]): Rows | undefined {
  const { at } = placesOf(columns)
  const [last, before] = [at.at(-1), at.at(-2)]
  if (last === undefined || before === undefined || path.length === 0) return undefined
  return {
    at: path.map(({ step }) => last + step * (last - before)),
    y: path.map(() => null),
    mean: path.map(({ mean }) => mean),
    lower: path.map(({ lower }) => lower),
    upper: path.map(({ upper }) => upper),
  }
}

/** From where to where a picture of this series goes. */
export function spanOf(columns: Series, future: Rows | undefined, width: number): readonly [number, number] {
  const { at } = drawnRows(columns, width).rows
  return [at[0] ?? 0, future?.at.at(-1) ?? at.at(-1) ?? 1]
}

/** The round under a pointer, `x` pixels from the left edge. */
export function pointedAt(
  columns: Series,
  width: number,
  x: number,
  future: Rows | undefined,
): number | undefined {
  if (columns.at.length < 2) return undefined
  const { rows, size } = drawnRows(columns, width)
  const value = timelineScale(rows, future, width).toValue(x)
  let nearest = 0
  rows.at.forEach((place, i) => {
    if (Math.abs(place - value) < Math.abs((rows.at[nearest] as number) - value)) nearest = i
  })
  return Math.min(columns.at.length - 1, nearest * size + size - 1)
}

/** Outcomes over their forecasts and intervals, with what is wrong. */
export function drawSeries(
  columns: Series,
  target: number,
  alerts: readonly Alert[],
  width: number,
  { pointed, future }: { readonly pointed?: number | undefined; readonly future?: Rows | undefined } = {},
): string {
  if (columns.at.length < 2) return ''
  const { domain, rows, size } = drawnRows(columns, width)
  // One a reason: a second line beside the first says nothing more.
  const first = new Map<string, Alert>()
  for (const alert of [...alerts].reverse()) first.set(alert.reason.replace(/[\d.]+/g, ''), alert)
  const marks = domain === 'time' ? [...first.values()].sort((a, b) => a.at - b.at) : []
  return timeline(rows, {
    width,
    domain,
    unit: '',
    coverage: target,
    future,
    ahead: future ? `next ${future.at.length}` : undefined,
    joined: size > 1 ? `by ${size} rounds` : undefined,
    cursor: pointed === undefined ? undefined : Math.floor(pointed / size),
    alerts: marks
      .slice(-2)
      .map(({ at: when, reason }) => ({ at: when, title: shortened(reason), note: `seen ${clock(when)}` })),
    says: 'Outcomes with their forecasts and intervals',
  })
}

/** A reason without its numbers, for where there is little room: what comes after a bracket or a comma. */
export function shortened(reason: string): string {
  const [first = reason] = reason.split(/ \(|, |: /)
  return first.length > 44 ? `${first.slice(0, 43)}…` : first
}

/** Between which shares 50 outcomes fall inside in 95 of 100 cases, where intervals hold what they promise. */
export function chanceOf(target: number): readonly [number, number] {
  const chance = 1.96 * Math.sqrt((target * (1 - target)) / 50)
  return [target - chance, Math.min(1, target + chance)]
}

/** Share of the last 50 outcomes inside their intervals, beside what was asked for and what chance allows. */
export function drawCoverage(
  columns: Pick<Columns, 'at' | 'time' | 'rolling'>,
  target: number,
  width: number,
  below?: readonly [from: number, to: number],
): string {
  if (columns.at.length < 2) return ''
  const chance = chanceOf(target)
  const lowest = Math.min(...columns.rolling.map((value) => value ?? 1), chance[0])
  return overTime({
    width,
    ...placesOf(columns),
    unit: 'inside',
    format: 'percent',
    range: [Math.max(0, lowest - 0.03), 1],
    chance,
    below,
    asked: { value: target, label: below && width < 560 ? 'asked' : `asked ${percentage(target)}` },
    lines: [{ label: percentage(columns.rolling.at(-1)), role: 'forecast', values: columns.rolling }],
    says: 'Share of the last 50 outcomes inside their intervals',
  })
}

/** Outcomes over which the errors of versions are averaged. */
const ERRORS = 50

/** How far each version was off on average, over the last outcomes at each. Rounds that only one of them saw are left out. */
export function meanErrors(
  { errors }: Pick<Columns, 'errors'>,
  versions: readonly number[],
): ReadonlyMap<number, readonly (number | null)[]> {
  const shared = errors.map((one) => versions.every((version) => one.has(version)))
  return new Map(
    versions.map((version) => [
      version,
      errors.map((_, i) => {
        const near = errors
          .slice(Math.max(0, i - ERRORS + 1), i + 1)
          .filter((__, k) => shared[k + Math.max(0, i - ERRORS + 1)])
        if (!shared[i] || near.length < 10) return null
        return near.reduce((sum, one) => sum + (one.get(version) as number), 0) / near.length
      }),
    ]),
  )
}

/** The errors of the version that answers and of those in its shadow, on one chart. */
export function drawVersions(
  columns: Pick<Columns, 'at' | 'errors'>,
  live: number,
  shadows: readonly number[],
  width: number,
): string {
  const lines = Array.from(
    meanErrors(columns, [live, ...shadows]),
    ([version, values], nth): Line => ({
      label: `version ${version}${nth === 0 ? ', live' : ''}`,
      role: nth === 0 ? 'forecast' : nth === 1 ? 'naive' : 'other',
      values,
    }),
  )
  return drawLines(columns.at, lines, 'off by, on average', width)
}

/** Lines over rounds that are not those of the series: weights, regret. */
export function drawLines(
  at: readonly number[],
  lines: readonly Line[],
  unit: string,
  width: number,
  percent = false,
): string {
  if (at.length < 2) return ''
  const values = lines.flatMap((line) => line.values.filter((value): value is number => value !== null))
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)]
  const range = percent
    ? ([0, 1] as const)
    : ([low, high === low ? low + 1 : high + 0.15 * (high - low)] as const)
  return overTime({
    width,
    domain: 'row',
    at,
    lines,
    unit,
    range,
    ...(percent ? { format: 'percent' as const } : {}),
    says: unit,
  })
}

/** A round in words: the latest, or the one that is pointed at. */
export function readout(
  columns: Series,
  target: number,
  pointed = columns.at.length - 1,
): readonly (readonly [string, string])[] {
  if (pointed < 0 || pointed >= columns.at.length) return []
  const at = (values: readonly (number | null)[]): number | null => values[pointed] ?? null
  const [y, mean, lower, upper] = [at(columns.y), at(columns.mean), at(columns.lower), at(columns.upper)]
  const { domain } = placesOf(columns)
  const when =
    domain === 'time'
      ? moment(columns.time[pointed] as number, 1000)
      : `round ${(columns.at[pointed] as number).toLocaleString('en')}`
  const known = lower !== null && upper !== null
  return [
    ['', when],
    ...(y === null ? [] : [['outcome', outcomeText(y)] as const]),
    ...(mean === null ? [] : [['forecast', amount(mean)] as const]),
    ...(known ? [[percentage(target), rangeText(lower, upper)] as const] : []),
    ...(known && y !== null ? [['', y < lower || y > upper ? '○ outside' : '● inside'] as const] : []),
  ]
}

import {
  type Change,
  type Domain,
  day,
  dayOfYear,
  moment,
  type Rows,
  type Whole,
} from '@credence/charts/page'
import { alertWords } from 'credence/conformal'
import { spacingOf } from '../naive.ts'
import type { RunSummary } from '../summary.ts'
import { placesOf } from './evidence.ts'

type Values = readonly (number | null)[]

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** All that the picture of the last stretch needs: rows one by one, the whole run in stretches, and spans to choose. */
export interface Stretch {
  readonly domain: Domain
  /** Milliseconds between rows; 0 where rows have no time. */
  readonly spacing: number
  readonly rows: Rows
  /** The whole run, each mark some rows. */
  readonly joined: Rows
  /** How many rows a mark stands for there; 1: each stands for itself. */
  readonly width: number
  readonly whole: Whole
  /** The rows after the last outcome, and what they are in words. */
  readonly future?: Rows
  readonly ahead?: string
  readonly changes: readonly Change[]
  readonly spans: readonly Span[]
  readonly target: string
  readonly coverage: number
}

/** So many rows, in words. */
export interface Span {
  readonly label: string
  /** 0: the whole run. */
  readonly rows: number
}

export function stretchOf(summary: RunSummary): Stretch | undefined {
  const { recent, series, columns, intervals } = summary
  const known = recent.y.reduce((count: number, value, i) => (value === null ? count : i + 1), 0)
  if (known < 2) return undefined
  const overall = placesOf(series)
  // Both pictures show the same kind of x, or the frame below would not fit.
  const spacing = overall.domain === 'time' ? spacingOf(summary) : 0
  const domain: Domain = spacing > 0 ? 'time' : 'row'
  const at = domain === 'time' ? overall.at : series.t
  const { y, low, high, forecast, lower, upper, width } = series
  const future = futureOf(summary, domain, known)
  const rows = rowsOf(summary, domain, 0, known)
  return {
    domain,
    spacing,
    rows,
    joined:
      series.t.length === recent.t.length
        ? rows
        : { at, y, mean: forecast, lower, upper, ...(width > 1 ? { low, high } : {}) },
    width,
    whole: stripOf(endsOf(at, width, spacing, recent, known), y, low, high),
    ...(future ? { future, ahead: aheadText(future, spacing) } : {}),
    changes: changesOf(summary, domain, spacing),
    spans: spansOf(spacing, known, series.t.length > 1),
    target: columns.target,
    coverage: intervals?.asked ?? 0.9,
  }
}

function rowsOf({ recent }: RunSummary, domain: Domain, from: number, to: number): Rows {
  const cut = (values: Values): Values => values.slice(from, to)
  const inner = recent.innerLower.some((value) => value !== null)
  return {
    at: cut(domain === 'time' ? recent.time : recent.t) as readonly number[],
    y: cut(recent.y),
    mean: cut(recent.mean),
    lower: cut(recent.lower),
    upper: cut(recent.upper),
    ...(inner ? { innerLower: cut(recent.innerLower), innerUpper: cut(recent.innerUpper) } : {}),
  }
}

/** Rows of the file that have no outcome yet; where there are none, those that were forecast beyond it. */
function futureOf(summary: RunSummary, domain: Domain, known: number): Rows | undefined {
  const { recent, future } = summary
  if (known < recent.t.length) return rowsOf(summary, domain, known, recent.t.length)
  if (!future || future.mean.length === 0) return undefined
  const { time, ...values } = future
  const timed = domain === 'time' && time.every((value) => value !== null)
  const last = recent.t[recent.t.length - 1]
  if (domain === 'time' && !timed) return undefined
  const at = timed ? (time as readonly number[]) : time.map((_, k) => last + k + 1)
  return { at, y: time.map(() => null), ...values }
}

/** What the rows after the last one are, in words: «next 14 days». */
export function aheadText({ at }: Pick<Rows, 'at'>, spacing: number): string {
  const unit = UNITS.find(([length]) => Math.abs(spacing - length) < 0.06 * length)?.[1] ?? 'row'
  return at.length === 1 ? `next ${unit}` : `next ${at.length} ${unit}s`
}

const UNITS: readonly (readonly [number, string])[] = [
  [60_000, 'minute'],
  [HOUR, 'hour'],
  [DAY, 'day'],
  [7 * DAY, 'week'],
  [30.4 * DAY, 'month'],
  [91 * DAY, 'quarter'],
  [365 * DAY, 'year'],
]

function changesOf({ changes }: RunSummary, domain: Domain, spacing: number): Change[] {
  return changes.flatMap((change) => {
    const at = domain === 'time' ? change.time : change.t
    if (at === null) return []
    const when =
      domain === 'row' ? `row ${at.toLocaleString('en')}` : spacing < DAY ? moment(at, spacing) : day(at)
    return [{ at, title: alertWords(change), note: `seen ${when}` }]
  })
}

/** Times of stretches are their middle: the run begins with its first row and ends with its last outcome. */
function endsOf(
  at: readonly number[],
  width: number,
  spacing: number,
  { time }: RunSummary['recent'],
  known: number,
): readonly number[] {
  if (spacing === 0 || at.length < 2) return at
  return [at[0] - ((width - 1) / 2) * spacing, ...at.slice(1, -1), time[known - 1] ?? at[at.length - 1]]
}

/** Marks of the strip below: fewer than pixels, so that its range can be seen beside its mean. */
const MOST_MARKS = 300

/** The whole run as a strip. */
export function stripOf(at: readonly number[], y: Values, low: Values, high: Values): Whole {
  const width = Math.ceil(at.length / MOST_MARKS)
  const marks = Array.from({ length: Math.ceil(at.length / width) }, (_, i) => i * width)
  const over = (values: Values, from: number, pick: (some: readonly number[]) => number): number | null => {
    const some = values.slice(from, from + width).filter((value) => value !== null)
    return some.length === 0 ? null : pick(some)
  }
  const means = marks.map((from) =>
    over(y, from, (some) => some.reduce((sum, value) => sum + value, 0) / some.length),
  )
  return {
    at: marks.map((from, i) => (i === 0 ? at[0] : at[Math.min(at.length - 1, from + width - 1)])),
    mean: smoothed(means),
    low: marks.map((from) => over(low, from, (some) => Math.min(...some))),
    high: marks.map((from) => over(high, from, (some) => Math.max(...some))),
  }
}

function smoothed(values: Values): Values {
  return values.map((value, i) => {
    const near = values.slice(Math.max(0, i - 3), i + 4).filter((some) => some !== null)
    return value === null ? null : near.reduce((sum, some) => sum + some, 0) / near.length
  })
}

/** Spans that people say, for rows of this spacing. */
const SPANS: readonly (readonly [spacing: number, ...spans: (readonly [string, number])[]])[] = [
  [300 * DAY, ['20 years', 20], ['50 years', 50], ['100 years', 100]],
  [80 * DAY, ['3 years', 12], ['10 years', 40], ['25 years', 100]],
  [27 * DAY, ['2 years', 24], ['5 years', 60], ['10 years', 120]],
  [6 * DAY, ['half a year', 26], ['a year', 52], ['3 years', 156]],
  [20 * HOUR, ['4 weeks', 28], ['12 weeks', 84], ['a year', 365]],
  [HOUR / 2, ['2 days', 48], ['a week', 168], ['3 weeks', 504]],
]

/** Spans to choose from. @param kept rows that are there @param more whether the whole run can be shown too */
export function spansOf(spacing: number, kept: number, more: boolean): Span[] {
  const rows = SPANS.find(([least]) => spacing >= least)?.slice(1) as
    | (readonly [string, number])[]
    | undefined
  const named = rows ?? [
    ['50 rows', 50],
    ['150 rows', 150],
    ['500 rows', 500],
  ]
  const fitting = named.filter(([, size]) => size <= kept).map(([label, size]) => ({ label, rows: size }))
  return [...fitting, ...(more ? [{ label: 'All', rows: 0 }] : [])]
}

/** From when to when the run went, in words. */
export function spanText({ domain, whole, spacing }: Stretch): string {
  const [first, last] = [whole.at[0], whole.at[whole.at.length - 1]]
  if (domain === 'row') return `rows 1 to ${last.toLocaleString('en')}`
  return spacing >= DAY
    ? `${dayOfYear(first)} to ${dayOfYear(last)}`
    : `${moment(first, spacing)} to ${moment(last, spacing)}`
}

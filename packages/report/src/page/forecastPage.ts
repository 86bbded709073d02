import { amount, moment, percentage } from '@credence/charts/page'
import { unitChanges, unitSentence } from '../unitChange.ts'
import { type Board, type BoardPicture, boardSection, inDigits, MOST_LISTED, Places } from './board.ts'
import { escapeHtml, finding, tableOf } from './html.ts'
import { type PageOptions, pageOf, stretchSection } from './page.ts'
import { aheadText, type Stretch, spansOf, stripOf } from './stretch.ts'

/** The forecasts of one or many series, as data. */
export interface ForecastReport {
  readonly target: string
  readonly coverage: number
  /** Whether places are milliseconds. */
  readonly timed: boolean
  /** Whether naive forecasts repeat the value a season ago; else the last one. @default true */
  readonly seasonal?: boolean
  /** Gone through several times; not all of them need be in memory. */
  readonly each: Iterable<SeriesReport>
}

export interface SeriesReport {
  /** Empty where there is only one series. */
  readonly name: string
  readonly past: { readonly at: readonly number[]; readonly y: readonly number[] }
  readonly future: Fan
  /** The time of each step, as it is written. */
  readonly labels: readonly string[]
  readonly total: { readonly mean: number; readonly lower: number; readonly upper: number }
  readonly record: readonly StepReport[]
}

interface Fan {
  readonly at: readonly number[]
  readonly mean: readonly number[]
  readonly lower: readonly number[]
  readonly upper: readonly number[]
  readonly innerLower: readonly number[]
  readonly innerUpper: readonly number[]
}

interface StepReport {
  readonly step: number
  readonly origins: number
  readonly error: number
  readonly naive: number
  readonly covered: number
}

/** What comes next as one page: the first step in a sentence, a fan, the steps, and how good such forecasts were. */
export function forecastPage(report: ForecastReport, options: PageOptions): Promise<string> {
  const [first, second] = report.each
  return first && !second ? singlePage(first, report, options) : manyPage(report, options)
}

/** Milliseconds between the steps, 0 where they have no times. */
function spacingOf({ past, future }: SeriesReport, { timed }: ForecastReport): number {
  if (!timed) return 0
  const at = [...past.at.slice(-50), ...future.at]
  const steps = at.slice(1).map((value, i) => value - (at[i] as number))
  return steps.sort((a, b) => a - b)[steps.length >> 1] ?? 0
}

/** The time of each step for people. */
function whenOf(series: SeriesReport, report: ForecastReport): readonly string[] {
  const spacing = spacingOf(series, report)
  return spacing > 0 ? series.future.at.map((at) => moment(at, spacing)) : series.labels
}

function singlePage(series: SeriesReport, report: ForecastReport, options: PageOptions): Promise<string> {
  const { target, coverage } = report
  const { future, labels, total } = series
  const [mean, lower, upper] = [future.mean[0], future.lower[0], future.upper[0]]
  const when = whenOf(series, report)
  const sum =
    labels.length > 1
      ? `All ${labels.length} steps together: ${amount(total.mean)}, between ${amount(total.lower)} and ${amount(total.upper)} ${timesIn(coverage)}.`
      : ''
  const stretch = stretchOf(series, report)
  const next = stretch.ahead ?? `next ${labels.length}`
  const main = `<h1>${escapeHtml(`${capital(target)} will be about ${amount(mean)} on ${when[0]}, and between ${amount(lower)} and ${amount(upper)} ${timesIn(coverage)}.`)}</h1>
<p class="lede">${sum} ${recordNote(series, report)}${escapeHtml(unitNote(series, report))}</p>
${stretchSection(stretch, `The ${next}, and what came before`)}
<div class="evidence">${stepsTable(series, when, next, coverage)}${recordTable(series, report)}</div>`
  return pageOf(main, { pictures: {}, stretch }, options)
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** What forecasts are compared with. */
function naiveOf({ seasonal = true }: ForecastReport): string {
  return seasonal ? 'the value a season ago' : 'the last value'
}

/** How good such forecasts were, in a sentence. */
function recordNote(series: SeriesReport, report: ForecastReport): string {
  const ratio = ratioOf(series)
  const covered = coveredOf(series)
  if (!Number.isFinite(ratio) || covered === null) return ''
  const beside = `${percentage(Math.abs(1 - ratio))} ${ratio < 1 ? 'less' : 'more'} error than ${naiveOf(report)}`
  return `Such forecasts had ${beside} so far, and ${percentage(covered)} of the outcomes fell inside.`
}

/** Where outcomes are all at once many times as large, or as small. */
function unitNote(series: SeriesReport, report: ForecastReport): string {
  const spacing = spacingOf(series, report)
  const { at, y } = series.past
  return unitChanges(y)
    .map((change) => {
      const place = at[change.row] as number
      return ` ${capital(unitSentence(change, report.target, spacing > 0 ? moment(place, spacing) : `row ${place}`))}.`
    })
    .join('')
}

/** Past outcomes that the picture of one series holds. */
const MOST_ROWS = 5000

/** Past outcomes that are drawn on a card, for each row ahead; and how many at least. */
const PAST = 3
const FEWEST = 30

function stretchOf(series: SeriesReport, report: ForecastReport): Stretch {
  const { future, labels } = series
  const at = series.past.at.slice(-MOST_ROWS)
  const y = series.past.y.slice(-MOST_ROWS)
  const none = at.map(() => null)
  const rows = { at, y, mean: none, lower: none, upper: none }
  const spacing = spacingOf(series, report)
  const shown = Math.max(FEWEST, PAST * labels.length)
  const spans = spansOf(spacing, at.length, true)
  // The second is shown at first: the shortest that holds enough of the past.
  const enough = spans.findIndex((span) => span.rows === 0 || span.rows >= Math.min(shown, at.length))
  return {
    domain: spacing > 0 ? 'time' : 'row',
    spacing,
    rows,
    joined: rows,
    width: 1,
    whole: stripOf(at, y, y, y),
    future: { ...future, y: future.at.map(() => null) },
    ahead: aheadText(future, spacing),
    changes: [],
    spans: spans.slice(Math.max(0, enough - 1)),
    target: report.target,
    coverage: report.coverage,
  }
}

function timesIn(coverage: number): string {
  return coverage === 0.9 ? 'nine times in ten' : `with ${percentage(coverage)} probability`
}

function stepsTable(
  { future }: SeriesReport,
  when: readonly string[],
  next: string,
  coverage: number,
): string {
  const rows = when.map((label, k) => [
    escapeHtml(label),
    `<b>${amount(future.mean[k])}</b>`,
    amount(future.lower[k]),
    amount(future.upper[k]),
  ])
  const table = tableOf('Steps', ['Time', 'Forecast', 'Lower', 'Upper'], rows, [1, 2, 3])
  return finding(
    `The ${next} in numbers`,
    `Each interval should hold the outcome with ${percentage(coverage)} probability.`,
    table,
  )
}

function recordTable({ record }: SeriesReport, report: ForecastReport): string {
  if (record.length === 0) return ''
  const rows = record.map(({ step, origins, error, naive, covered }) => [
    `step ${step}`,
    amount(error),
    amount(naive),
    percentage(covered),
    origins.toLocaleString('en'),
  ])
  const table = tableOf(
    'Track record',
    ['Step', 'Error', report.seasonal === false ? 'Last value' : 'Season ago', 'Covered', 'Origins'],
    rows,
    [1, 2, 3, 4],
  )
  return finding(
    'How good such forecasts were here',
    `Mean absolute error beside ${naiveOf(report)}, and how many outcomes the ${percentage(report.coverage)} interval held, from earlier rows of this file.`,
    table,
  )
}

function manyPage(report: ForecastReport, options: PageOptions): Promise<string> {
  const { target, each, coverage } = report
  const all = Array.from(each, ratioOf)
  const order = all.map((_, s) => s).sort((a, b) => (all[b] as number) - (all[a] as number))
  const board = boardOf(listed(each, order.slice(0, MOST_LISTED)), report)
  const ratios = order.map((s) => all[s] as number).filter(Number.isFinite)
  const middle = ratios[ratios.length >> 1]
  const better = ratios.filter((ratio) => ratio < 1).length
  const [{ labels } = { labels: [] }] = each
  const steps = labels.length
  const typical =
    middle === undefined
      ? ''
      : `: in a typical one such forecasts had ${percentage(Math.abs(1 - middle))} ${middle < 1 ? 'less' : 'more'} error than ${naiveOf(report)}`
  const note =
    ratios.length > 0
      ? `They were better than that in ${better.toLocaleString('en')} of ${ratios.length.toLocaleString('en')} series. `
      : ''
  const caption = `The worst first: those whose past forecasts were weakest beside ${naiveOf(report)}. On each card the last outcomes, then the forecast with its ${percentage(coverage)} interval.`
  const title = `${capital(board.ahead ?? `next ${steps} steps`)} of every series`
  const main = `<h1>${escapeHtml(`${all.length.toLocaleString('en')} series of ${target}, each forecast ${steps} ${steps === 1 ? 'step' : 'steps'} ahead${typical}.`)}</h1>
<p class="lede">${note}Errors are over earlier rows of the same series, in units of its own naive error.</p>
${boardSection(board, title, caption)}`
  return pageOf(main, { pictures: {}, board }, options)
}

/** Some of the series, in an order of their own. */
function listed(each: Iterable<SeriesReport>, places: readonly number[]): SeriesReport[] {
  const rank = new Map(places.map((s, i) => [s, i]))
  const found = new Array<SeriesReport>(places.length)
  let s = 0
  for (const series of each) {
    const i = rank.get(s++)
    if (i !== undefined) found[i] = series
  }
  return found
}

/** Series that have a picture; all that are listed are in the table. */
const MOST_PICTURES = 1000

function boardOf(each: readonly SeriesReport[], report: ForecastReport): Board {
  const { target, coverage } = report
  const places = new Places()
  const pictures = each.slice(0, MOST_PICTURES).map((series) => pictureOf(series, places))
  const [first] = each
  const spacing = first ? spacingOf(first, report) : 0
  return {
    names: each.map(({ name }) => name),
    columns: columnsOf(each, report),
    places: places.each,
    pictures,
    notes: each.slice(0, MOST_PICTURES).map((series) => noteOf(series, report)),
    domain: spacing > 0 ? 'time' : 'row',
    spacing,
    target,
    coverage,
    ...(first ? { ahead: aheadText(first.future, spacing) } : {}),
  }
}

function columnsOf(each: readonly SeriesReport[], report: ForecastReport): Board['columns'] {
  const { coverage } = report
  const finite = (value: number): number | null => (Number.isFinite(value) ? value : null)
  const amounts = (
    head: string,
    value: (series: SeriesReport) => number | null,
    minor = false,
  ): Board['columns'][number] => ({
    head,
    ...(minor ? { minor } : {}),
    format: 'amount',
    worst: 'high',
    values: each.map(value),
  })
  return [
    {
      head: report.seasonal === false ? 'error beside the last value' : 'error beside a season ago',
      format: 'beside',
      worst: 'high',
      values: each.map((series) => finite(ratioOf(series))),
      flagged: each.flatMap((series, s) => (ratioOf(series) > 1 ? [s] : [])),
    },
    amounts('next step', ({ future }) => future.mean[0] ?? null),
    amounts('lower', ({ future }) => future.lower[0] ?? null, true),
    amounts('upper', ({ future }) => future.upper[0] ?? null, true),
    amounts('all steps', ({ total }) => total.mean),
    amounts('lower', ({ total }) => total.lower, true),
    amounts('upper', ({ total }) => total.upper, true),
    {
      head: `covered, of ${percentage(coverage)}`,
      format: 'share',
      worst: 'low',
      values: each.map(coveredOf),
    },
  ]
}

function pictureOf({ past, future, labels }: SeriesReport, places: Places): BoardPicture {
  const shown = Math.max(FEWEST, PAST * labels.length)
  const y = past.y.slice(-shown)
  const known = [...y, ...future.mean]
  const span = Math.max(...known) - Math.min(...known)
  const short = (values: readonly number[]): readonly (number | null)[] => inDigits(values, span)
  const none = y.map(() => null)
  return {
    at: places.of(past.at.slice(-shown)),
    y: short(y),
    mean: none,
    lower: none,
    upper: none,
    future: {
      at: places.of(future.at),
      mean: short(future.mean),
      lower: short(future.lower),
      upper: short(future.upper),
      innerLower: short(future.innerLower),
      innerUpper: short(future.innerUpper),
    },
  }
}

function noteOf(series: SeriesReport, report: ForecastReport): string {
  const { future, total, labels } = series
  const [mean, lower, upper] = [future.mean[0], future.lower[0], future.upper[0]]
  const first = `${escapeHtml(whenOf(series, report)[0] ?? '')}: <b>${amount(mean)}</b>, between ${amount(lower)} and ${amount(upper)}.`
  const sum =
    labels.length > 1
      ? ` All ${labels.length} steps: <b>${amount(total.mean)}</b>, between ${amount(total.lower)} and ${amount(total.upper)}.`
      : ''
  return `${first}${sum} ${recordNote(series, report)}`
}

/** Error in units of the naive error, over all steps. */
function ratioOf({ record }: SeriesReport): number {
  const own = record.reduce((sum, { error, origins }) => sum + error * origins, 0)
  const naive = record.reduce((sum, { naive: other, origins }) => sum + other * origins, 0)
  return naive > 0 ? own / naive : Number.NEGATIVE_INFINITY
}

function coveredOf({ record }: SeriesReport): number | null {
  const origins = record.reduce((sum, one) => sum + one.origins, 0)
  return origins === 0 ? null : record.reduce((sum, one) => sum + one.covered * one.origins, 0) / origins
}

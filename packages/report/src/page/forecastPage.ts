import { amount, percentage, timeline } from '@credence/charts/page'
import { escapeHtml, finding, tableOf } from './html.ts'
import { type PageOptions, pageOf } from './page.ts'

/** The forecasts of one or many series, as data. */
export interface ForecastReport {
  readonly target: string
  readonly coverage: number
  /** Whether places are milliseconds. */
  readonly timed: boolean
  readonly each: readonly SeriesReport[]
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

const WIDE = 1120
const SMALL = 520
/** Series that have a picture of their own; all of them are in the table. */
const MOST_PICTURES = 60
/** Past outcomes that are drawn, for each row ahead. */
const PAST = 5

/** What comes next as one page: the first step in a sentence, a fan, the steps, and how good such forecasts were. */
export function forecastPage(report: ForecastReport, options: PageOptions): Promise<string> {
  const { each } = report
  const single = each.length === 1 ? each[0] : undefined
  const main = single ? singlePage(single, report) : manyPage(report)
  return pageOf(main, { pictures: {} }, options)
}

function singlePage(series: SeriesReport, report: ForecastReport): string {
  const { target, coverage } = report
  const { future, labels, total } = series
  const [mean, lower, upper] = [future.mean[0], future.lower[0], future.upper[0]]
  const sum =
    labels.length > 1
      ? `All ${labels.length} steps together: ${amount(total.mean)}, between ${amount(total.lower)} and ${amount(total.upper)}.`
      : ''
  return `<h1>${escapeHtml(`${target} will be about ${amount(mean)} on ${labels[0]}, and between ${amount(lower)} and ${amount(upper)} ${timesIn(coverage)}.`)}</h1>
<p class="lede">${sum}</p>
<section><p class="cap key"><span><i class="m m-dot"></i>outcome</span><span><i class="m m-line"></i>forecast</span><span><i class="m m-50"></i>50 % interval</span><span><i class="m m-90"></i>${percentage(coverage)} interval</span></p>
<div class="chart">${drawn(series, report, WIDE)}</div></section>
<div class="evidence">${stepsTable(series, coverage)}${recordTable(series, coverage)}</div>`
}

function timesIn(coverage: number): string {
  return coverage === 0.9 ? 'nine times in ten' : `with ${percentage(coverage)} probability`
}

function drawn(
  { past, future, labels }: SeriesReport,
  { target, coverage, timed }: ForecastReport,
  width: number,
): string {
  const shown = Math.max(30, PAST * labels.length)
  const none = past.at.slice(-shown).map(() => null)
  return timeline(
    { at: past.at.slice(-shown), y: past.y.slice(-shown), mean: none, lower: none, upper: none },
    {
      width,
      domain: timed ? 'time' : 'row',
      unit: target,
      coverage,
      future: { ...future, y: [] },
      ahead: `next ${labels.length}`,
      says: `${target} so far and its forecast for ${labels.length} steps`,
    },
  )
}

function stepsTable({ labels, future }: SeriesReport, coverage: number): string {
  const rows = labels.map((label, k) => [
    escapeHtml(label),
    `<b>${amount(future.mean[k])}</b>`,
    amount(future.lower[k]),
    amount(future.upper[k]),
  ])
  const table = tableOf('Steps', ['when', 'forecast', 'lower', 'upper'], rows, [1, 2, 3])
  return finding(
    'The next steps',
    `Each interval should hold the outcome with ${percentage(coverage)} probability.`,
    table,
  )
}

function recordTable({ record }: SeriesReport, coverage: number): string {
  if (record.length === 0) return ''
  const rows = record.map(({ step, origins, error, naive, covered }) => [
    `step ${step}`,
    amount(error),
    amount(naive),
    percentage(covered),
    origins.toLocaleString('en'),
  ])
  const table = tableOf('Track record', ['', 'error', 'season ago', 'covered', 'origins'], rows, [1, 2, 3, 4])
  return finding(
    'How good such forecasts were here',
    `Mean absolute error beside the value a season ago, and how many outcomes the ${percentage(coverage)} interval held, from earlier rows of this file.`,
    table,
  )
}

function manyPage(report: ForecastReport): string {
  const { target, each, coverage } = report
  const worst = [...each].sort((a, b) => ratioOf(b) - ratioOf(a))
  const pictures = worst
    .slice(0, MOST_PICTURES)
    .map((series) =>
      finding(
        series.name,
        `next: ${amount(series.future.mean[0])}, between ${amount(series.future.lower[0])} and ${amount(series.future.upper[0])}`,
        `<div class="chart">${drawn(series, report, SMALL)}</div>`,
      ),
    )
  const rows = worst.map((series) => [
    escapeHtml(series.name),
    amount(series.future.mean[0]),
    `${amount(series.future.lower[0])} to ${amount(series.future.upper[0])}`,
    amount(series.total.mean),
    `${amount(series.total.lower)} to ${amount(series.total.upper)}`,
    Number.isFinite(ratioOf(series)) ? amount(ratioOf(series), 2) : '–',
    percentage(coveredOf(series)),
  ])
  const heads = [
    'series',
    'next step',
    `${percentage(coverage)} interval`,
    'total',
    `${percentage(coverage)} interval`,
    'error beside naive',
    'covered',
  ]
  return `<h1>${escapeHtml(`${each.length.toLocaleString('en')} series of ${target}, each forecast ${each[0].labels.length} steps ahead.`)}</h1>
<p class="lede">Worst first: those whose past forecasts were weakest beside the value of a season ago. Below 1 the forecast was better.</p>
${finding('All series', 'Errors are over earlier rows of the same series, in units of its own naive error.', tableOf('All series', heads, rows, [1, 2, 3, 4, 5, 6]))}
<div class="evidence">${pictures.join('')}</div>`
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

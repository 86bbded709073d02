import { amount, moment, outcomeText, percentage, rangeText } from '@credence/charts/page'
import { spacingOf } from '../naive.ts'
import type { RunSummary } from '../summary.ts'
import type { WorstSummary } from '../worst.ts'
import { escapeHtml, finding, tableOf } from './html.ts'
import type { Stretch } from './stretch.ts'

/** What is wrong, at the top; or that nothing was found. */
export function warningsList({ warnings, changes }: RunSummary): string {
  if (warnings.length === 0)
    return `<p class="fine">${changes.length > 0 ? 'Nothing else to warn of.' : 'Nothing to warn of.'}</p>`
  const items = warnings.map(({ message }) => `<li>${escapeHtml(message)}</li>`)
  return `<ul class="warnings" aria-label="Warnings">${items.join('')}</ul>`
}

/** When a row was, or its number, for people. */
export function whenOf(
  summary: RunSummary,
): (row: { readonly t: number; readonly time: number | null }) => string {
  const spacing = spacingOf(summary)
  return ({ t, time }) => (time === null ? `row ${t.toLocaleString('en')}` : moment(time, spacing))
}

/** Rows ahead that are listed. */
const MOST_AHEAD = 31

/** What comes next, row by row. */
export function futureSection(stretch: Stretch | undefined): string {
  const { future, ahead, domain, spacing, coverage } = stretch ?? {}
  if (!future || !ahead || spacing === undefined) return ''
  const rows = future.at
    .slice(0, MOST_AHEAD)
    .map((at, k) => [
      domain === 'time' ? moment(at, spacing) : `row ${at.toLocaleString('en')}`,
      `<b>${amount(future.mean[k])}</b>`,
      rangeText(future.lower[k], future.upper[k]),
      ...(future.innerLower && future.innerUpper
        ? [rangeText(future.innerLower[k], future.innerUpper[k])]
        : []),
    ])
  const inner = future.innerLower ? [percentage(0.5)] : []
  const heads = [domain === 'time' ? 'Time' : 'Row', 'Forecast', `${percentage(coverage)} interval`, ...inner]
  const more = future.at.length - rows.length
  return finding(
    `The ${ahead} in numbers`,
    `Each interval should hold the outcome as often as it says.${more > 0 ? ` ${more.toLocaleString('en')} more rows are in the picture above.` : ''}`,
    tableOf('What comes next', heads, rows, [1, 2, 3]),
  )
}

/** The rows that were missed by most: where to look first if something is wrong with the data. */
export function worstSection(summary: RunSummary, stretch: Stretch | undefined): string {
  const { worst } = summary
  if (worst.length === 0) return ''
  const timed = stretch?.domain === 'time'
  const when = whenOf(summary)
  const rows = worst.map((row) => {
    const { t, y, mean, lower, upper } = row
    const time = timed ? row.time : null
    return [
      stretch
        ? `<button type="button" class="link" data-at="${time ?? t}">${when({ t, time })}</button>`
        : when({ t, time }),
      `<b>${outcomeText(y)}</b>`,
      lower === null ? amount(mean) : rangeText(lower, upper),
      `${(y ?? 0) > (mean ?? 0) ? '+' : ''}${amount((y ?? 0) - (mean ?? 0))}`,
      `<span class="sub">${escapeHtml(noteOf(row, worst, timed))}</span>`,
    ]
  })
  const heads = [timed ? 'Time' : 'Row', 'Outcome', 'Interval', 'Miss', 'What was unusual']
  return finding(
    `The ${worst.length} rows it missed by most`,
    'Look here first if something is wrong with the data.',
    tableOf('The rows missed by most', heads, rows, [1, 2, 3], 'noted'),
  )
}

const DAY = 86_400_000

/** Rows apart up to which misses belong together. */
const NEAR = 5

/** What sets a row apart: a cell, the day of the year, or that its neighbours were missed as well. */
function noteOf(
  { t, time, y, mean, unusual }: WorstSummary,
  worst: readonly WorstSummary[],
  timed: boolean,
): string {
  const others = worst.filter((other) => other.t !== t)
  const sameDay = (other: number): boolean => {
    const years = Math.round(Math.abs(other - (time as number)) / (365.25 * DAY))
    return (
      years >= 1 &&
      new Date(other).toISOString().slice(5, 10) === new Date(time as number).toISOString().slice(5, 10)
    )
  }
  if (timed && time !== null && others.some((other) => other.time !== null && sameDay(other.time)))
    return `the same day of another year was missed too`
  const side = Math.sign((y ?? 0) - (mean ?? 0))
  const near = others.filter(
    (other) => Math.abs(other.t - t) <= NEAR && Math.sign((other.y ?? 0) - (other.mean ?? 0)) === side,
  )
  return (
    [
      unusual,
      near.length > 0
        ? `${near.length} more ${near.length === 1 ? 'row' : 'rows'} near it, missed on the same side`
        : '',
    ]
      .filter(Boolean)
      .join('; ') || 'alone: the rows around it fit'
  )
}

/** Experts that are listed: those with the most weight. */
const LISTED = 12

export function expertsSection({ experts }: RunSummary): string {
  if (experts.length < 2) return ''
  const rows = [...experts]
    .sort((a, b) => b.weight - a.weight)
    .slice(0, LISTED)
    .map(({ name, weight, meanLoss, failures }) => [
      escapeHtml(name),
      percentage(weight, 1),
      amount(meanLoss),
      String(failures),
    ])
  const left = experts.length > LISTED ? ` ${experts.length - LISTED} more have less weight.` : ''
  const table = tableOf('Experts', ['Expert', 'Weight', 'Mean loss', 'Failures'], rows, [1, 2, 3])
  return finding('The experts behind the forecast', `Weight over the last quarter of the run.${left}`, table)
}

/** What each column was taken for. */
export function columnsSection({ columns }: RunSummary): string {
  const { target, used, ignored, kinds, filled } = columns
  const gaps = Object.entries(filled ?? {}).map(([name, count]) => `${name} (${count})`)
  const found = kinds?.map(({ name, kind, levels, missing, unreadable }) => [
    `<code>${escapeHtml(name)}</code>`,
    [
      kind === 'word'
        ? `words: ${levels === 1 ? 'one' : `${levels.toLocaleString('en')} different ones`}`
        : KINDS[kind],
      missing > 0 ? `missing in ${missing.toLocaleString('en')} rows` : '',
      unreadable > 0 ? `unreadable in ${unreadable.toLocaleString('en')}` : '',
    ]
      .filter(Boolean)
      .join('; '),
  ])
  const list = (names: readonly string[]): string =>
    names.map((name) => `<code>${escapeHtml(name)}</code>`).join(' ') || 'none'
  const rest = `Target <code>${escapeHtml(target)}</code>. ${found ? '' : `Used: ${list(used)}. `}Not used: ${list(ignored)}.${gaps.length > 0 ? ` Gaps filled: ${list(gaps)}.` : ''}`
  return finding(
    'What was found about the columns',
    rest,
    found && found.length > 0 ? tableOf('Columns', ['Column', 'Taken for'], found, []) : '<div></div>',
  )
}

const KINDS = {
  number: 'numbers',
  boolean: 'yes or no',
  time: 'times',
  word: 'words',
  unknown: 'nothing known',
} as const

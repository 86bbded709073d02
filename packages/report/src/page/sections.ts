import { amount, moment, percentage } from '@credence/charts/page'
import type { RunSummary } from '../summary.ts'
import { escapeHtml, finding, tableOf } from './html.ts'
import type { Stretch } from './stretch.ts'

/** What is wrong, at the top; or that nothing was found. */
export function warningsList({ warnings }: RunSummary): string {
  if (warnings.length === 0) return '<p class="fine">No warnings.</p>'
  const items = warnings.map(({ message }) => `<li>${escapeHtml(message)}</li>`)
  return `<ul class="warnings" aria-label="Warnings">${items.join('')}</ul>`
}

/** The rows that were missed by most: where to look first if something is wrong with the data. */
export function worstSection({ worst }: RunSummary, stretch: Stretch | undefined): string {
  if (worst.length === 0) return ''
  const timed = stretch?.domain === 'time'
  const rows = worst.map(({ t, time, y, mean, lower, upper }) => [
    timed && time !== null ? moment(time, stretch.spacing) : `row ${t.toLocaleString('en')}`,
    `<b>${amount(y)}</b>`,
    lower === null ? amount(mean) : `${amount(lower)} to ${amount(upper)}`,
    `${(y ?? 0) > (mean ?? 0) ? '+' : ''}${amount((y ?? 0) - (mean ?? 0))}`,
  ])
  const table = tableOf(
    'The rows missed by most',
    [timed ? 'Time' : 'Row', 'Outcome', 'Interval', 'Miss'],
    rows,
    [1, 2, 3],
  )
  return finding(
    `The ${worst.length} rows it missed by most`,
    'Look here first if something is wrong with the data.',
    table,
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
  const table = tableOf('Experts', ['expert', 'weight', 'mean loss', 'failures'], rows, [1, 2, 3])
  return finding('The experts behind the forecast', `Weight over the last quarter of the run.${left}`, table)
}

/** What each column was taken for. */
export function columnsSection({ columns }: RunSummary): string {
  const { target, used, ignored, kinds, filled } = columns
  const gaps = Object.entries(filled ?? {}).map(([name, count]) => `${name} (${count})`)
  const found = kinds?.map(({ name, kind, levels, missing, unreadable }) => [
    `<code>${escapeHtml(name)}</code>`,
    [
      kind === 'word' ? `words, ${levels} different` : KINDS[kind],
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
    found && found.length > 0 ? tableOf('Columns', ['column', 'taken for'], found, []) : '<div></div>',
  )
}

const KINDS = {
  number: 'numbers',
  boolean: 'yes or no',
  time: 'times',
  word: 'words',
  unknown: 'nothing known',
} as const

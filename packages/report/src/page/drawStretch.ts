import { amount, brush, moment, percentage, type Rows, timeline } from '@credence/charts/page'
import type { Stretch } from './stretch.ts'

/** What is shown: some rows one by one, or the whole run. */
export interface View {
  /** Places in `rows`, or in `joined` where the whole run is shown. */
  readonly from: number
  readonly to: number
  readonly whole: boolean
}

/** The last rows of a span; 0 for the whole run. */
export function viewOf({ rows, joined }: Stretch, span: number): View {
  return span === 0
    ? { from: 0, to: joined.at.length, whole: true }
    : { from: Math.max(0, rows.at.length - span), to: rows.at.length, whole: false }
}

function shownRows({ rows, joined }: Stretch, { from, to, whole }: View): Rows {
  const source = whole ? joined : rows
  const cut = Object.entries(source).map(([name, values]) => [
    name,
    (values as readonly unknown[]).slice(from, to),
  ])
  return Object.fromEntries(cut) as unknown as Rows
}

export function drawTimeline(stretch: Stretch, view: View, width: number, cursor?: number): string {
  const rows = shownRows(stretch, view)
  const { domain, target, coverage } = stretch
  const many = view.whole && stretch.width > 1
  return timeline(rows, {
    width,
    domain,
    unit: target,
    coverage,
    joined: many
      ? `by ${stretch.width.toLocaleString('en')} rows: mean, lowest and highest outcome`
      : undefined,
    cursor: cursor === undefined ? undefined : cursor - view.from,
    says: `${target} with its forecasts and ${percentage(coverage)} intervals`,
  })
}

export function drawBrush(stretch: Stretch, view: View, width: number): string {
  const { at } = shownRows(stretch, view)
  return brush(stretch.whole, { width, domain: stretch.domain, from: at[0], to: at[at.length - 1] })
}

/** One row in words: always there, of the row that is pointed at or the last one. */
export function readout(stretch: Stretch, view: View, place: number): string {
  const { rows, joined, domain, spacing, coverage } = stretch
  const { at, y, mean, lower, upper } = view.whole ? joined : rows
  const [outcome, low, high] = [y[place], lower[place], upper[place]]
  const when = domain === 'time' ? moment(at[place], spacing) : `row ${at[place].toLocaleString('en')}`
  const parts = [
    `<b>${when}</b>`,
    outcome === null ? 'no outcome' : `outcome <b>${amount(outcome)}</b>`,
    `forecast <b>${amount(mean[place])}</b>`,
    ...(low === null || high === null
      ? []
      : [`${percentage(coverage)} <b>${amount(low)} to ${amount(high)}</b>`]),
    ...(outcome === null || low === null || high === null
      ? []
      : [outcome < low || outcome > high ? '○ outside' : '● inside']),
  ]
  return parts.map((part) => `<span>${part}</span>`).join('')
}

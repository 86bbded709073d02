import type { Rows } from '@credence/charts/page'
import { amount, brush, moment, percentage, rangeText, timeline, timelineScale } from '@credence/charts/page'
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

/** Rows that can be told from each other: on a phone fewer. */
const TOLD = { wide: 200, narrow: 100 }

/** Which of the spans is shown at first: one more than usual where only then the last change is seen. */
export function firstSpan({ spans, rows, changes }: Stretch, narrow: boolean): number {
  const usual = Math.min(narrow ? 0 : 1, spans.length - 1)
  const last = changes[changes.length - 1]
  const next = spans[usual + 1]
  const begin = rows.at[rows.at.length - (spans[usual]?.rows ?? 0)]
  if (!last || !next || next.rows === 0 || begin === undefined || last.at >= begin) return usual
  const seen = last.at >= (rows.at[rows.at.length - next.rows] ?? Infinity)
  return seen && next.rows <= (narrow ? TOLD.narrow : TOLD.wide) ? usual + 1 : usual
}

/** The rows of a view, and the future where the view reaches the end of the run. */
function shownOf(
  { rows, joined, future }: Stretch,
  { from, to, whole }: View,
): { readonly rows: Rows; readonly future: Rows | undefined } {
  const source = whole ? joined : rows
  const cut = Object.entries(source).map(([name, values]) => [
    name,
    (values as readonly unknown[]).slice(from, to),
  ])
  const atEnd = to === source.at.length
  return { rows: Object.fromEntries(cut) as unknown as Rows, future: atEnd ? future : undefined }
}

/** One past the last place that can be pointed at: those of the future come after the rows. */
export function endOf(stretch: Stretch, view: View): number {
  return view.to + (shownOf(stretch, view).future?.at.length ?? 0)
}

/** @param cursor the place that is pointed at, from the first row of the run that is kept */
export function drawTimeline(stretch: Stretch, view: View, width: number, cursor?: number): string {
  const { rows, future } = shownOf(stretch, view)
  const { domain, target, coverage, changes, ahead } = stretch
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
    changes,
    future,
    ahead,
    says: `${target} with its forecasts and ${percentage(coverage)} intervals`,
  })
}

/** The place under a pointer, `x` pixels from the left edge. */
export function placeAt(stretch: Stretch, view: View, width: number, x: number): number {
  const { rows, future } = shownOf(stretch, view)
  const at = [...rows.at, ...(future?.at ?? [])]
  const value = timelineScale(rows, future, width).toValue(x)
  let nearest = 0
  at.forEach((place, i) => {
    if (Math.abs(place - value) < Math.abs(at[nearest] - value)) nearest = i
  })
  return view.from + nearest
}

export function drawBrush(stretch: Stretch, view: View, width: number): string {
  const { at } = shownOf(stretch, view).rows
  return brush(stretch.whole, { width, domain: stretch.domain, from: at[0], to: at[at.length - 1] })
}

/** One row in words: always there, of the row that is pointed at or the last one. */
export function readout(stretch: Stretch, view: View, place: number): string {
  const { rows, joined, future, domain, spacing, coverage } = stretch
  const ahead = place >= view.to ? future : undefined
  const { at, y, mean, lower, upper } = ahead ?? (view.whole ? joined : rows)
  const i = ahead ? place - view.to : place
  const [outcome, low, high] = [y[i], lower[i], upper[i]]
  const when = domain === 'time' ? moment(at[i], spacing) : `row ${at[i].toLocaleString('en')}`
  const shown = outcome === null ? (ahead ? [] : ['no outcome']) : [`outcome <b>${amount(outcome)}</b>`]
  const parts = [
    `<b>${when}</b>`,
    ...shown,
    ...(mean[i] === null ? [] : [`forecast <b>${amount(mean[i])}</b>`]),
    ...(low === null || high === null ? [] : [`${percentage(coverage)} <b>${rangeText(low, high)}</b>`]),
    ...(outcome === null || low === null || high === null
      ? []
      : [outcome < low || outcome > high ? '○ outside' : '● inside']),
  ]
  return parts.map((part) => `<span>${part}</span>`).join('')
}

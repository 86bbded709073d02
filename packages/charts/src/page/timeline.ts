import { element, text } from '../svg.ts'
import type { Domain, Sides } from './axis.ts'
import {
  areaPath,
  drawing,
  endLabels,
  linear,
  linePath,
  roundTicks,
  stepFormat,
  ticksOf,
  xAxis,
  yAxis,
} from './axis.ts'
import { extent } from './extent.ts'
import { amount, percentage } from './format.ts'
import { alertWords, changeWords, placeWords } from './words.ts'

export type Numbers = readonly (number | null)[]

/** Rows as columns: what was forecast, and what came. */
export interface Rows {
  /** Milliseconds, or the number of the row. */
  readonly at: readonly number[]
  readonly y: Numbers
  readonly mean: Numbers
  readonly lower: Numbers
  readonly upper: Numbers
  /** The inner interval, where there is one. */
  readonly innerLower?: Numbers | undefined
  readonly innerUpper?: Numbers | undefined
  /** Least and greatest outcome, where a row stands for several. */
  readonly low?: Numbers | undefined
  readonly high?: Numbers | undefined
}

/** Something that happened, and what is known about it. */
export interface Change {
  readonly at: number
  readonly title: string
  readonly note: string
}

export interface TimelineOptions {
  readonly width: number
  readonly domain: Domain
  readonly unit: string
  /** Share of outcomes that the outer interval should hold. */
  readonly coverage: number
  /** How many rows one mark stands for, in words: «by week». */
  readonly joined?: string | undefined
  readonly future?: Rows | undefined
  /** What the future is, in words: «next 14 days». */
  readonly ahead?: string | undefined
  readonly changes?: readonly Change[] | undefined
  /** What a person should act on: the ground is washed from the first of them to now. */
  readonly alerts?: readonly Change[] | undefined
  /** A row that is pointed at. */
  readonly cursor?: number | undefined
  readonly says: string
}

/** Where a timeline of this width has its plot, so that a pointer can be read back into a row. */
export function timelineSides(width: number): Sides {
  const small = width < 560
  return { left: 46, right: width - (small ? 52 : 100), top: 44, bottom: (small ? 320 : 400) - 28 }
}

/** Reads a place in the picture back into a time or a row. */
export function timelineScale(
  rows: Pick<Rows, 'at'>,
  future: Pick<Rows, 'at'> | undefined,
  width: number,
): { toPixel(value: number): number; toValue(pixel: number): number } {
  const { left, right } = timelineSides(width)
  const first = rows.at[0] as number
  const last = (future?.at.at(-1) ?? rows.at.at(-1)) as number
  return { toPixel: linear(first, last, left + 4, right), toValue: linear(left + 4, right, first, last) }
}

/** Outcomes as dots, the forecast as a line over its bands, the future as a fan behind «now». */
export function timeline(rows: Rows, options: TimelineOptions): string {
  const { width, domain, unit, future, changes = [], joined = '' } = options
  const alerts = (options.alerts ?? []).filter(({ at }) => at >= (rows.at[0] as number))
  const first = rows.at[0] as number
  const last = (future?.at.at(-1) ?? rows.at.at(-1)) as number
  const { toPixel: x } = timelineScale(rows, future, width)
  const xs = rows.at.map(x)
  const spacing = xs.length > 1 ? ((xs.at(-1) as number) - (xs[0] as number)) / (xs.length - 1) : 20
  const now = x(rows.at.at(-1) as number) + (future ? Math.min(spacing / 2, 12) : 0)
  const seen = changes.filter(({ at }) => at > first && at < last)
  const ahead = width < 560 ? '' : (options.ahead ?? '')
  const words = placeWords(
    [...seen.map((change) => changeWords(change, x)), ...alerts.map((alert) => alertWords(alert, x))],
    width,
    future ? [[now - 36, now + 8 + 7 * ahead.length]] : [],
  )
  const usual = timelineSides(width)
  const sides = { ...usual, top: Math.max(usual.top, 12 + 16 * words.rows) }
  const { left, right, top, bottom } = sides
  const [low, high] = extent(rows, future)
  const ticks = roundTicks(low, high, width < 560 ? 6 : 5)
  const within = linear(low, high, bottom, top)
  // A band that leaves the view ends at its edge.
  const y = (value: number): number => Math.max(top, Math.min(bottom, within(value)))
  return drawing(
    width,
    bottom + 28,
    options.says,
    wash(alerts, x, now, sides),
    future ? ground('future-ground', now, sides.right, sides) : '',
    yAxis(ticks, y, sides, stepFormat(ticks)),
    text([unit, joined].filter(Boolean).join(', '), { x: 0, y: top - 6 }),
    bands(rows, xs, y),
    future ? fan(rows, future, x, y) : '',
    ...seen.map(({ at }) => upright('change', x(at), bottom)),
    ...alerts.map(({ at }) => upright('alert-line', x(at), bottom)),
    words.svg,
    // Without forecasts nothing leads the eye from dot to dot.
    rows.mean.every((value) => value === null)
      ? element('path', { class: 'other thread', d: linePath(xs, rows.y.map(placed(y))) })
      : element('path', { class: 'forecast', d: linePath(xs, rows.mean.map(placed(y))) }),
    outcomes(rows, xs, y, spacing),
    future ? nowLine(now, sides, ahead) : '',
    options.cursor === undefined ? '' : pointed(placeOf(rows, future, options.cursor), x, y, sides),
    xAxis(ticksOf(domain, first, last, right - left), x, sides),
    names(rows, future, y, sides, options),
  )
}

/** An end that is infinite lies at the edge of the view. */
function placed(y: (value: number) => number): (value: number | null) => number | null {
  return (value) => (value === null || Number.isNaN(value) ? null : y(value))
}

function bands(rows: Rows, xs: readonly number[], y: (value: number) => number): string {
  const outer = areaPath(xs, rows.lower.map(placed(y)), rows.upper.map(placed(y)))
  const { innerLower, innerUpper } = rows
  const inner =
    innerLower && innerUpper ? areaPath(xs, innerLower.map(placed(y)), innerUpper.map(placed(y))) : ''
  return (
    element('path', { class: 'b90', d: outer }) + (inner ? element('path', { class: 'b50', d: inner }) : '')
  )
}

/** The future begins at the last forecast, so that the fan grows out of the band. */
function fan(rows: Rows, future: Rows, x: (at: number) => number, y: (value: number) => number): string {
  const end = rows.at.length - 1
  const lead = (values: Numbers | undefined, ahead: Numbers | undefined): Numbers => [
    values?.[end] ?? null,
    ...(ahead ?? []),
  ]
  const joined: Rows = {
    at: [rows.at[end] as number, ...future.at],
    y: [],
    mean: lead(rows.mean, future.mean),
    lower: lead(rows.lower, future.lower),
    upper: lead(rows.upper, future.upper),
    ...(future.innerLower && future.innerUpper
      ? {
          innerLower: lead(rows.innerLower, future.innerLower),
          innerUpper: lead(rows.innerUpper, future.innerUpper),
        }
      : {}),
  }
  const xs = joined.at.map(x)
  return (
    bands(joined, xs, y) +
    element('path', { class: 'forecast future', d: linePath(xs, joined.mean.map(placed(y))) })
  )
}

function ground(name: string, from: number, to: number, { bottom }: Sides): string {
  return element('rect', { class: name, x: from, y: 0, width: Math.max(0, to - from), height: bottom })
}

function nowLine(now: number, { bottom }: Sides, ahead: string): string {
  return (
    element('line', { class: 'now', x1: now, x2: now, y1: 0, y2: bottom }) +
    text('now', { class: 'ink strong halo', x: now - 6, y: 11, 'text-anchor': 'end' }) +
    (ahead ? text(ahead, { x: now + 8, y: 11 }) : '')
  )
}

function upright(name: string, at: number, bottom: number): string {
  return element('line', { class: name, x1: at, x2: at, y1: 0, y2: bottom })
}

/** The ground from the first alert on. */
function wash(alerts: readonly Change[], x: (at: number) => number, now: number, sides: Sides): string {
  const [first] = alerts
  return first ? ground('alert-ground', x(first.at), now, sides) : ''
}

function outcomes(rows: Rows, xs: readonly number[], y: (value: number) => number, spacing: number): string {
  return xs
    .map((x, i) => {
      const value = rows.y[i]
      if (value === null || value === undefined) return ''
      const { low, high } = rows
      if (low && high) {
        const bar = element('line', {
          class: 'range',
          x1: x,
          x2: x,
          y1: y(low[i] ?? value),
          y2: y(high[i] ?? value),
        })
        return bar + element('circle', { class: 'dot', cx: x, cy: y(value), r: spacing > 10 ? 2.6 : 1.5 })
      }
      const out = value < (rows.lower[i] ?? -Infinity) || value > (rows.upper[i] ?? Infinity)
      const wide = spacing > 7
      return out
        ? element('circle', { class: 'ring', cx: x, cy: y(value), r: wide ? 4 : 3 })
        : element('circle', { class: 'dot', cx: x, cy: y(value), r: wide ? 2.6 : 1.7 })
    })
    .join('')
}

/** The place that a cursor is at, and the value there: an outcome, or what is forecast. */
function placeOf(
  rows: Rows,
  future: Rows | undefined,
  cursor: number,
): readonly [number, number] | undefined {
  const ahead = cursor - rows.at.length
  const [of, i] = future && ahead >= 0 ? [future, ahead] : [rows, cursor]
  const value = of.y[i] ?? of.mean[i]
  const at = of.at[i]
  return at === undefined || value === null || value === undefined ? undefined : [at, value]
}

function pointed(
  place: readonly [number, number] | undefined,
  x: (at: number) => number,
  y: (value: number) => number,
  { top, bottom }: Sides,
): string {
  if (!place) return ''
  const [at, value] = [x(place[0]), y(place[1])]
  return (
    element('line', { class: 'now faint', x1: at, x2: at, y1: top, y2: bottom }) +
    element('circle', { class: 'pointed', cx: at, cy: value, r: 5.5 })
  )
}

function names(
  rows: Rows,
  future: Rows | undefined,
  y: (value: number) => number,
  { right }: Sides,
  { coverage, width }: TimelineOptions,
): string {
  const ending = future ?? rows
  const end = ending.at.length - 1
  const at = (values: Numbers | undefined): number | null => values?.[end] ?? null
  const [mean, upper, inner] = [at(ending.mean), at(ending.upper), at(ending.innerUpper)]
  if (mean === null) return ''
  const said = width < 560 ? amount(mean) : `forecast ${amount(mean)}`
  const between = (a: number, b: number): number => y((a + b) / 2)
  const shown = (value: number | null): value is number => value !== null && Number.isFinite(value)
  return endLabels(
    [
      ...(shown(upper)
        ? [
            {
              at: between(upper, shown(inner) ? inner : mean) - 4,
              label: percentage(coverage),
              class: 't-forecast',
            },
          ]
        : []),
      ...(shown(inner)
        ? [{ at: between(inner, mean) - 2, label: percentage(0.5), class: 't-forecast' }]
        : []),
      { at: y(mean) + 3, label: said, class: 't-forecast strong' },
    ],
    right + 8,
  )
}

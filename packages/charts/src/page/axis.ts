import { element, escapeXml, text } from '../svg.ts'
import { amount, clock, clockWithSeconds, day, monthOrYear } from './format.ts'

const MINUTE = 60_000
const DAY = 86_400_000

/** A straight line through (a, p) and (b, q). */
export function linear(a: number, b: number, p: number, q: number): (value: number) => number {
  const slope = b === a ? 0 : (q - p) / (b - a)
  return (value) => p + (value - a) * slope
}

/** Round numbers from `low` to `high`, about `count` of them. */
export function roundTicks(low: number, high: number, count: number): number[] {
  const span = high - low
  if (!(span > 0) || !Number.isFinite(span)) return [low]
  const raw = span / count
  const power = 10 ** Math.floor(Math.log10(raw))
  const step = power * ([1, 2, 2.5, 5].find((k) => k * power >= raw * 0.999) ?? 10)
  const first = Math.ceil(low / step - 1e-9)
  const last = Math.floor(high / step + 1e-9)
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)))
}

export interface Tick {
  readonly at: number
  readonly label: string
  readonly strong?: boolean
}

/** Ticks at round places of the calendar: minutes, hours, days, Mondays, months, years. The year stands once. */
export function timeTicks(from: number, to: number, width: number): Tick[] {
  const pixels = width / Math.max(1, to - from)
  const seconds = [1, 2, 5, 10, 15, 30].find((k) => 1000 * k * pixels >= 72)
  if (seconds !== undefined && to - from < 10 * MINUTE)
    return every(from, to, 1000 * seconds, (at) => ({ at, label: clockWithSeconds(at) }))
  const minutes = [1, 5, 10, 15, 30, 60, 120, 180, 360, 720].find((m) => m * MINUTE * pixels >= 58)
  if (minutes !== undefined && to - from < 3 * DAY) {
    return every(from, to, minutes * MINUTE, (at) =>
      at % DAY === 0 ? { at, label: day(at), strong: true } : { at, label: clock(at) },
    )
  }
  const days = [1, 2].find((k) => k * DAY * pixels >= 52)
  if (days !== undefined) return every(from, to, days * DAY, (at) => ({ at, label: day(at) }))
  // 5 January 1970 was a Monday.
  const weeks = [1, 2].find((k) => 7 * k * DAY * pixels >= 52)
  if (weeks !== undefined && to - from < 200 * DAY)
    return every(from, to, 7 * weeks * DAY, (at) => ({ at, label: day(at) }), 4 * DAY)
  const months = [1, 2, 3, 6].find((k) => 30.4 * k * DAY * pixels >= 44)
  return months === undefined ? yearTicks(from, to, pixels) : monthTicks(from, to, months)
}

function every(from: number, to: number, step: number, tick: (at: number) => Tick, origin = 0): Tick[] {
  const ticks: Tick[] = []
  for (let at = Math.ceil((from - origin) / step) * step + origin; at <= to; at += step) ticks.push(tick(at))
  return ticks
}

function monthTicks(from: number, to: number, step: number): Tick[] {
  const ticks: Tick[] = []
  const year = new Date(from).getUTCFullYear()
  for (let month = 0; ; month += step) {
    const at = Date.UTC(year, month, 1)
    if (at > to) return ticks
    if (at >= from) ticks.push({ at, ...monthOrYear(at) })
  }
}

function yearTicks(from: number, to: number, pixels: number): Tick[] {
  const step = [1, 2, 5, 10, 20, 50, 100].find((k) => 365 * k * DAY * pixels >= 44) ?? 200
  const first = Math.ceil(new Date(from).getUTCFullYear() / step) * step
  const ticks: Tick[] = []
  for (let year = first; Date.UTC(year, 0, 1) <= to; year += step) {
    const at = Date.UTC(year, 0, 1)
    if (at >= from) ticks.push({ at, label: String(year), strong: true })
  }
  return ticks
}

/** What x is: a time in milliseconds, or the number of a row. */
export type Domain = 'time' | 'row'

export function ticksOf(domain: Domain, from: number, to: number, width: number): Tick[] {
  if (domain === 'time') return timeTicks(from, to, width)
  const shown = roundTicks(from, to, Math.max(2, Math.round(width / 90)))
  return shown.filter(Number.isInteger).map((at) => ({ at, label: amount(at, 0) }))
}

export interface Sides {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

export function xAxis(
  ticks: readonly Tick[],
  x: (at: number) => number,
  { left, right, bottom }: Sides,
): string {
  const line = element('line', { class: 'axis', x1: left, x2: right, y1: bottom, y2: bottom })
  const marks = ticks
    .map(({ at, label, strong }) => ({ place: x(at), label, strong }))
    .filter(({ place }) => place >= left - 1 && place <= right + 1)
    .map(
      ({ place, label, strong }) =>
        element('line', { class: 'axis', x1: place, x2: place, y1: bottom, y2: bottom + 5 }) +
        text(label, {
          x: place,
          y: bottom + 19,
          'text-anchor': 'middle',
          class: strong ? 'ink strong' : undefined,
        }),
    )
  return line + marks.join('')
}

/** Horizontal grid lines with their values; the unit stands once, at the top. */
export function yAxis(
  ticks: readonly number[],
  y: (value: number) => number,
  { left, right }: Sides,
  format: (value: number) => string,
  unit = '',
): string {
  return ticks
    .map((value, i) => {
      const at = y(value)
      const grid = element('line', { class: 'gridline', x1: left, x2: right, y1: at, y2: at })
      const label = text(format(value), { x: left - 8, y: at + 4, 'text-anchor': 'end' })
      const named = unit !== '' && i === ticks.length - 1
      return grid + label + (named ? text(unit, { class: 'halo', x: left, y: at - 6 }) : '')
    })
    .join('')
}

/** One way to write the values of an axis: the digits that its steps need. */
export function stepFormat(ticks: readonly number[]): (value: number) => string {
  const step = ticks.length > 1 ? (ticks[1] as number) - (ticks[0] as number) : 1
  const decimals = Math.max(0, Math.min(6, -Math.floor(Math.log10(Math.abs(step) || 1) + 1e-9)))
  const finer = Math.abs(step * 10 ** decimals - Math.round(step * 10 ** decimals)) > 1e-6 ? 1 : 0
  return (value) => amount(value, decimals + finer)
}

export interface EndLabel {
  readonly at: number
  readonly label: string
  readonly class: string
}

/** Labels at the right end of their lines, at least `gap` apart. */
export function endLabels(labels: readonly EndLabel[], x: number, gap = 15): string {
  const placed = labels.map((label) => ({ ...label })).sort((a, b) => a.at - b.at)
  for (let pass = 0; pass < 40; pass++) {
    for (let i = 1; i < placed.length; i++) {
      const [above, below] = [placed[i - 1], placed[i]] as [
        EndLabel & { at: number },
        EndLabel & { at: number },
      ]
      const short = gap - (below.at - above.at)
      if (short <= 0) continue
      below.at += short / 2
      above.at -= short / 2
    }
  }
  return placed
    .map(({ at, label, class: name }) => text(label, { class: `${name} halo`, x, y: at + 4 }))
    .join('')
}

/** A drawing of its own width; `says` is read to people who cannot see it. */
export function drawing(width: number, height: number, says: string, ...body: readonly string[]): string {
  return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeXml(says)}">${body.join('')}</svg>`
}

export type Points = readonly (number | null)[]

/** A line through the points that are there; it breaks where one is not. */
export function linePath(xs: readonly number[], ys: Points): string {
  let path = ''
  let pen = 'M'
  xs.forEach((x, i) => {
    const y = ys[i]
    if (y === null || y === undefined || !Number.isFinite(y)) {
      pen = 'M'
      return
    }
    path += `${pen}${round(x)} ${round(y)}`
    pen = 'L'
  })
  return path
}

/** The area between two lines, in pieces where either is missing. */
export function areaPath(xs: readonly number[], low: Points, high: Points): string {
  const there = (i: number): boolean =>
    Number.isFinite(low[i] ?? Number.NaN) && Number.isFinite(high[i] ?? Number.NaN)
  let path = ''
  for (let start = 0; start < xs.length; ) {
    if (!there(start)) {
      start++
      continue
    }
    let end = start
    while (end + 1 < xs.length && there(end + 1)) end++
    const along = (i: number): string => `${round(xs[i] as number)} ${round(high[i] as number)}`
    const back = (i: number): string => `${round(xs[i] as number)} ${round(low[i] as number)}`
    const places = Array.from({ length: end - start + 1 }, (_, k) => start + k)
    path += `M${places.map(along).join('L')}L${places.reverse().map(back).join('L')}Z`
    start = end + 1
  }
  return path
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

import { element } from '../svg.ts'
import { areaPath, drawing, linear, linePath } from './axis.ts'

/** Some rounds as columns. */
export interface Glimpse {
  readonly y: readonly (number | null)[]
  readonly lower: readonly (number | null)[]
  readonly upper: readonly (number | null)[]
  /** The place from which on something is wrong. */
  readonly alert?: number | undefined
  /** The place from which on there are forecasts only: the future. */
  readonly now?: number | undefined
  readonly mean?: readonly (number | null)[] | undefined
}

const HEIGHT = 56

/** A series on a card: its outcomes over their band, and since when something is wrong. */
export function glimpse(
  width: number,
  { y, lower, upper, alert, now, mean = [] }: Glimpse,
  says: string,
): string {
  const known = [...y, ...lower, ...upper].filter(
    (value): value is number => value !== null && Number.isFinite(value),
  )
  if (known.length < 2) return drawing(width, HEIGHT, says)
  const sorted = known.sort((a, b) => a - b)
  const at = (p: number): number => sorted[Math.round(p * (sorted.length - 1))] as number
  const [low, high] = [at(0.01), at(0.99)]
  const x = linear(0, Math.max(1, y.length - 1, upper.length - 1), 2, width - 2)
  const scale = linear(low, high === low ? low + 1 : high, HEIGHT - 6, 6)
  const place = (value: number | null): number | null =>
    value === null || Number.isNaN(value) ? null : Math.max(0, Math.min(HEIGHT, scale(value)))
  const xs = Array.from({ length: Math.max(y.length, upper.length) }, (_, i) => x(i))
  const from = alert === undefined ? undefined : x(alert)
  return drawing(
    width,
    HEIGHT,
    says,
    from === undefined
      ? ''
      : element('rect', { class: 'alert-ground', x: from, y: 0, width: width - 2 - from, height: HEIGHT }) +
          element('line', { class: 'alert-line', x1: from, x2: from, y1: 0, y2: HEIGHT }),
    now === undefined
      ? ''
      : element('rect', {
          class: 'future-ground',
          x: x(now),
          y: 0,
          width: width - 2 - x(now),
          height: HEIGHT,
        }),
    element('path', { class: 'b90', d: areaPath(xs, lower.map(place), upper.map(place)) }),
    mean.length === 0 ? '' : element('path', { class: 'forecast thin', d: linePath(xs, mean.map(place)) }),
    element('path', { class: 'outcome', d: linePath(xs, y.map(place)) }),
  )
}

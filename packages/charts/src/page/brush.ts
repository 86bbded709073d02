import { element } from '../svg.ts'
import { areaPath, type Domain, drawing, linear, linePath, ticksOf, xAxis } from './axis.ts'
import { timelineSides } from './timeline.ts'

/** The whole run, each mark some rows: their range and their mean. */
export interface Whole {
  readonly at: readonly number[]
  readonly mean: readonly (number | null)[]
  readonly low: readonly (number | null)[]
  readonly high: readonly (number | null)[]
}

export interface BrushOptions {
  readonly width: number
  readonly domain: Domain
  /** Where the picture above begins and ends. */
  readonly from: number
  readonly to: number
}

/** Reads a place in the brush back into a time or a row. */
export function brushScale(
  { at }: Whole,
  width: number,
): { toPixel(value: number): number; toValue(pixel: number): number } {
  const { left, right } = timelineSides(width)
  const [first, last] = [at[0] as number, at.at(-1) as number]
  return { toPixel: linear(first, last, left + 4, right), toValue: linear(left + 4, right, first, last) }
}

const HEIGHT = 92
const TOP = 4
const BOTTOM = HEIGHT - 24

/** The whole run in a strip; the framed stretch is the one shown above. */
export function brush(whole: Whole, { width, domain, from, to }: BrushOptions): string {
  const { left, right } = timelineSides(width)
  const { toPixel: x } = brushScale(whole, width)
  const known = [...whole.low, ...whole.high].filter((value): value is number => value !== null)
  const least = known.reduce((a, b) => Math.min(a, b), Infinity)
  const greatest = known.reduce((a, b) => Math.max(a, b), -Infinity)
  const y = linear(least, greatest, BOTTOM - 3, TOP + 3)
  const xs = whole.at.map(x)
  const place = (value: number | null): number | null => (value === null ? null : y(value))
  const [a, b] = [Math.max(left + 4, x(from)), Math.min(right, x(to))]
  const frame = { x: a, y: TOP, width: Math.max(3, b - a), height: BOTTOM - TOP }
  const handles = b - a < 24 ? [] : [a, b]
  return drawing(
    width,
    HEIGHT,
    'The whole run; the framed stretch is shown above',
    element('rect', {
      class: 'strip',
      x: left + 4,
      y: TOP,
      width: right - left - 4,
      height: BOTTOM - TOP,
      rx: 4,
    }),
    element('rect', { class: 'strip-shown', ...frame }),
    element('path', { class: 'strip-range', d: areaPath(xs, whole.low.map(place), whole.high.map(place)) }),
    element('path', { class: 'outcome', d: linePath(xs, whole.mean.map(place)) }),
    element('rect', { class: 'frame', ...frame, rx: 4 }),
    ...handles.map((at) =>
      element('rect', {
        class: 'handle',
        x: at - 3,
        y: TOP + 15,
        width: 6,
        height: BOTTOM - TOP - 30,
        rx: 3,
      }),
    ),
    xAxis(ticksOf(domain, whole.at[0] as number, whole.at.at(-1) as number, right - left), x, {
      left: left + 4,
      right,
      top: TOP,
      bottom: BOTTOM,
    }),
  )
}

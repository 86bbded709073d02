import { element, text } from '../svg.ts'
import { drawing, linear } from './axis.ts'

const HEIGHT = 38
const WIDEST = 300

export interface Spread {
  /** One for each series. */
  readonly values: readonly number[]
  /** The value that they stand beside, and what it is. */
  readonly beside: { readonly value: number; readonly label: string }
  readonly says: string
}

/** Many series on one scale from 0: a tick for each, a dot in their middle, a line at what they stand beside. */
export function spread(width: number, { values, beside, says }: Spread): string {
  const room = Math.min(width, WIDEST)
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted[sorted.length >> 1]
  if (middle === undefined) return drawing(width, HEIGHT, says)
  // A few wild ones stand at the end: they must not press the others together.
  const far = sorted[Math.floor(0.98 * (sorted.length - 1))] as number
  const high = Math.max(beside.value * 1.25, far * 1.05)
  const x = linear(0, high, 8, room - 8)
  const place = (value: number): number => x(Math.min(high, Math.max(0, value)))
  const tick = (value: number): string =>
    element('line', { class: 'tick', x1: place(value), x2: place(value), y1: 4, y2: 16 })
  return drawing(
    width,
    HEIGHT,
    says,
    element('line', { class: 'gridline', x1: 8, x2: room - 8, y1: 10, y2: 10 }),
    sorted.map(tick).join(''),
    element('line', { class: 'asked', x1: x(beside.value), x2: x(beside.value), y1: 0, y2: 20 }),
    element('circle', { class: 'found', cx: place(middle), cy: 10, r: 4.5 }),
    text('0', { x: 4, y: 34 }),
    text(beside.label, { class: 'ink', x: x(beside.value), y: 34, 'text-anchor': 'middle' }),
  )
}

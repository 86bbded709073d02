import { element, text } from '../svg.ts'
import { areaPath, drawing, linear, linePath } from './axis.ts'
import { amount, percentage } from './format.ts'

const HEIGHT = 38
const WIDEST = 300

/** Two bars from 0: this run beside what is naive. */
export function besideNaive(
  width: number,
  own: number,
  naive: { readonly value: number; readonly label: string },
): string {
  const room = Math.min(width, WIDEST) - 104
  const scale = linear(0, Math.max(own, naive.value) || 1, 0, room)
  const bar = (value: number, y: number, role: string, label: string): string =>
    element('rect', { class: `bar ${role}`, y, width: Math.max(1, scale(value)), height: 12, rx: 2 }) +
    text(label, { class: 'ink', x: scale(value) + 8, y: y + 10 })
  return drawing(
    width,
    HEIGHT,
    `${amount(own)} beside ${amount(naive.value)} by ${naive.label}`,
    bar(own, 2, 'own', 'this run'),
    bar(naive.value, 22, 'naive', naive.label),
  )
}

export interface Held {
  readonly share: number
  readonly asked: number
  /** Where the true share lies, by what so many rows can tell. */
  readonly between: readonly [number, number]
}

/** The share that was covered, on a scale around the share that was asked for. */
export function besideAsked(width: number, { share, asked, between }: Held): string {
  const room = Math.min(width, WIDEST)
  const reach = Math.max(0.05, Math.abs(share - asked) * 1.2, asked - between[0], between[1] - asked)
  const [low, high] = [Math.max(0, asked - reach), Math.min(1, asked + reach)]
  const x = linear(low, high, 8, room - 8)
  const within = (value: number): number => x(Math.min(high, Math.max(low, value)))
  return drawing(
    width,
    HEIGHT,
    `${percentage(share, 1)} covered, ${percentage(asked)} asked for`,
    element('line', { class: 'track', x1: 8, x2: room - 8, y1: 10, y2: 10 }),
    element('line', { class: 'sure', x1: within(between[0]), x2: within(between[1]), y1: 10, y2: 10 }),
    element('line', { class: 'asked', x1: x(asked), x2: x(asked), y1: 1, y2: 19 }),
    element('circle', { class: 'found', cx: within(share), cy: 10, r: 4.5 }),
    text(percentage(low), { x: 4, y: 34 }),
    text(`asked ${percentage(asked)}`, { class: 'ink', x: x(asked), y: 34, 'text-anchor': 'middle' }),
    high - asked > 0.02 ? text(percentage(high), { x: room - 4, y: 34, 'text-anchor': 'end' }) : '',
  )
}

/** A small line of its own course, from 0, with its last value. */
export function sparkline(width: number, values: readonly number[], last: string, says: string): string {
  const room = Math.min(width, WIDEST)
  const x = linear(0, Math.max(1, values.length - 1), 0, room - 66)
  const y = linear(0, values.reduce((a, b) => Math.max(a, b), 0) || 1, 36, 2)
  const xs = values.map((_, i) => x(i))
  return drawing(
    width,
    HEIGHT,
    says,
    element('path', {
      class: 'b90',
      d: areaPath(
        xs,
        values.map(() => y(0)),
        values.map(y),
      ),
    }),
    element('path', { class: 'forecast thin', d: linePath(xs, values.map(y)) }),
    text(last, { class: 't-forecast', x: room - 60, y: Math.max(12, y(values.at(-1) ?? 0) + 4) }),
  )
}

/** Shares of a whole, side by side: how many sets hold one label, two, three. */
export function parts(
  width: number,
  shares: readonly number[],
  labels: readonly string[],
  says: string,
): string {
  const room = Math.min(width, WIDEST)
  let from = 0
  const drawn = shares.map((share, i) => {
    const [x, wide] = [from, share * room]
    from += wide
    const bar = element('rect', {
      class: `part part-${Math.min(i, 3)}`,
      x,
      y: 2,
      width: Math.max(0, wide - 1.5),
      height: 14,
      rx: 2,
    })
    return (
      bar + (wide > 26 ? text(labels[i] as string, { class: i === 0 ? 'ink' : '', x: x + 2, y: 32 }) : '')
    )
  })
  return drawing(width, HEIGHT, says, ...drawn)
}

import { element, text } from '../svg.ts'
import { drawing, linear, roundTicks } from './axis.ts'
import { percentage } from './format.ts'

/** Where outcomes fell in their forecast distributions: level if it is calibrated. */
export function calibrationBars(width: number, shares: readonly number[], outcomes: number): string {
  const height = 210
  const [left, right, top, bottom] = [46, width - 92, 20, height - 28]
  const even = 1 / shares.length
  const chance = 1.96 * Math.sqrt((even * (1 - even)) / Math.max(1, outcomes))
  const highest = 1.12 * Math.max(even + chance, ...shares)
  const y = linear(0, highest, bottom, top)
  const wide = (right - left) / shares.length
  const across = (value: number, name: string): string =>
    element('line', { class: name, x1: left, x2: right, y1: y(value), y2: y(value) })
  return drawing(
    width,
    height,
    'How often the outcome fell in each part of its forecast distribution',
    element('rect', {
      class: 'chance',
      x: left,
      y: y(even + chance),
      width: right - left,
      height: y(Math.max(0, even - chance)) - y(even + chance),
    }),
    ...roundTicks(0, highest, 3).map((value) =>
      text(percentage(value, value * 100 === Math.round(value * 100) ? 0 : 1), {
        x: left - 8,
        y: y(value) + 4,
        'text-anchor': 'end',
      }),
    ),
    ...shares.map((share, i) =>
      element('rect', {
        class: 'bar soft',
        x: left + i * wide + 1.5,
        y: y(share),
        width: Math.max(1, wide - 3),
        height: bottom - y(share),
        rx: 1.5,
      }),
    ),
    across(even, 'asked'),
    element('line', { class: 'axis', x1: left, x2: right, y1: bottom, y2: bottom }),
    text('lower than forecast', { x: left, y: height - 9 }),
    text('higher', { x: right, y: height - 9, 'text-anchor': 'end' }),
    text('even', { class: 'ink', x: right + 8, y: y(even) + 4 }),
    text('chance', { x: right + 8, y: y(even + chance) - 2 }),
  )
}

export interface Ranked {
  readonly name: string
  readonly value: number
  readonly label: string
  /** Small print after the label. */
  readonly note?: string
}

/** Named bars, the longest first as they are given. */
export function rankedBars(width: number, items: readonly Ranked[], says: string): string {
  const [left, row] = [Math.min(180, width * 0.34), 32]
  const longest = items.reduce((most, { value }) => Math.max(most, value), 0) || 1
  const x = linear(0, longest, 0, width - left - 130)
  return drawing(
    width,
    items.length * row + 8,
    says,
    ...items.map(({ name, value, label, note }, i) => {
      const y = 4 + i * row
      const long = Math.max(2, x(Math.max(0, value)))
      return (
        text(shortened(name, left - 12), { class: 'ink', x: 0, y: y + 18, 'font-size': 13 }) +
        element('rect', {
          class: value > 0.08 * longest ? 'bar own' : 'bar faint',
          x: left,
          y: y + 6,
          width: long,
          height: 16,
          rx: 2,
        }) +
        text(label, { class: 'ink strong', x: left + long + 8, y: y + 18 }) +
        (note ? text(note, { x: left + long + 16 + 7 * label.length, y: y + 18 }) : '')
      )
    }),
  )
}

function shortened(name: string, room: number): string {
  const most = Math.max(4, Math.floor(room / 7))
  return name.length <= most ? name : `${name.slice(0, most - 1)}…`
}

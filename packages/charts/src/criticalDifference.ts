import { element, escapeXml, text, textWidth } from './svg.ts'

export interface CriticalDifferenceOptions {
  readonly names: readonly string[]
  /** Average ranks; 1 is best. */
  readonly ranks: readonly number[]
  /** Ranks nearer than this are joined by a bar. */
  readonly difference: number
  /** Pixels. @default 720 */
  readonly width?: number
  /** What the figure shows, for those who cannot see it. */
  readonly description?: string
}

const INK = '#222222'
const MUTED = '#555555'
const FONT = 'Inter, Helvetica Neue, Helvetica, Arial, sans-serif'
const LINE = 20
const BAR = 10

/**
 * Average ranks on a line, the best at the left, named at both sides; a bar joins those that are not told apart
 * (Demšar 2006).
 */
export function criticalDifference(options: CriticalDifferenceOptions): string {
  const { names, ranks, difference, width = 720, description } = options
  const order = ranks.map((_, i) => i).sort((a, b) => ranks[a] - ranks[b])
  const label = (i: number): string => `${names[i]}  ${ranks[i].toFixed(2)}`
  const side = Math.max(...names.map((_, i) => textWidth(label(i), 12))) + 16
  const last = Math.max(2, names.length)
  const at = (rank: number): number => side + ((rank - 1) / (last - 1)) * (width - 2 * side)
  const bars = cliques(
    order.map((i) => ranks[i]),
    difference,
  )
  const axis = 56
  const under = axis + 14 + bars.length * BAR
  const half = Math.ceil(order.length / 2)
  const height = under + half * LINE + 10
  const ticks = Array.from({ length: last }, (_, i) => i + 1)
  return element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      'font-family': FONT,
      'font-size': 12,
      role: 'img',
    },
    ...(description ? [element('title', {}, escapeXml(description))] : []),
    element('rect', { width, height, fill: '#ffffff' }),
    ...scaleBar(at, difference, side, width),
    element('line', { x1: at(1), x2: at(last), y1: axis, y2: axis, stroke: INK }),
    ...ticks.flatMap((rank) => [
      element('line', { x1: at(rank), x2: at(rank), y1: axis - 5, y2: axis, stroke: INK }),
      text(String(rank), { x: at(rank), y: axis - 9, 'text-anchor': 'middle', 'font-size': 11, fill: MUTED }),
    ]),
    ...bars.map(([from, to], b) =>
      element('line', {
        x1: at(from) - 4,
        x2: at(to) + 4,
        y1: axis + 12 + b * BAR,
        y2: axis + 12 + b * BAR,
        stroke: INK,
        'stroke-width': 4,
        'stroke-linecap': 'round',
      }),
    ),
    ...order.map((i, place) => {
      const isLeft = place < half
      const row = isLeft ? place : order.length - 1 - place
      const corner = { x: isLeft ? side - 8 : width - side + 8, y: under + row * LINE + 12 }
      return named(label(i), { x: at(ranks[i]), y: axis }, corner, isLeft)
    }),
  )
}

interface Point {
  readonly x: number
  readonly y: number
}

/** A name, and the line from its rank to it. */
function named(label: string, from: Point, { x, y }: Point, isLeft: boolean): string {
  const stem = element('path', {
    d: `M${Math.round(from.x)} ${from.y}V${y - 4}H${Math.round(x)}`,
    fill: 'none',
    stroke: MUTED,
  })
  const anchor = isLeft ? 'end' : 'start'
  return stem + text(label, { x: x + (isLeft ? -6 : 6), y, 'text-anchor': anchor, fill: INK })
}

/** How long the critical difference is. */
function scaleBar(at: (rank: number) => number, difference: number, side: number, width: number): string[] {
  if (!(difference > 0)) return []
  const end = Math.min(at(1 + difference), width - side)
  const y = 24
  return [
    element('path', {
      d: `M${side} ${y - 4}v8M${side} ${y}H${Math.round(end)}m0 -4v8`,
      fill: 'none',
      stroke: MUTED,
    }),
    text(`critical difference ${difference.toFixed(2)}`, {
      // Above the bar: beside a long one there is no room.
      x: side,
      y: y - 9,
      'font-size': 11,
      fill: MUTED,
    }),
  ]
}

/** The longest runs of ranks, in order, whose ends are nearer than the difference. */
export function cliques(sorted: readonly number[], difference: number): [number, number][] {
  const found: [number, number][] = []
  let reached = -1
  for (let i = 0; i < sorted.length; i++) {
    let j = i
    while (j + 1 < sorted.length && sorted[j + 1] - sorted[i] < difference) j++
    if (j > i && j > reached) {
      found.push([sorted[i], sorted[j]])
      reached = j
    }
  }
  return found
}

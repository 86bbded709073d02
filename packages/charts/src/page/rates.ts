import { element, text } from '../svg.ts'
import { drawing, linear, linePath, roundTicks } from './axis.ts'
import { percentage } from './format.ts'

/** A share with what so many rows can tell of it. */
export interface Rate {
  readonly share: number
  readonly between: readonly [number, number]
}

/** Two shares of one thing: of a class, how often it is found, and how often its name is right. */
export interface RatePair {
  readonly name: string
  readonly first: Rate | null
  readonly second: Rate | null
}

const ROW = 40

/** Two dots a line, each on the range that chance allows. */
export function ratePairs(
  width: number,
  pairs: readonly RatePair[],
  heads: readonly [string, string],
  says: string,
): string {
  const left = Math.min(120, width * 0.26)
  const [right, top, bottom] = [width - 104, 24, 24 + ROW * pairs.length]
  const seen = pairs.flatMap(({ first, second }) => [first, second].flatMap((rate) => rate?.between ?? []))
  const low = Math.max(0, Math.min(...seen) - 0.03)
  const high = Math.min(1, Math.max(...seen) + 0.03)
  const x = linear(low, high, left, right)
  const dot = (rate: Rate | null, y: number, kind: string): string =>
    rate
      ? element('line', {
          class: `rate-range ${kind}`,
          x1: x(rate.between[0]),
          x2: x(rate.between[1]),
          y1: y,
          y2: y,
        }) + element('circle', { class: `rate-dot ${kind}`, cx: x(rate.share), cy: y, r: 4.5 })
      : ''
  return drawing(
    width,
    bottom + 28,
    says,
    ...roundTicks(low, high, 5).map(
      (value) =>
        element('line', { class: 'gridline', x1: x(value), x2: x(value), y1: top, y2: bottom }) +
        text(percentage(value), { x: x(value), y: bottom + 18, 'text-anchor': 'middle' }),
    ),
    text(heads[0], { class: 't-forecast', x: width - 52, y: 14, 'text-anchor': 'end' }),
    text(heads[1], { x: width, y: 14, 'text-anchor': 'end' }),
    ...pairs.map(({ name, first, second }, i) => {
      const y = top + ROW * i + ROW / 2
      return (
        text(name.length > 16 ? `${name.slice(0, 15)}…` : name, { class: 'ink', x: 0, y: y + 4 }) +
        dot(second, y + 7, 'second') +
        dot(first, y - 7, 'first') +
        text(percentage(first?.share), {
          class: 't-forecast strong',
          x: width - 52,
          y: y + 4,
          'text-anchor': 'end',
        }) +
        text(percentage(second?.share), { class: 'ink', x: width, y: y + 4, 'text-anchor': 'end' })
      )
    }),
  )
}

/** One step of a probability: what was forecast, how often it came, in how many rows. */
export interface Reliable {
  readonly said: number
  readonly came: number
  readonly rows: number
}

/** What was forecast against how often it came: on the diagonal if probabilities are right. Grey bars count the rows. */
export function reliabilityLine(
  width: number,
  bins: readonly Reliable[],
  others: readonly (readonly Reliable[])[],
  says: string,
): string {
  const height = 280
  const [left, right, top, bottom] = [46, width - 20, 14, height - 60]
  const x = linear(0, 1, left, right)
  const y = linear(0, 1, bottom, top)
  const most = bins.reduce((greatest, { rows }) => Math.max(greatest, rows), 1)
  const chance = ({ came, rows }: Reliable): number => 1.96 * Math.sqrt((came * (1 - came)) / rows)
  return drawing(
    width,
    height,
    says,
    ...[0, 0.25, 0.5, 0.75, 1].map(
      (value) =>
        element('line', { class: 'gridline', x1: left, x2: right, y1: y(value), y2: y(value) }) +
        text(percentage(value), { x: left - 8, y: y(value) + 4, 'text-anchor': 'end' }) +
        text(value === 0.5 ? `forecast ${percentage(value)}` : percentage(value), {
          x: x(value),
          y: height - 12,
          'text-anchor': 'middle',
        }),
    ),
    text('came', { class: 'halo', x: left + 4, y: top + 12 }),
    element('line', { class: 'asked', x1: x(0), x2: x(1), y1: y(0), y2: y(1) }),
    ...others.map((some) => element('path', { class: 'other', d: pathOf(some, x, y) })),
    ...bins.map(({ said, rows }) =>
      element('rect', {
        class: 'chance',
        x: x(said) - 12,
        y: height - 30 - 22 * (rows / most),
        width: 24,
        height: 22 * (rows / most),
      }),
    ),
    element('path', { class: 'forecast', d: pathOf(bins, x, y) }),
    ...bins.map((bin) =>
      element('line', {
        class: 'rate-range first',
        x1: x(bin.said),
        x2: x(bin.said),
        y1: y(Math.max(0, bin.came - chance(bin))),
        y2: y(Math.min(1, bin.came + chance(bin))),
      }),
    ),
    ...bins.map(({ said, came }) => element('circle', { class: 'found', cx: x(said), cy: y(came), r: 4.5 })),
  )
}

function pathOf(
  bins: readonly Reliable[],
  x: (value: number) => number,
  y: (value: number) => number,
): string {
  return linePath(
    bins.map(({ said }) => x(said)),
    bins.map(({ came }) => y(came)),
  )
}

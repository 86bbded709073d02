import { element } from '../svg.ts'
import {
  type Domain,
  drawing,
  type EndLabel,
  endLabels,
  linear,
  linePath,
  roundTicks,
  type Sides,
  stepFormat,
  ticksOf,
  xAxis,
  yAxis,
} from './axis.ts'
import { percentage } from './format.ts'
import { timelineSides } from './timeline.ts'

export interface Line {
  /** Stands at the right end of the line. */
  readonly label: string
  readonly role: 'forecast' | 'naive' | 'other'
  readonly values: readonly (number | null)[]
}

export interface OverTimeOptions {
  readonly width: number
  readonly domain: Domain
  readonly at: readonly number[]
  readonly lines: readonly Line[]
  readonly unit: string
  /** The least and greatest value shown. @default from 0 to a little above the greatest */
  readonly range?: readonly [number, number] | undefined
  readonly format?: 'percent' | undefined
  /** What chance allows, as a grey band, and what was asked for, as a line. */
  readonly chance?: readonly [number, number] | undefined
  readonly asked?: { readonly value: number; readonly label: string } | undefined
  /** Stands below a timeline from here to there: a place is above the same place. @default the first and the last of `at` */
  readonly below?: readonly [from: number, to: number] | undefined
  readonly changes?: readonly { readonly at: number; readonly title: string }[] | undefined
  readonly says: string
}

const HEIGHT = 230

/** Lines over the run, named at their ends. */
export function overTime(options: OverTimeOptions): string {
  const { width, domain, at, lines, unit, chance, asked, below, changes = [] } = options
  const across = below ? timelineSides(width) : { left: 46, right: width - 92 }
  const sides: Sides = { ...across, top: 22, bottom: HEIGHT - 28 }
  const [first, last] = below ?? [at[0] ?? 0, at.at(-1) ?? 1]
  const { left, right, top, bottom } = sides
  const known = lines.flatMap(({ values }) => values.filter((value): value is number => value !== null))
  const [low, high] = options.range ?? [0, 1.06 * known.reduce((a, b) => Math.max(a, b), 0) || 1]
  const x = linear(first, last, left + (below ? 4 : 2), right)
  const y = linear(low, high, bottom, top)
  const xs = at.map(x)
  const ticks = roundTicks(low, high, 4)
  const clipped = (value: number | null): number | null =>
    value === null ? null : y(Math.min(high, Math.max(low, value)))
  return drawing(
    width,
    HEIGHT,
    options.says,
    chance ? band(chance, y, sides, [low, high]) : '',
    yAxis(
      ticks,
      y,
      sides,
      options.format === 'percent' ? (value) => percentage(value) : stepFormat(ticks),
      unit,
    ),
    ...changes
      .map((change) => x(change.at))
      .filter((place) => place > left && place < right)
      .map((place) => element('line', { class: 'change', x1: place, x2: place, y1: top, y2: bottom })),
    asked
      ? element('line', { class: 'asked', x1: left, x2: right, y1: y(asked.value), y2: y(asked.value) })
      : '',
    ...lines.map(({ role, values }) =>
      element('path', { class: role, d: linePath(xs, values.map(clipped)) }),
    ),
    xAxis(ticksOf(domain, first, last, right - left), x, sides),
    endLabels(
      [...lines.flatMap((line) => labelOf(line, clipped)), ...askedLabels(asked, chance, y)],
      right + 8,
    ),
  )
}

const TEXT = { forecast: 't-forecast strong', naive: 't-naive', other: '' } as const

function labelOf({ label, role, values }: Line, place: (value: number | null) => number | null): EndLabel[] {
  const last = [...values].reverse().find((value) => value !== null) ?? null
  const at = place(last)
  return at === null ? [] : [{ at, label, class: TEXT[role] }]
}

function askedLabels(
  asked: OverTimeOptions['asked'],
  chance: OverTimeOptions['chance'],
  y: (value: number) => number,
): EndLabel[] {
  return [
    ...(asked ? [{ at: y(asked.value), label: asked.label, class: 'ink' }] : []),
    ...(chance ? [{ at: y(chance[0]) - 6, label: 'chance', class: '' }] : []),
  ]
}

function band(
  [from, to]: readonly [number, number],
  y: (value: number) => number,
  { left, right }: Sides,
  [low, high]: readonly [number, number],
): string {
  const [top, bottom] = [y(Math.min(high, to)), y(Math.max(low, from))]
  return element('rect', { class: 'chance', x: left, y: top, width: right - left, height: bottom - top })
}

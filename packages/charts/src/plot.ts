import { area, line as curve } from 'd3-shape'
import { endLabels } from './endLabels.ts'
import { type Scale, scale, type Tick } from './scale.ts'
import { element, text, textWidth } from './svg.ts'

export interface PlotAxis {
  readonly label?: string
  /** @default the extent of the data, `include` and, for y, a little room */
  readonly domain?: readonly [number, number]
  /** Values that the domain must hold. */
  readonly include?: readonly number[]
  /** @default 'linear' */
  readonly kind?: 'linear' | 'log'
  /** Roughly how many, or which. @default 5 */
  readonly ticks?: number | readonly Tick[]
}

export interface Series {
  /** For the legend; absent: not in it. */
  readonly name?: string
  readonly x: ArrayLike<number>
  readonly y: ArrayLike<number>
  /** A shaded band around the line, with the same x. */
  readonly band?: { readonly lower: ArrayLike<number>; readonly upper: ArrayLike<number> }
  readonly color: string
  /** @default 1.5 */
  readonly width?: number
  readonly dash?: string
  /** Shade from the line down to the axis. @default false */
  readonly fill?: boolean
  /** Mark each point. @default false */
  readonly dots?: boolean
  /** Written in the line's colour where it ends, instead of in the legend. */
  readonly endLabel?: string
}

/** A straight line across the panel, at one x or one y. */
export interface GuideLine {
  readonly x?: number
  readonly y?: number
  readonly dash?: string
  readonly label?: string
}

export interface Plot {
  readonly title?: string
  readonly x: PlotAxis
  readonly y: PlotAxis
  readonly series: readonly Series[]
  readonly rules?: readonly GuideLine[]
}

export interface Frame {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

const INK = '#222222'
const FAINT = '#dddddd'

/** The room that a panel needs around its frame. */
export function edgesOf(panel: Plot): Frame {
  const labels = panel.series.flatMap(({ endLabel }) => (endLabel ? [textWidth(endLabel, 11)] : []))
  const widest = Math.max(...scales(panel, unit).y.ticks.map((tick) => textWidth(tick.label, 11)), 0)
  return {
    left: widest + 10 + (panel.y.label ? 18 : 4),
    right: labels.length > 0 ? Math.max(...labels) + 14 : 24,
    top: panel.title ? 22 : 8,
    bottom: panel.x.label ? 40 : 24,
  }
}

const unit: Frame = { left: 0, top: 0, right: 1, bottom: 1 }

export function drawPlot(panel: Plot, frame: Frame, id: string): string {
  const { x, y } = scales(panel, frame)
  const { left, top, right, bottom } = frame
  const clip = element(
    'clipPath',
    { id },
    element('rect', { x: left, y: top, width: right - left, height: bottom - top }),
  )
  const body = [
    ...panel.series.map((series) => band(series, x, y)),
    ...(panel.rules ?? []).map((rule) => drawGuideLine(rule, x, y, frame)),
    ...panel.series.map((series) => line(series, x, y)),
  ]
  return element(
    'g',
    {},
    clip,
    ...(panel.title ? [text(panel.title, { x: left, y: top - 8, 'font-weight': 600, fill: INK })] : []),
    axes(panel, x, y, frame),
    element('g', { 'clip-path': `url(#${id})` }, ...body),
    ...(panel.rules ?? []).map((rule) => ruleLabel(rule, x, y, frame)),
    endLabels(panel.series, x, y, frame),
  )
}

function scales(panel: Plot, { left, top, right, bottom }: Frame): { x: Scale; y: Scale } {
  const xs = panel.series.map((series) => series.x)
  const ys = panel.series.flatMap(({ y, band }) => (band ? [y, band.lower, band.upper] : [y]))
  const { kind: xKind, ticks: xTicks } = panel.x
  const { kind: yKind, ticks: yTicks } = panel.y
  return {
    x: scale({ domain: domainOf(panel.x, xs, 0), range: [left, right], kind: xKind, ticks: xTicks }),
    y: scale({ domain: domainOf(panel.y, ys, 0.04), range: [bottom, top], kind: yKind, ticks: yTicks }),
  }
}

function domainOf(
  axis: PlotAxis,
  data: readonly ArrayLike<number>[],
  room: number,
): readonly [number, number] {
  if (axis.domain) return axis.domain
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  const log = axis.kind === 'log'
  for (const values of [...data, axis.include ?? []]) {
    for (let i = 0; i < values.length; i++) {
      if (!Number.isFinite(values[i]) || (log && values[i] <= 0)) continue
      low = Math.min(low, values[i])
      high = Math.max(high, values[i])
    }
  }
  if (low > high) return log ? [0.1, 1] : [0, 1]
  if (log) {
    const factor = (high / low) ** room
    return low === high ? [low / 2, high * 2] : [low / factor, high * factor]
  }
  const space = (high - low) * room || (room > 0 ? Math.abs(high) * 0.1 || 1 : 0)
  // Where the data touch zero from above, the axis starts there.
  return [low >= 0 && low - space < 0 ? Math.min(low, 0) : low - space, high + space]
}

function axes({ x: xAxis, y: yAxis }: Plot, x: Scale, y: Scale, frame: Frame): string {
  const { left, top, right, bottom } = frame
  const grid = y.ticks.map(({ value }) =>
    element('line', {
      x1: left,
      x2: right,
      y1: y.at(value),
      y2: y.at(value),
      stroke: FAINT,
      'stroke-width': 0.6,
    }),
  )
  const yLabels = y.ticks.map((tick) =>
    text(tick.label, {
      x: left - 6,
      y: y.at(tick.value) + 4,
      'text-anchor': 'end',
      'font-size': 11,
      fill: INK,
    }),
  )
  const xLabels = x.ticks.flatMap((tick) => [
    element('line', { x1: x.at(tick.value), x2: x.at(tick.value), y1: bottom, y2: bottom + 4, stroke: INK }),
    text(tick.label, {
      x: x.at(tick.value),
      y: bottom + 17,
      'text-anchor': 'middle',
      'font-size': 11,
      fill: INK,
    }),
  ])
  const base = element('line', { x1: left, x2: right, y1: bottom, y2: bottom, stroke: INK })
  const middle = (top + bottom) / 2
  const widest = Math.max(...y.ticks.map((tick) => textWidth(tick.label, 11)), 0)
  const turn = left - widest - 16
  const names = [
    xAxis.label &&
      text(xAxis.label, { x: (left + right) / 2, y: bottom + 34, 'text-anchor': 'middle', fill: INK }),
    yAxis.label &&
      text(yAxis.label, {
        x: turn,
        y: middle,
        'text-anchor': 'middle',
        fill: INK,
        transform: `rotate(-90 ${Math.round(turn)} ${Math.round(middle)})`,
      }),
  ]
  return [...grid, base, ...yLabels, ...xLabels, ...names].filter(Boolean).join('')
}

/** Drawn through the points that are finite; any other leaves a gap. */
function band({ x: xs, y: ys, band, fill, color }: Series, x: Scale, y: Scale): string {
  if (!band && !fill) return ''
  const [lower, upper] = fill ? [undefined, ys] : [band?.lower, band?.upper ?? ys]
  const ends = (i: number): [number, number] => [y.at(lower ? lower[i] : y.domain[0]), y.at(upper[i])]
  const shape = area<number>()
    .defined((i) => [x.at(xs[i]), ...ends(i)].every(Number.isFinite))
    .x((i) => x.at(xs[i]))
    .y0((i) => ends(i)[0])
    .y1((i) => ends(i)[1])
    .digits(2)
  const d = shape(places(xs))
  return d ? element('path', { d, fill: color, 'fill-opacity': fill ? 0.15 : 0.18 }) : ''
}

function line({ x: xs, y: ys, color, width = 1.5, dash, dots }: Series, x: Scale, y: Scale): string {
  const isThere = (i: number): boolean => Number.isFinite(x.at(xs[i])) && Number.isFinite(y.at(ys[i]))
  const shape = curve<number>()
    .defined(isThere)
    .x((i) => x.at(xs[i]))
    .y((i) => y.at(ys[i]))
    .digits(2)
  const drawn = element('path', {
    d: shape(places(xs)) ?? '',
    fill: 'none',
    stroke: color,
    'stroke-width': width,
    'stroke-dasharray': dash,
    'stroke-linejoin': 'round',
  })
  if (!dots) return drawn
  const marks = places(xs)
    .filter(isThere)
    .map((i) => element('circle', { cx: x.at(xs[i]), cy: y.at(ys[i]), r: 2.8, fill: color }))
  return drawn + marks.join('')
}

function places({ length }: ArrayLike<number>): number[] {
  return Array.from({ length }, (_, i) => i)
}

function drawGuideLine(
  { x: atX, y: atY, dash = '4 3' }: GuideLine,
  x: Scale,
  y: Scale,
  frame: Frame,
): string {
  const ends =
    atX === undefined
      ? { x1: frame.left, x2: frame.right, y1: y.at(atY ?? 0), y2: y.at(atY ?? 0) }
      : { x1: x.at(atX), x2: x.at(atX), y1: frame.top, y2: frame.bottom }
  return element('line', { ...ends, stroke: '#555555', 'stroke-width': 1, 'stroke-dasharray': dash })
}

function ruleLabel({ x: atX, y: atY, label }: GuideLine, x: Scale, y: Scale, frame: Frame): string {
  if (!label) return ''
  const place =
    atX === undefined
      ? { x: frame.right - 4, y: y.at(atY ?? 0) - 4, 'text-anchor': 'end' }
      : { x: x.at(atX) + 4, y: frame.top + 11 }
  return text(label, { ...place, 'font-size': 11, fill: '#555555' })
}

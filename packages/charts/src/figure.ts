import { type LegendItem, legendOf, legendRows } from './legend.ts'
import { drawPlot, edgesOf, type Plot } from './plot.ts'
import { element, escapeXml } from './svg.ts'

export interface FigureOptions {
  readonly panels: readonly Plot[]
  /** Panels side by side. @default as many as there are, at most 3 */
  readonly columns?: number
  /** Pixels. @default 960 */
  readonly width?: number
  /** Pixels of one panel's frame. @default 200 */
  readonly panelHeight?: number
  /** @default one entry for each named series, in order of appearance */
  readonly legend?: readonly LegendItem[]
  /** Prefix of the ids inside, so that several figures can stand in one page. @default 'figure' */
  readonly id?: string
  /** What the figure shows, for those who cannot see it. */
  readonly description?: string
}

const FONT = 'Inter, Helvetica Neue, Helvetica, Arial, sans-serif'
const MARGIN = 10

/**
 * Small multiples of line charts with bands, one legend for all: data in, SVG text out.
 *
 *     figure({ panels: [{ title: 'A', x: { label: 'round' }, y: { label: 'loss' }, series: [{ name: 'ours', x, y }] }] })
 */
export function figure(options: FigureOptions): string {
  const { panels, width = 960, panelHeight = 200, id = 'figure', description } = options
  const columns = options.columns ?? Math.min(3, panels.length)
  const rows = legendRows(options.legend ?? legendOf(panels), width - 2 * MARGIN)
  const top = MARGIN + rows.length * 20 + (rows.length > 0 ? 6 : 0)
  const cell = (width - 2 * MARGIN) / columns
  // Panels of a column share their left edge and those of a row their bottom, whatever their labels.
  const edges = panels.map(edgesOf)
  const shared = (pick: 'left' | 'right' | 'top' | 'bottom', i: number): number => {
    const across = pick === 'left' || pick === 'right'
    const peers = panels
      .map((_, j) => j)
      .filter((j) => (across ? j % columns === i % columns : row(j) === row(i)))
    return Math.max(...peers.map((j) => edges[j][pick]))
  }
  const row = (i: number): number => Math.floor(i / columns)
  let y = top
  const drawn: string[] = []
  panels.forEach((panel, i) => {
    const above = shared('top', i)
    const left = MARGIN + cell * (i % columns) + shared('left', i)
    const frame = {
      left,
      top: y + above,
      right: MARGIN + cell * ((i % columns) + 1) - shared('right', i),
      bottom: y + above + panelHeight,
    }
    drawn.push(drawPlot(panel, frame, `${id}-${i}`))
    if (i % columns === columns - 1 || i === panels.length - 1) y = frame.bottom + shared('bottom', i)
  })
  const height = y + MARGIN / 2
  return element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      viewBox: `0 0 ${width} ${Math.ceil(height)}`,
      width,
      height: Math.ceil(height),
      'font-family': FONT,
      'font-size': 12,
      role: 'img',
    },
    ...(description ? [element('title', {}, escapeXml(description))] : []),
    element('rect', { width, height: Math.ceil(height), fill: '#ffffff' }),
    ...rows.flatMap((items, r) => items.map((item) => item.draw(MARGIN, MARGIN + 20 * r + 10))),
    ...drawn,
  )
}

import type { Plot, Series } from './plot.ts'
import { element, text, textWidth } from './svg.ts'

export interface LegendItem {
  readonly name: string
  readonly color: string
  readonly width?: number | undefined
  readonly dash?: string | undefined
}

interface Placed {
  draw(x: number, y: number): string
}

/** One entry for each name, in order of appearance; a series with a label at its end needs none. */
export function legendOf(panels: readonly Plot[]): LegendItem[] {
  const found = new Map<string, Series>()
  for (const { series } of panels) {
    for (const line of series) {
      if (line.name !== undefined && !line.endLabel && !found.has(line.name)) found.set(line.name, line)
    }
  }
  return [...found].map(([name, { color, width, dash }]) => ({ name, color, width, dash }))
}

/** Entries side by side, in as many rows as they need. */
export function legendRows(items: readonly LegendItem[], width: number): Placed[][] {
  const rows: Placed[][] = []
  let used = Number.POSITIVE_INFINITY
  for (const item of items) {
    const own = 28 + textWidth(item.name, 12) + 20
    if (used + own > width) {
      rows.push([])
      used = 0
    }
    const offset = used
    rows[rows.length - 1].push({ draw: (x, y) => entry(item, x + offset, y) })
    used += own
  }
  return rows
}

function entry({ name, color, width = 1.5, dash }: LegendItem, x: number, y: number): string {
  const line = {
    x1: x,
    x2: x + 22,
    y1: y,
    y2: y,
    stroke: color,
    'stroke-width': width,
    'stroke-dasharray': dash,
  }
  return element('line', line) + text(name, { x: x + 28, y: y + 4, fill: '#222222' })
}

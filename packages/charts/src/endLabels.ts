import type { Frame, Series } from './plot.ts'
import type { Scale } from './scale.ts'
import { element, text } from './svg.ts'

const LINE = 12

/** Names at the right ends of lines, moved apart where they would overlap. */
export function endLabels(series: readonly Series[], x: Scale, y: Scale, frame: Frame): string {
  const labels = series.flatMap((line) => {
    const last = lastFinite(line)
    if (!line.endLabel || last < 0) return []
    const at = Math.min(frame.bottom, Math.max(frame.top, y.at(line.y[last])))
    return [{ name: line.endLabel, color: line.color, at, from: x.at(line.x[last]) }]
  })
  const places = apart(
    labels.map(({ at }) => at),
    frame.top + LINE / 2,
    frame.bottom,
  )
  return labels
    .map(({ name, color, at }, i) => {
      const tie = element('line', {
        x1: frame.right,
        x2: frame.right + 6,
        y1: at,
        y2: places[i],
        stroke: color,
        'stroke-width': 0.8,
      })
      return tie + text(name, { x: frame.right + 8, y: places[i] + 4, 'font-size': 11, fill: color })
    })
    .join('')
}

function lastFinite({ y }: Series): number {
  let i = y.length - 1
  while (i >= 0 && !Number.isFinite(y[i])) i--
  return i
}

/** Positions in the same order, at least one line apart, within top and bottom if there is room. */
export function apart(wanted: readonly number[], top: number, bottom: number): number[] {
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a] - wanted[b] || a - b)
  const placed = order.map((i) => wanted[i])
  for (let i = 1; i < placed.length; i++) placed[i] = Math.max(placed[i], placed[i - 1] + LINE)
  const over = placed.length > 0 ? Math.max(0, placed[placed.length - 1] - bottom) : 0
  if (over > 0) {
    placed[placed.length - 1] -= over
    for (let i = placed.length - 2; i >= 0; i--) placed[i] = Math.min(placed[i], placed[i + 1] - LINE)
  }
  const under = placed.length > 0 ? Math.max(0, top - placed[0]) : 0
  const result = new Array<number>(wanted.length)
  order.forEach((i, rank) => {
    result[i] = placed[rank] + under
  })
  return result
}

import { useEffect, useRef } from 'preact/hooks'
import uPlot from 'uplot'
import { colour, theme } from './theme.ts'

export interface Line {
  readonly label: string
  readonly values: readonly (number | null)[]
  /** A name of the style sheet, or a colour. */
  readonly colour: string
  readonly width?: number
  readonly points?: boolean
  readonly dash?: number[]
  /** Whether its name, colour and last number stand above the chart. @default false */
  readonly named?: boolean
}

export interface ChartProps {
  readonly title: string
  readonly at: readonly number[]
  readonly lines: readonly Line[]
  /** A sentence below the title. */
  readonly note?: string | undefined
  /** Two lines, by number: the area between them is filled. */
  readonly band?: readonly [number, number] | undefined
  readonly height?: number
  readonly range?: readonly [number, number] | undefined
  /** Whether names and the numbers under the cursor stand below. @default false */
  readonly legend?: boolean
  /** Charts of the same name share their cursor. */
  readonly sync?: string
}

/** Lines over rounds. It is made once, and given new numbers once a frame at most. */
export function Chart(props: ChartProps) {
  const { title, at, lines, height = 180, note } = props
  const place = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot | undefined>(undefined)
  const shape = `${theme.value}|${lines.map(({ label }) => label).join('|')}`
  const data = [at, ...lines.map(({ values }) => values)] as uPlot.AlignedData
  const fresh = useRef(data)
  fresh.current = data

  useEffect(() => {
    const element = place.current
    if (!element) return
    const made = new uPlot(optionsOf(props, element.clientWidth), fresh.current, element)
    plot.current = made
    const resize = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height }))
    resize.observe(element)
    return () => {
      resize.disconnect()
      made.destroy()
    }
  }, [shape])

  useEffect(() => {
    const frame = requestAnimationFrame(() => plot.current?.setData(fresh.current))
    return () => cancelAnimationFrame(frame)
  })

  return (
    <figure class="chart">
      <figcaption>
        {title}
        <Names lines={lines.filter(({ named }) => named)} />
        {note ? <p class="note">{note}</p> : null}
      </figcaption>
      <div ref={place} role="img" aria-label={title} />
    </figure>
  )
}

function Names({ lines }: { lines: readonly Line[] }) {
  if (lines.length === 0) return null
  return (
    <ul class="names">
      {lines.map(({ label, values, colour: name, points, dash }) => (
        <li key={label}>
          <i class={points ? 'points' : dash ? 'dashed' : ''} style={{ color: paint(name) }} />
          {label}: <b>{shown(values.at(-1) ?? null)}</b>
        </li>
      ))}
    </ul>
  )
}

/** A name of the style sheet, or a colour, as a colour. */
function paint(name: string): string {
  return name.startsWith('#') ? name : colour(name)
}

function optionsOf(
  { lines, band, height = 180, range, legend = false, sync }: ChartProps,
  width: number,
): uPlot.Options {
  const [text, grid] = [colour('soft'), colour('rule')]
  const axis = {
    stroke: text,
    grid: { stroke: grid, width: 1 },
    ticks: { stroke: grid },
    font: '11px system-ui',
  }
  return {
    width,
    height,
    scales: { x: { time: false }, ...(range ? { y: { range: [...range] as [number, number] } } : {}) },
    axes: [
      { ...axis, size: 26 },
      { ...axis, size: 52, values: (_plot, ticks) => ticks.map(short) },
    ],
    legend: { show: legend },
    cursor: { y: false, ...(sync ? { sync: { key: sync } } : {}) },
    series: [
      { label: 'round' },
      ...lines.map(({ label, colour: name, width: thick = 1.5, points = false, dash }) => ({
        label,
        value: (_plot: uPlot, value: number | null) => shown(value),
        stroke: paint(name),
        width: points ? 0 : thick,
        ...(dash ? { dash } : {}),
        points: { show: points, size: 4, width: 0, fill: paint(name), paths: squares },
      })),
    ],
    ...(band
      ? { bands: [{ series: [band[1] + 1, band[0] + 1] as [number, number], fill: colour('band') }] }
      : {}),
  }
}

/** Points as squares: many times as fast to fill as circles, and at this size nobody sees the difference. */
const squares: uPlot.Series.Points.PathBuilder = (plot, series, first, last) => {
  const side = 4 * devicePixelRatio
  const fill = new Path2D()
  const [xs, ys] = [plot.data[0], plot.data[series] ?? []]
  for (let i = first; i <= last; i++) {
    const y = ys[i]
    if (y === null || y === undefined) continue
    const x = plot.valToPos(xs[i] as number, 'x', true)
    fill.rect(x - side / 2, plot.valToPos(y, 'y', true) - side / 2, side, side)
  }
  return { stroke: null, fill, clip: null, flags: 3 }
}

function shown(value: number | null): string {
  return value === null || value === undefined ? '–' : short(value)
}

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 4 })

/** Four digits: 738M, 1.72, 2.1e-7. */
function short(value: number): string {
  const size = Math.abs(value)
  return (size > 0 && size < 1e-4) || size >= 1e15 ? value.toExponential(1) : compact.format(value)
}

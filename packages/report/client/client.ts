import type uPlotType from 'uplot'
import type { AlignedData, Options, Series } from 'uplot'

// Runs inside the report, after uPlot: one script without imports, because the page must stand alone.
declare const uPlot: typeof uPlotType

type Values = readonly (number | null)[]

/** What the page was given to draw. */
interface Drawn {
  readonly t: readonly number[]
  readonly width: number
  readonly charts: readonly Chart[]
}

interface Chart {
  readonly id: string
  readonly lines: readonly Line[]
  /** Pairs of lines with a filled band between them. */
  readonly bands: readonly (readonly [number, number, string])[]
  /** The least and greatest value shown, where they are fixed. */
  readonly range?: readonly [number, number]
}

interface Line {
  readonly label: string
  /** A colour of the page's palette; absent for an invisible edge of a band. */
  readonly colour?: string
  readonly dashed?: boolean
  readonly values: Values
}

/** Of a chart without its legend, in pixels. */
const HEIGHT = 235

const drawn = JSON.parse((document.getElementById('drawn') as HTMLElement).textContent as string) as Drawn
const plots: { readonly plot: uPlotType; readonly host: HTMLElement }[] = []

function colour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim()
}

function number(value: number | null): string {
  return value === null ? '–' : String(Number(value.toPrecision(5)))
}

function seriesOf(line: Line): Series {
  return {
    label: line.label,
    ...(line.colour ? { stroke: colour(line.colour), width: 1.5 } : { width: 0 }),
    ...(line.dashed ? { dash: [5, 4] } : {}),
    points: { show: false },
    value: (_plot: uPlotType, value: number | null) => number(value),
  }
}

function axis(size: number): uPlotType.Axis {
  return {
    stroke: colour('ink-soft'),
    grid: { stroke: colour('grid'), width: 1 },
    ticks: { stroke: colour('grid'), width: 1 },
    size,
    font: '12px system-ui, sans-serif',
  }
}

function optionsOf({ lines, bands, range }: Chart, width: number, height: number): Options {
  return {
    width,
    height,
    cursor: { sync: { key: 'report' }, drag: { x: true, y: false } },
    legend: { live: true },
    scales: { x: { time: false }, ...(range ? { y: { range: [range[0], range[1]] } } : {}) },
    axes: [axis(34), axis(62)],
    series: [{ label: 'row', value: (_plot, value) => number(value) }, ...lines.map(seriesOf)],
    bands: bands.map(([upper, lower, name]) => ({ series: [upper + 1, lower + 1], fill: colour(name) })),
  }
}

function widthOf(host: HTMLElement): number {
  return Math.max(240, host.clientWidth)
}

function draw(chart: Chart): void {
  const host = document.getElementById(chart.id)
  if (!host) return
  host.replaceChildren()
  const data = [drawn.t, ...chart.lines.map((line) => line.values)] as unknown as AlignedData
  const plot = new uPlot(optionsOf(chart, widthOf(host), HEIGHT), data, host)
  plots.push({ plot, host })
}

/** Shows the rows from `from` to `to` in every chart. */
function show(from: number, to: number): void {
  for (const { plot } of plots) plot.setScale('x', { min: from, max: to })
}

function whole(): readonly [number, number] {
  return [drawn.t[0], drawn.t[drawn.t.length - 1]]
}

/** Moves by a share of what is shown, and zooms around its middle; stays within the run. */
function travel(move: number, zoom: number): void {
  const { min, max } = plots[0].plot.scales.x as { min: number; max: number }
  const [first, last] = whole()
  const span = Math.min(last - first, (max - min) * zoom)
  const middle = (min + max) / 2 + move * (max - min)
  const from = Math.min(Math.max(first, middle - span / 2), last - span)
  show(from, from + span)
}

const KEYS: Readonly<Record<string, () => void>> = {
  ArrowLeft: () => travel(-0.25, 1),
  ArrowRight: () => travel(0.25, 1),
  '+': () => travel(0, 0.5),
  '=': () => travel(0, 0.5),
  '-': () => travel(0, 2),
  '0': () => show(...whole()),
}

function listen(host: HTMLElement): void {
  host.addEventListener('keydown', (event) => {
    const act = KEYS[event.key]
    if (!act || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    act()
  })
  host.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey && !event.shiftKey) return
      event.preventDefault()
      if (event.shiftKey) travel(Math.sign(event.deltaX + event.deltaY) * 0.1, 1)
      else travel(0, event.deltaY > 0 ? 1.25 : 0.8)
    },
    { passive: false },
  )
}

function drawAll(): void {
  for (const { plot } of plots.splice(0)) plot.destroy()
  drawn.charts.forEach(draw)
}

for (const { id } of drawn.charts) {
  const host = document.getElementById(id)
  if (host) listen(host)
}
for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-key]')) {
  button.addEventListener('click', () => KEYS[button.dataset.key as string]?.())
}
document.getElementById('theme')?.addEventListener('click', () => {
  const root = document.documentElement
  const dark = root.dataset.theme
    ? root.dataset.theme === 'dark'
    : matchMedia('(prefers-color-scheme: dark)').matches
  root.dataset.theme = dark ? 'light' : 'dark'
  drawAll()
})
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', drawAll)
new ResizeObserver(() => {
  for (const { plot, host } of plots) {
    if (plot.width !== widthOf(host)) plot.setSize({ width: widthOf(host), height: plot.height })
  }
}).observe(document.body)
drawAll()
document.documentElement.dataset.drawn = 'true'

import { brushScale, drawPicture } from '@credence/charts/page'
import {
  drawBrush,
  drawTimeline,
  endOf,
  firstSpan,
  placeAt,
  readout,
  type View,
  viewOf,
} from '../src/page/drawStretch.ts'
import type { Drawn } from '../src/page/page.ts'
import type { Stretch } from '../src/page/stretch.ts'
import { listenToBoard } from './board.ts'

// Runs inside a report: draws its pictures again at their true width, and lets the reader move along the run.
const drawn = JSON.parse((document.getElementById('drawn') as HTMLElement).textContent as string) as Drawn

/** Draws now, and again whenever the width of the element changes. */
function drawnIn(host: HTMLElement, draw: (width: number) => string): () => void {
  let last = 0
  const again = (): void => {
    const width = Math.round(host.clientWidth)
    if (width === 0 || width === last) return
    last = width
    host.innerHTML = draw(width)
  }
  new ResizeObserver(again).observe(host)
  again()
  return () => {
    last = 0
    again()
  }
}

function listenToStretch(stretch: Stretch): void {
  const [main, strip, read] = ['timeline', 'brush', 'read'].map(
    (id) => document.getElementById(id) as HTMLElement,
  )
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('button[data-span]')]
  const first = buttons[firstSpan(stretch, main.clientWidth < 640)]
  let view = viewOf(stretch, Number(first?.dataset.span ?? 0))
  let cursor = view.to - 1
  const press = (pressed: HTMLButtonElement | undefined): void => {
    for (const button of buttons) button.setAttribute('aria-pressed', String(button === pressed))
  }
  const pointed = (): number | undefined => (cursor === view.to - 1 ? undefined : cursor)
  const redraw = [
    drawnIn(main, (width) => drawTimeline(stretch, view, width, pointed())),
    drawnIn(strip, (width) => drawBrush(stretch, view, width)),
  ]
  const show = (next: View, at = next.to - 1): void => {
    view = next
    cursor = Math.max(view.from, Math.min(endOf(stretch, view) - 1, at))
    read.innerHTML = readout(stretch, view, cursor)
    for (const again of redraw) again()
  }
  const room = (): number => (view.whole ? stretch.joined : stretch.rows).at.length
  const move = (rows: number): void => {
    const size = view.to - view.from
    const to = Math.max(size, Math.min(room(), view.to + rows))
    show({ ...view, from: to - size, to })
  }
  const zoom = (factor: number): void => {
    const size = Math.max(10, Math.min(room(), Math.round((view.to - view.from) * factor)))
    const from = Math.max(0, Math.min(view.from, view.to - size))
    press(undefined)
    show({ ...view, from: Math.max(from, view.to - size), to: Math.max(from, view.to - size) + size }, cursor)
  }
  const keys = (step: number, on: (rows: number) => void): ((event: KeyboardEvent) => void) => {
    const acts: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => on(-step),
      ArrowRight: () => on(step),
      Home: () => on(-1e9),
      End: () => on(1e9),
      '+': () => zoom(0.6),
      '-': () => zoom(1.6),
    }
    return (event) => {
      const act = acts[event.key]
      if (!act || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      act()
    }
  }
  const at = (rows: number): void => show(view, cursor + rows)
  main.addEventListener('keydown', keys(1, at))
  strip.addEventListener('keydown', keys(7, move))
  main.addEventListener('pointermove', ({ clientX }) => {
    const x = clientX - main.getBoundingClientRect().left
    show(view, placeAt(stretch, view, Math.round(main.clientWidth), x))
  })
  main.addEventListener('pointerleave', () => show(view))
  const drag = ({ clientX }: PointerEvent): void => {
    const { toValue } = brushScale(stretch.whole, Math.round(strip.clientWidth))
    const value = toValue(clientX - strip.getBoundingClientRect().left)
    const places = (view.whole ? stretch.joined : stretch.rows).at
    const middle = places.findIndex((place) => place >= value)
    const half = (view.to - view.from) >> 1
    move((middle < 0 ? places.length : middle) + half - view.to)
  }
  strip.addEventListener('pointerdown', (event) => {
    strip.setPointerCapture(event.pointerId)
    drag(event)
    strip.addEventListener('pointermove', drag)
  })
  strip.addEventListener('pointerup', () => strip.removeEventListener('pointermove', drag))
  for (const button of buttons) {
    button.addEventListener('click', () => {
      press(button)
      show(viewOf(stretch, Number(button.dataset.span)))
    })
  }
  /** A row that is named elsewhere on the page, in the middle of a view around it. */
  const visit = (value: number): void => {
    const single = value >= stretch.rows.at[0]
    const places = (single ? stretch.rows : stretch.joined).at
    const place = Math.max(
      0,
      places.findIndex((at) => at >= value),
    )
    const half = single ? 40 : places.length
    press(undefined)
    show(
      { from: Math.max(0, place - half), to: Math.min(places.length, place + half), whole: !single },
      place,
    )
  }
  for (const link of document.querySelectorAll<HTMLElement>('[data-at]'))
    link.addEventListener('click', () => {
      visit(Number(link.dataset.at))
      main.scrollIntoView({ block: 'center' })
    })
  press(first)
  show(view)
}

document.getElementById('theme')?.addEventListener('click', () => {
  const root = document.documentElement
  const dark = root.dataset.theme
    ? root.dataset.theme === 'dark'
    : matchMedia('(prefers-color-scheme: dark)').matches
  root.dataset.theme = dark ? 'light' : 'dark'
})
for (const host of document.querySelectorAll<HTMLElement>('[data-picture]')) {
  const picture = drawn.pictures[host.dataset.picture as string]
  if (picture) drawnIn(host, (width) => drawPicture(picture, width))
}
if (drawn.stretch) listenToStretch(drawn.stretch)
if (drawn.board) listenToBoard(drawn.board)
document.documentElement.dataset.drawn = 'true'

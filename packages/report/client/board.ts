import { type Board, CARDS, cardOf, countOf, largeOf, ordered, stretchOfSeries } from '../src/page/board.ts'
import { drawTimeline, endOf, placeAt, readout, viewOf } from '../src/page/drawStretch.ts'

/** Marks that people leave out when they search: accents, and case. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** Cards, table and the large picture of many series: search, order, choice. */
export function listenToBoard(board: Board): void {
  const element = <T extends HTMLElement>(id: string): T | null => document.getElementById(id) as T | null
  const [find, order] = [element<HTMLInputElement>('find'), element<HTMLSelectElement>('order')]
  const [cards, more, large] = [element('cards'), element<HTMLButtonElement>('more'), element('large')]
  const [rows, found] = [element('rows') as HTMLElement, element('found') as HTMLElement]
  const names = board.names.map(plain)
  const lines = new Map(
    [...rows.querySelectorAll<HTMLElement>('tr')].map((line) => [Number(line.dataset.row), line]),
  )
  const heads = [...document.querySelectorAll<HTMLElement>('th button.sort')]
  let [column, reversed, shown, chosen] = [0, false, CARDS, 0]

  const drawCards = (places: readonly number[]): void => {
    if (!cards) return
    const pictured = places.filter((s) => board.pictures[s])
    cards.innerHTML = pictured
      .slice(0, shown)
      .map((s) => cardOf(board, s, column))
      .join('')
    offerMore(pictured.length - shown)
    press()
  }
  const offerMore = (left: number): void => {
    if (!more) return
    more.hidden = left <= 0
    more.textContent = `${Math.min(left, 2 * CARDS).toLocaleString('en')} more of ${left.toLocaleString('en')}`
  }
  const press = (): void => {
    for (const card of document.querySelectorAll<HTMLElement>('.card'))
      card.setAttribute('aria-pressed', String(Number(card.dataset.series) === chosen))
  }
  const arrange = (): void => {
    const sought = plain(find?.value.trim() ?? '')
    const places = ordered(board, column, reversed).filter((s) => names[s]?.includes(sought))
    rows.replaceChildren(...places.map((s) => lines.get(s) as HTMLElement))
    found.textContent =
      sought === ''
        ? countOf(names.length)
        : `${places.length.toLocaleString('en')} of ${countOf(names.length)}`
    drawCards(places)
    for (const head of heads) {
      const own = Number(head.dataset.column) === column
      const down = column >= 0 && (board.columns[column]?.worst === 'high') !== reversed
      if (own) head.parentElement?.setAttribute('aria-sort', down ? 'descending' : 'ascending')
      else head.parentElement?.removeAttribute('aria-sort')
    }
  }
  const choose = (s: number): void => {
    chosen = s
    if (large) large.innerHTML = largeOf(board, s)
    press()
    pointAlong(board, s)
  }
  find?.addEventListener('input', () => {
    shown = CARDS
    arrange()
  })
  order?.addEventListener('change', () => {
    ;[column, reversed, shown] = [Number(order.value), false, CARDS]
    arrange()
  })
  more?.addEventListener('click', () => {
    shown += 2 * CARDS
    arrange()
  })
  for (const head of heads)
    head.addEventListener('click', () => {
      const next = Number(head.dataset.column)
      ;[column, reversed] = [next, next === column ? !reversed : false]
      if (order) order.value = String(next)
      arrange()
    })
  document.addEventListener('click', ({ target }) => {
    const card = (target as Element).closest<HTMLElement>('[data-series], [data-choose]')
    if (!card) return
    choose(Number(card.dataset.series ?? card.dataset.choose))
    if (card.dataset.choose !== undefined) large?.scrollIntoView({ block: 'nearest' })
  })
  // Cards and table are in order as they are served.
  offerMore(board.pictures.length - shown)
  pointAlong(board, 0)
}

/** Draws the large picture at its true width, and reads out the row that is pointed at. */
function pointAlong(board: Board, s: number): void {
  const stretch = stretchOfSeries(board, s)
  const chart = document.getElementById('large-chart')
  const read = document.getElementById('large-read')
  if (!stretch || !chart || !read) return
  const view = viewOf(stretch, stretch.rows.at.length)
  const last = view.to - 1
  let cursor = last
  let width = 0
  const show = (place: number): void => {
    cursor = Math.max(view.from, Math.min(endOf(stretch, view) - 1, place))
    read.innerHTML = readout(stretch, view, cursor)
    chart.innerHTML = drawTimeline(stretch, view, width, cursor === last ? undefined : cursor)
  }
  new ResizeObserver(() => {
    const now = Math.round(chart.clientWidth)
    if (now === 0 || now === width) return
    width = now
    show(cursor)
  }).observe(chart)
  chart.addEventListener('pointermove', ({ clientX }) =>
    show(placeAt(stretch, view, width, clientX - chart.getBoundingClientRect().left)),
  )
  chart.addEventListener('pointerleave', () => show(last))
  chart.addEventListener('keydown', (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, Home: -1e9, End: 1e9 }[event.key]
    if (step === undefined || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    show(cursor + step)
  })
}

import { amount, type Domain, glimpse, percentage, type Rows } from '@credence/charts/page'
import { drawTimeline, readout, viewOf } from './drawStretch.ts'
import { escapeHtml } from './html.ts'
import type { Stretch } from './stretch.ts'

type Values = readonly (number | null)[]

/** What is known of every series: a column of the table, by which cards and table can be put in order. */
export interface BoardColumn {
  readonly head: string
  readonly format: 'amount' | 'share' | 'beside' | 'times' | 'count'
  readonly values: Values
  /** Which end comes first where the worst come first; names have none. */
  readonly worst: 'high' | 'low'
  /** Belongs to the column before it: by itself it is no order for cards. */
  readonly minor?: boolean
  /** Series at whose value a person should look. */
  readonly flagged?: readonly number[]
}

/** The last rows of a series, and those after them where they were forecast. */
export interface BoardPicture {
  /** Which of the board's `places` its rows have. */
  readonly at: number
  readonly y: Values
  readonly mean: Values
  readonly lower: Values
  readonly upper: Values
  readonly innerLower?: Values
  readonly innerUpper?: Values
  readonly future?: Omit<Rows, 'y' | 'at'> & { readonly at: number }
}

/** Many series on one page: small multiples, a table, and one of them large. Plain data. */
export interface Board {
  /** The worst first. */
  readonly names: readonly string[]
  readonly columns: readonly BoardColumn[]
  /** Times or numbers of rows: most series have the same, which are kept once. */
  readonly places: readonly (readonly number[])[]
  /** Of the first series. */
  readonly pictures: readonly BoardPicture[]
  /** A sentence about each series that has a picture. */
  readonly notes: readonly string[]
  readonly domain: Domain
  /** Milliseconds between rows; 0 where they have no time. */
  readonly spacing: number
  readonly target: string
  readonly coverage: number
  readonly ahead?: string
}

/** Series that a page holds: those that come after the worst ones are in the summary as data. */
export const MOST_LISTED = 2000
/** Cards at first, and more on request. */
export const CARDS = 24
const CARD_WIDTH = 180
const LARGE_WIDTH = 532

/** The board as HTML that needs no script: the first cards, the worst series large, and all series in a table. */
export function boardSection(board: Board, title: string, caption: string): string {
  const { names, columns, pictures } = board
  const pictured = pictures.length > 0
  const choices = columns.map(({ head, minor }, c) =>
    minor ? '' : `<option value="${c}">${escapeHtml(head)}</option>`,
  )
  const cards = Array.from({ length: Math.min(CARDS, pictures.length) }, (_, s) => cardOf(board, s, 0))
  const finder = `<div class="finder"><label>Search <input type="search" id="find" autocomplete="off"></label><label>Order <select id="order">${choices.join('')}<option value="-1">name</option></select></label><span id="found" role="status">${countOf(names.length)}</span></div>`
  const large = pictured ? `<div class="large" id="large">${largeOf(board, 0)}</div>` : ''
  return `<section><h2>${escapeHtml(title)}</h2><p class="cap">${caption}</p>${finder}
${pictured ? `<div class="board"><div><ul class="cards" id="cards">${cards.join('')}</ul><p class="more"><button type="button" id="more" hidden>More</button></p></div>${large}</div>` : ''}</section>
<section class="all-series"><h2>${escapeHtml(countOf(names.length))} in numbers</h2><p class="cap">Choose a heading to sort by it${pictured ? ', or a name to see it above' : ''}.</p>${boardTable(board)}</section>`
}

export function countOf(series: number): string {
  return `${series.toLocaleString('en')} series`
}

/** Whether a series has a value that a person should look at. */
function isFlagged({ flagged }: BoardColumn, s: number): boolean {
  return flagged?.includes(s) ?? false
}

/** A value in words: every one says by itself what it is. */
export function cellText({ format, values }: BoardColumn, s: number): string {
  const value = values[s] ?? null
  if (value === null) return '–'
  switch (format) {
    case 'amount':
      return amount(value)
    case 'share':
      return percentage(value)
    case 'times':
      return `× ${amount(value, 2)}`
    case 'count':
      return value.toLocaleString('en')
    case 'beside':
      return Math.abs(value - 1) < 0.005
        ? 'the same'
        : `${value < 1 ? '−' : '+'}${percentage(Math.abs(1 - value))}`
  }
}

/** A series at a glance: its last rows over their intervals, and the value by which the cards are in order. */
export function cardOf(board: Board, s: number, column: number): string {
  const picture = board.pictures[s]
  const shown = board.columns[column]
  const bad = board.columns.some((one) => isFlagged(one, s))
  const name = escapeHtml(board.names[s] ?? '')
  const mark = shown && isFlagged(shown, s)
  const chip = shown
    ? `<span class="chip${mark ? ' alert' : ''}">${mark ? '▲ ' : ''}${cellText(shown, s)}</span>`
    : ''
  const drawn = picture
    ? `<span class="chart">${glimpse(CARD_WIDTH, glimpseOf(picture), `The last rows of ${board.names[s]}`)}</span>`
    : ''
  return `<li><button type="button" class="card${bad ? ' bad' : ''}" data-series="${s}" aria-pressed="${s === 0}"><span class="name">${name}</span>${chip}${drawn}</button></li>`
}

function glimpseOf({ y, lower, upper, future }: BoardPicture): Parameters<typeof glimpse>[1] {
  if (!future) return { y, lower, upper }
  const gap = y.map(() => null)
  const lead = gap.length - 1
  const last = y[lead] ?? null
  return {
    y,
    lower: [...lower, ...future.lower],
    upper: [...upper, ...future.upper],
    mean: [...gap.slice(1), last, ...future.mean],
    now: lead,
  }
}

/** What a series is drawn from where it is large: hover values, dates, the future. */
export function stretchOfSeries(board: Board, s: number): Stretch | undefined {
  const picture = board.pictures[s]
  const at = picture && board.places[picture.at]
  if (!picture || !at || at.length < 2) return undefined
  const { at: _, future, ...values } = picture
  const rows = { at, ...values }
  const { domain, spacing, target, coverage, ahead } = board
  return {
    domain,
    spacing,
    rows,
    joined: rows,
    width: 1,
    whole: { at: rows.at, mean: rows.y, low: rows.y, high: rows.y },
    ...(future
      ? { future: { ...future, at: board.places[future.at] ?? [], y: future.mean.map(() => null) } }
      : {}),
    ...(ahead ? { ahead } : {}),
    changes: [],
    spans: [],
    target,
    coverage,
  }
}

/** One series with all that is known of it. */
export function largeOf(board: Board, s: number): string {
  const stretch = stretchOfSeries(board, s)
  const head = `<h3>${escapeHtml(board.names[s] ?? '')}</h3><p class="cap">${board.notes[s] ?? ''}</p>`
  if (!stretch) return `${head}<p class="cap">No picture of this one is kept: it is in the table below.</p>`
  const view = viewOf(stretch, stretch.rows.at.length)
  return `${head}<p class="read" id="large-read" aria-live="polite">${readout(stretch, view, view.to - 1)}</p><div class="chart" id="large-chart" tabindex="0" role="group" aria-label="Rows one by one: arrow keys move">${drawTimeline(stretch, view, LARGE_WIDTH)}</div>`
}

function boardTable({ names, columns, pictures }: Board): string {
  const heads = columns.map(
    ({ head }, c) =>
      `<th scope="col" class="r"${c === 0 ? ' aria-sort="descending"' : ''}><button type="button" class="sort" data-column="${c}">${escapeHtml(head)}</button></th>`,
  )
  const rows = names.map((name, s) => {
    const cells = columns.map((column) => {
      const bad = isFlagged(column, s)
      return `<td class="r${bad ? ' alert' : ''}">${bad ? '▲ ' : ''}${cellText(column, s)}</td>`
    })
    const shown =
      s < pictures.length
        ? `<button type="button" class="link" data-choose="${s}">${escapeHtml(name)}</button>`
        : escapeHtml(name)
    return `<tr data-row="${s}"><th scope="row">${shown}</th>${cells.join('')}</tr>`
  })
  return `<div class="scroll whole-table" tabindex="0" role="region" aria-label="All series"><table><thead><tr><th scope="col"><button type="button" class="sort" data-column="-1">series</button></th>${heads.join('')}</tr></thead><tbody id="rows">${rows.join('')}</tbody></table></div>`
}

/** Series in order of a column, those without a value last; by name where the column is −1. */
export function ordered({ names, columns }: Board, column: number, reversed = false): number[] {
  const places = names.map((_, s) => s)
  const way = reversed ? -1 : 1
  const chosen = columns[column]
  if (!chosen)
    return places.sort(
      (a, b) => way * (names[a] as string).localeCompare(names[b] as string, 'en', { numeric: true }),
    )
  const { values, worst } = chosen
  const sign = way * (worst === 'high' ? -1 : 1)
  const known = (s: number): boolean => (values[s] ?? null) !== null
  return places.sort((a, b) =>
    known(a) && known(b)
      ? sign * ((values[a] as number) - (values[b] as number)) || a - b
      : Number(known(b)) - Number(known(a)) || a - b,
  )
}

/** Keeps each list of places once. */
export class Places {
  readonly each: (readonly number[])[] = []
  readonly #known = new Map<string, number>()

  /** Where the board has these. */
  of(at: readonly number[]): number {
    const name = at.join()
    const known = this.#known.get(name)
    if (known !== undefined) return known
    this.#known.set(name, this.each.length)
    return this.each.push(at) - 1
  }
}

/** Values as a picture can show them: fewer digits, so that a page of a thousand series stays small. */
export function inDigits(values: Values, span: number): Values {
  if (!(span > 0)) return values
  const step = 10 ** Math.floor(Math.log10(span / 1000))
  return values.map((value) =>
    value === null || !Number.isFinite(value)
      ? value
      : Number((Math.round(value / step) * step).toPrecision(12)),
  )
}

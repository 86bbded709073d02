import { type DateOrder, findTimes, goesBack, readTime, type TimesFound, type TimesWish } from 'credence/auto'
import type { Batch, Table } from 'credence/stream'
import { UserError } from '../base/failure.ts'
import { placesOf } from '../base/places.ts'
import { noColumn } from '../base/suggest.ts'
import { notTimes, refuseMeasurements, refuseTimes } from '../input/notTimes.ts'
import { PEEKED } from '../input/peeked.ts'
import { setField } from '../output/setField.ts'

/** Rows of the first batch for each group, so that a column of words is one of groups. */
const FEWEST_ROWS = 5

/** What kept columns stand beside: the column that is forecast, and the fields of a record. */
export interface Around {
  readonly target: string
  readonly fields: readonly string[]
}

/** What is asked of the user's own columns. */
export interface KeptWishes {
  /** Names with commas between, `all`, `none`, or absent for times and named groups alone. */
  readonly keep?: string | undefined
  /** The columns of times; null: none. @default found */
  readonly time?: string | readonly string[] | null | undefined
  readonly dates?: DateOrder | undefined
  readonly group?: string | undefined
  /** The columns that tell series apart: they go along. @default none */
  readonly by?: readonly string[] | undefined
}

/** The user's own columns that go along into the output. */
export class Kept {
  /** Where the times are, and how they are written; null where there are none. */
  times: TimesFound | null = null
  /** Name of the column that parts the rows into groups: as said, and as it is, if there is one. */
  readonly said: string | undefined
  readonly #by: readonly string[]
  group: string | undefined
  readonly #wish: string | undefined
  #names: readonly string[] = []
  /** How they are called in the output. */
  #shown: readonly string[] = []
  /** Where each kept cell is: among the numbers of a row if it is not below 0, else among its texts. */
  #numbers: readonly number[] = []
  #texts: readonly number[] = []
  #width = 0
  #textWidth = 0
  #numeric: ReadonlySet<string> = new Set()
  readonly #time: readonly string[] | null | undefined
  readonly #dates: DateOrder | undefined
  #timePlaces: readonly number[] = []
  #groupPlace = -1

  constructor({ keep, time, dates, group, by = [] }: KeptWishes) {
    this.#by = by
    this.#wish = keep
    this.#time = typeof time === 'string' ? time.split(',').map((name) => name.trim()) : time
    this.#dates = dates
    this.said = group
  }

  /** What was said of times. */
  get wish(): TimesWish {
    return { time: this.#time, dates: this.#dates }
  }

  get isEmpty(): boolean {
    return this.#names.length === 0
  }

  /** The numeric columns to read, besides those that the recipe names. */
  numbers(named: readonly string[], names: readonly string[], numeric: readonly string[]): readonly string[] {
    const given = new Set(named)
    const numbers = new Set(numeric)
    return this.#wanted(names).filter((name) => numbers.has(name) && !given.has(name))
  }

  /** Refuses names of columns that are not there. */
  expectNames(names: readonly string[]): void {
    expectColumns(this.#time ?? [], names, 'time')
    if (this.said !== undefined) expectColumns([this.said], names, 'group')
    expectColumns(this.#by, names, 'by')
    this.#wanted(names)
  }

  /** The columns to read as text: those wished for, and all that may hold times. */
  text(names: readonly string[], numeric: readonly string[]): readonly string[] {
    const numbers = new Set(numeric)
    const isText = (name: string): boolean => !numbers.has(name)
    const wanted = this.#wanted(names).filter(isText)
    const times = this.#time ?? names.filter(isText)
    const said = this.said === undefined ? [] : [this.said]
    return [...new Set([...wanted, ...times, ...this.#by, ...said])]
  }

  /**
   * Looks at the first rows: without a wish, the first column of times is kept, and a column of groups if it was named.
   *
   * @param found the column of groups that an earlier run found, null if it found none; absent: to be looked for
   */
  settle(table: Table, first: Batch, { target, fields }: Around, found?: string | null): void {
    const { names, textNames } = table
    this.#width = names.length
    this.#textWidth = textNames.length
    this.#numeric = new Set(table.numericNames)
    this.times = this.#findTimes(textNames, first, target)
    const times = this.times?.columns ?? []
    this.#timePlaces = times.map((name) => textNames.indexOf(name))
    const places = [...new Set([...this.#by, ...times, ...(this.said === undefined ? [] : [this.said])])]
    const group = this.said ?? found
    if (typeof group === 'string') this.#groupPlace = textNames.indexOf(group)
    else if (group === undefined) this.#groupPlace = this.#findGroup(table, first, target)
    this.group = textNames[this.#groupPlace]
    const wanted = this.#wish === undefined ? places : this.#wanted(table.allNames)
    // A record of many series is of none without its key.
    this.#names = [...new Set([...this.#by, ...wanted])]
    const taken = (name: string): boolean => name !== target && fields.includes(name)
    this.#shown = this.#names.map((name) => (taken(name) ? `input_${name}` : name))
    const numbers = placesOf(names)
    const texts = placesOf(textNames)
    this.#numbers = this.#names.map((name) => (texts.has(name) ? -1 : (numbers.get(name) ?? -1)))
    this.#texts = this.#names.map((name) => texts.get(name) ?? -1)
  }

  /** The kept cells of row r, by name; a number that is missing is null. */
  cells({ values, texts }: Batch, r: number): Readonly<Record<string, unknown>> {
    const cells: Record<string, unknown> = {}
    this.#names.forEach((name, i) => {
      const shown = this.#shown[i] as string
      const number = this.#numbers[i] as number
      const value = values[r * this.#width + number] as number
      if (number >= 0) setField(cells, shown, Number.isNaN(value) ? null : value)
      else {
        const text = texts[r * this.#textWidth + (this.#texts[i] as number)] as string
        setField(cells, shown, this.#cell(name, text))
      }
    })
    return cells
  }

  /** Milliseconds since 1970 of row r; NaN where there is no column of times. */
  timeAt({ texts }: Batch, r: number): number {
    if (!this.times) return Number.NaN
    const cells = this.#timePlaces.map((place) => texts[r * this.#textWidth + place] as string)
    return readTime(this.times, cells)
  }

  /** What stands in the place of the time of row r. */
  timeCell({ texts }: Batch, r: number): string {
    return this.#timePlaces.map((place) => texts[r * this.#textWidth + place]).join(' ')
  }

  /** The group of row r; undefined where there are none. */
  groupAt({ texts }: Batch, r: number): string | undefined {
    return this.#groupPlace < 0 ? undefined : texts[r * this.#textWidth + this.#groupPlace]
  }

  /** The times that the first rows show, but for the target; refuses a measurement that was named as one. */
  #findTimes(names: readonly string[], first: Batch, target: string): TimesFound | null {
    const others = names.filter((name) => name !== target)
    const places = others.map((name) => names.indexOf(name))
    const rows = Array.from({ length: Math.min(first.size, PEEKED) }, (_, r) =>
      places.map((place) => first.texts[r * names.length + place] as string),
    )
    const found = findTimes(others, rows, this.wish)
    const [at = ''] = found?.columns.length === 1 ? found.columns : []
    if (this.#by.includes(at)) {
      const place = others.indexOf(at)
      refuseTimes(at, new Set(rows.map((row) => row[place])).size, rows.length)
    }
    for (const name of this.#by)
      refuseMeasurements(
        name,
        rows.map((row) => row[others.indexOf(name)] ?? ''),
      )
    const [named, ...more] = this.#time ?? []
    if (named === undefined || more.length > 0 || this.#by.length > 0) return found
    const back = goesBack(rows.map((row) => row[others.indexOf(named)]))
    if (!back) return found
    throw notTimes(named, back)
  }

  /** The first column of words that come again and again. */
  #findGroup({ textNames }: Table, { texts, size }: Batch, target: string): number {
    return textNames.findIndex((name, c) => {
      if (this.#timePlaces.includes(c) || name === target || this.#numeric.has(name)) return false
      const words = new Set(Array.from({ length: size }, (_, r) => texts[r * this.#textWidth + c]))
      return words.size > 1 && words.size <= size / FEWEST_ROWS
    })
  }

  /** A number that was read as text is a number again. */
  #cell(name: string, text: string): unknown {
    if (!this.#numeric.has(name)) return text
    const value = Number(text)
    return text.trim() === '' || Number.isNaN(value) ? null : value
  }

  #wanted(names: readonly string[]): readonly string[] {
    if (this.#wish === undefined || this.#wish === 'none') return []
    if (this.#wish === 'all') return names
    const wanted = this.#wish.split(',').map((name) => name.trim())
    expectColumns(wanted, names, 'keep')
    return wanted
  }
}

/** @param option that named them */
function expectColumns(wanted: readonly string[], names: readonly string[], option: string): void {
  const there = new Set(names)
  for (const name of wanted) {
    if (there.has(name)) continue
    if (option === 'by' && name === 'none')
      throw new UserError('no column "none". For one series, leave "by" out of the recipe and add --by none')
    throw noColumn(name, names, option)
  }
}

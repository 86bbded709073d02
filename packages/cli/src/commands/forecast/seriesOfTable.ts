import type { SeriesForecastOptions } from 'credence/paths'
import type { List } from '../../files/shelf/list.ts'
import type { Asked } from './asked.ts'
import { type Calendar, calendarOf, withHolidays } from './holidays.ts'
import type { KeySeries } from './keyForecast.ts'

/** The series of a table that have an outcome, each made of its rows when it is read: oldest first. */
export class SeriesOfTable implements List<KeySeries> {
  readonly #asked: Asked
  readonly #wishes: SeriesForecastOptions
  readonly #calendar: Calendar | undefined
  /** Which of the table's each is. */
  readonly #keys: readonly number[]

  private constructor(asked: Asked, wishes: SeriesForecastOptions, calendar: Calendar | undefined) {
    const { keys, rows } = asked
    this.#asked = asked
    this.#wishes = wishes
    this.#calendar = calendar
    const all = keys.cells.map((_, key) => key)
    this.#keys = all.length === 1 ? all : all.filter((key) => rows.isLearnt(key))
  }

  static async of(asked: Asked, wishes: SeriesForecastOptions): Promise<SeriesOfTable> {
    const { holidays } = asked.options
    return new SeriesOfTable(asked, wishes, holidays === undefined ? undefined : await calendarOf(holidays))
  }

  get length(): number {
    return this.#keys.length
  }

  at(i: number): KeySeries | undefined {
    const key = this.#keys[i]
    return key === undefined ? undefined : this.#seriesOf(key, i)
  }

  *[Symbol.iterator](): Generator<KeySeries, void, void> {
    for (const [i, key] of this.#keys.entries()) yield this.#seriesOf(key, i)
  }

  /** The name of a series, without its rows. */
  nameOf(i: number): string {
    const { by } = this.#asked.keys
    const cells = this.cellsOf(i)
    return by.map((column, c) => `${column} ${cells[c]}`).join(', ')
  }

  cellsOf(i: number): readonly string[] {
    return this.#asked.keys.cells[this.#keys[i] as number] as readonly string[]
  }

  #seriesOf(key: number, i: number): KeySeries {
    const { time, known, rows } = this.#asked
    const { place, y } = rows.of(key)
    const cells = known.ofKeys?.of(key)
    const order = Array.from(place, (_, r) => r)
    if (time !== undefined) order.sort((a, b) => (place[a] as number) - (place[b] as number))
    const series = {
      ...(time === undefined ? {} : { times: order.map((r) => place[r] as number) }),
      y: order.map((r) => y[r] as number),
      ...(cells && { known: order.map((r) => cells[r] as readonly string[]) }),
    }
    const whole = this.#calendar ? withHolidays(series, this.#calendar, this.#wishes) : series
    return { number: key, key: this.nameOf(i), cells: this.cellsOf(i), ...whole }
  }
}

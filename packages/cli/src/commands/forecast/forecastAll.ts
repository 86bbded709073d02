import { availableParallelism } from 'node:os'
import { numberOf } from 'credence/auto'
import {
  forecastSeries,
  type LessonsState,
  type ManyPlan,
  ManySeries,
  type NamedSeries,
  planMany,
  type SeriesForecastOptions,
} from 'credence/paths'
import { Breath } from '../../base/breath.ts'
import { inPlace, UserError } from '../../base/failure.ts'
import type { List } from '../../files/shelf/list.ts'
import { Slots } from '../../files/shelf/slots.ts'
import { type Progress, startProgress } from '../progress.ts'
import type { Asked, ForecastCommandOptions } from './asked.ts'
import { coherent } from './coherent.ts'
import type { KeyForecast, KeySeries, Take } from './keyForecast.ts'
import { KeyThreads } from './keyThreads.ts'
import { type Draws, type PlainForecast, plainForecast } from './plainForecast.ts'
import { SeriesOfTable } from './seriesOfTable.ts'
import { ALL, forecastTotal, totalSeries } from './totals.ts'
import { writeTime } from './writeTime.ts'

/** Series that a thread is given at once. */
const AT_ONCE = 32

/** Forecasts of series, and of their sums where these were asked for. */
export interface Forecasts {
  readonly each: List<KeyForecast>
  /** The widest first. */
  readonly totals: List<KeyForecast>
}

/** Forecasts every series of the table. Where there are several, they learn from each other. */
export async function forecastAll(asked: Asked, signal: AbortSignal): Promise<Forecasts> {
  const progress = startProgress('forecast')
  try {
    const wishes = wishesOf(asked)
    const series = await SeriesOfTable.of(asked, wishes)
    const plan = series.length > 1 ? inSeries('', () => planMany(series, wishes)) : undefined
    const each = new Slots<KeyForecast>(asked.table.shelf)
    const take: Take = (i, one, found) => each.set(i, forecastOf(asked, one, found))
    if (plan) await new Together(plan, wishes, asked.options, progress, signal).forecast(series, take)
    else await apart(series, wishes, { draws: drawsOf(asked.options), progress, signal, take })
    return await withTotals(asked, series, each, wishes, signal)
  } finally {
    progress.stop()
  }
}

async function withTotals(
  asked: Asked,
  series: SeriesOfTable,
  each: List<KeyForecast>,
  wishes: SeriesForecastOptions,
  signal: AbortSignal,
): Promise<Forecasts> {
  const { totals: wanted = false, coherent: isCoherent = false } = asked.options
  if (!(wanted || isCoherent) || each.length < 2) return { each, totals: [] }
  const { shelf } = asked.table
  let steps = 0
  for (const one of each) steps = Math.max(steps, one.steps.length)
  const totals = new Slots<KeyForecast>(shelf)
  const breath = new Breath()
  const cells = Array.from({ length: series.length }, (_, i) => series.cellsOf(i))
  expectNoSums(asked.keys.by, cells)
  for (const total of totalSeries(series, cells)) {
    const found = inSeries(total.key, () => forecastTotal(total, steps, wishes))
    totals.set(totals.length, forecastOf(asked, total, found))
    if (breath.isDue()) await breath.take(signal)
  }
  if (!isCoherent) return { each, totals }
  const moved = { totals: new Slots<KeyForecast>(shelf), each: new Slots<KeyForecast>(shelf) }
  for (const one of coherent(totals, each, shelf)) {
    const own = moved.totals.length < totals.length ? moved.totals : moved.each
    own.set(own.length, one)
    if (breath.isDue()) await breath.take(signal)
  }
  return moved
}

/** Rows of a sum could not be told from those of a series of that name. */
function expectNoSums(by: readonly string[], each: readonly (readonly string[])[]): void {
  for (const cells of each) {
    const place = cells.indexOf(ALL)
    if (place >= 0)
      throw new UserError(
        `a series has ${JSON.stringify(ALL)} in ${JSON.stringify(by[place])}, which is what sums have there. If its rows are sums, delete them; if not, give it another name; or leave out --totals and --coherent`,
      )
  }
}

async function apart(
  series: List<KeySeries>,
  wishes: SeriesForecastOptions,
  {
    draws,
    progress,
    signal,
    take,
  }: {
    readonly draws: Draws
    readonly progress: Progress
    readonly signal: AbortSignal
    readonly take: Take
  },
): Promise<void> {
  const breath = new Breath()
  let done = 0
  for (const each of series) {
    const found = inSeries(each.key, () => forecastSeries(each, wishes))
    take(done, each, plainForecast(each.key, found, draws))
    done++
    progress.report(done, done / series.length, 'series')
    if (breath.isDue()) await breath.take(signal)
  }
}

/** Many series: teachers first, here; then the others, on all processors. The number of threads changes no digit. */
class Together {
  readonly #plan: ManyPlan
  readonly #wishes: SeriesForecastOptions
  readonly #many: ManySeries
  readonly #threads: number
  readonly #draws: Draws
  readonly #progress: Progress
  readonly #signal: AbortSignal

  constructor(
    plan: ManyPlan,
    wishes: SeriesForecastOptions,
    options: ForecastCommandOptions,
    progress: Progress,
    signal: AbortSignal,
  ) {
    this.#plan = plan
    this.#wishes = wishes
    this.#many = new ManySeries(plan, wishes)
    this.#threads = options.threads ?? availableParallelism()
    this.#draws = drawsOf(options)
    this.#progress = progress
    this.#signal = signal
  }

  /** Teachers are in memory together; the others are read one after the other. */
  async forecast(series: SeriesOfTable, take: Take): Promise<void> {
    const names = new Set(this.#plan.teachers)
    const all = Array.from({ length: series.length }, (_, i) => i)
    const teachers = all
      .filter((i) => names.has(series.nameOf(i)))
      .map((i) => ({ i, one: series.at(i) as KeySeries }))
    const lessons = await this.#teach(
      teachers.map(({ one }) => one),
      series.length,
    )
    const breath = new Breath()
    for (const { i, one } of teachers) {
      take(i, one, this.#one(one, lessons))
      if (breath.isDue()) await breath.take(this.#signal)
    }
    const others = all.filter((i) => !names.has(series.nameOf(i)))
    await this.#follow(series, others, lessons, take)
  }

  #one(series: NamedSeries, lessons: LessonsState): PlainForecast {
    const { key } = series
    return plainForecast(
      key,
      inSeries(key, () => this.#many.forecast(series, lessons)),
      this.#draws,
    )
  }

  async #teach(teachers: readonly NamedSeries[], all: number): Promise<LessonsState> {
    const breath = new Breath()
    const rows = teachers.reduce((sum, { y }) => sum + y.length, 0)
    const teaching = this.#many.teach(teachers)
    for (;;) {
      const step = teaching.next()
      if (step.done) return step.value
      const done = (teachers.length * step.value) / rows
      this.#progress.report(Math.floor(done), done / all, 'series')
      if (breath.isDue()) await breath.take(this.#signal)
    }
  }

  async #follow(
    series: List<KeySeries>,
    others: readonly number[],
    lessons: LessonsState,
    take: Take,
  ): Promise<void> {
    let done = series.length - others.length
    const taken: Take = (...found) => {
      take(...found)
      done++
      this.#progress.report(done, done / series.length, 'series')
    }
    const work = { plan: this.#plan, wishes: this.#wishes, lessons, draws: this.#draws }
    const size = Math.min(this.#threads, Math.ceil(others.length / AT_ONCE))
    if (size > 1) {
      await new KeyThreads(work, size).forecast(series, others, AT_ONCE, this.#signal, taken)
      return
    }
    const breath = new Breath()
    for (const i of others) {
      const one = series.at(i) as KeySeries
      taken(i, one, this.#one(one, lessons))
      if (breath.isDue()) await breath.take(this.#signal)
    }
  }
}

function forecastOf({ style, zone, keys }: Asked, series: KeySeries, found: PlainForecast): KeyForecast {
  const past = [...series.y.keys()].filter((i) => !Number.isNaN(series.y[i]))
  const steps = found.steps.map(({ step, ...numbers }, k) => {
    const wall = found.times?.[k]
    return { step, time: wall === undefined ? null : writeTime(wall, style, zone), ...numbers }
  })
  const { times, spacing, seasons, missing, repeated, samples } = found
  return {
    key: series.number,
    name: series.cells.includes('') && series.number >= 0 ? nameOf(keys.by, series.cells) : series.key,
    cells: series.cells,
    steps,
    total: found.total,
    inner: found.inner,
    record: found.record,
    found: { times, spacing, seasons, missing, repeated, samples },
    past: { at: past.map((i) => series.times?.[i] ?? i + 1), y: past.map((i) => series.y[i] as number) },
  }
}

/** The name of a series of which a cell is empty. */
function nameOf(by: readonly string[], cells: readonly string[]): string {
  return by.map((column, c) => `${column} ${cells[c] || '(empty)'}`).join(', ')
}

function drawsOf({ samples = 0, seed = 1 }: ForecastCommandOptions): Draws {
  return { samples, seed }
}

function wishesOf({ options, rows, style, time }: Asked): SeriesForecastOptions {
  const { steps, until, coverage } = options
  if (steps !== undefined && until !== undefined)
    throw new UserError('--steps and --until say the same thing in two ways: give one of them, not both')
  if (until === undefined) return { steps, coverage }
  const end = numberOf(until, 'time')
  if (Number.isNaN(end)) throw new UserError(`--until ${until} is not a day such as 2026-12-31`)
  const isDay = !/\d:\d/.test(until) && end % DAY === 0
  const step = isDay && time !== undefined && !style.days ? closest(rows.of(0).place) : DAY
  // A day is meant to its end, where it has several rows.
  return { until: step < DAY ? end + DAY - step / 2 - 1 : end, coverage }
}

const DAY = 86_400_000

/** The shortest time between two rows of a series. */
function closest(times: Float64Array): number {
  const sorted = Float64Array.from(times).sort()
  let least = Number.POSITIVE_INFINITY
  sorted.forEach((time, i) => {
    const apart = time - (sorted[i - 1] ?? Number.NaN)
    if (apart > 0 && apart < least) least = apart
  })
  return least
}

/** An error of one series names it. */
function inSeries<T>(name: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw inPlace(name, error)
  }
}

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
import { type Progress, startProgress } from '../progress.ts'
import type { Asked, ForecastCommandOptions } from './asked.ts'
import { withHolidays } from './holidays.ts'
import type { KeyForecast } from './keyForecast.ts'
import { KeyThreads } from './keyThreads.ts'
import { type Draws, type PlainForecast, plainForecast } from './plainForecast.ts'
import { coherent, forecastTotal, type KeySeries, totalSeries } from './totals.ts'
import { writeTime } from './writeTime.ts'

/** Series that a thread is given at once. */
const AT_ONCE = 32

/** Forecasts of series, and of their sums where these were asked for. */
export interface Forecasts {
  readonly each: readonly KeyForecast[]
  /** The widest first. */
  readonly totals: readonly KeyForecast[]
}

/** Forecasts every series of the table. Where there are several, they learn from each other. */
export async function forecastAll(asked: Asked, signal: AbortSignal): Promise<Forecasts> {
  const progress = startProgress('forecast')
  try {
    const series = await seriesOf(asked)
    const wishes = wishesOf(asked.options)
    const plan = series.length > 1 ? inSeries('', () => planMany(series, wishes)) : undefined
    const found = plan
      ? await new Together(plan, wishes, asked.options, progress, signal).forecast(series)
      : await apart(series, wishes, drawsOf(asked.options), progress, signal)
    const each = found.map((one, s) => forecastOf(asked, series[s] as KeySeries, one))
    return withTotals(asked, series, each, wishes)
  } finally {
    progress.stop()
  }
}

function withTotals(
  asked: Asked,
  series: readonly KeySeries[],
  each: readonly KeyForecast[],
  wishes: SeriesForecastOptions,
): Forecasts {
  const { totals: wanted = false, coherent: isCoherent = false } = asked.options
  if (!(wanted || isCoherent) || each.length < 2) return { each, totals: [] }
  const steps = Math.max(...each.map((one) => one.steps.length))
  const totals = totalSeries(series).map((total) =>
    forecastOf(
      asked,
      total,
      inSeries(total.key, () => forecastTotal(total, steps, wishes)),
    ),
  )
  if (!isCoherent) return { each, totals }
  const [sums = [], parts = []] = coherent(totals, each)
  return { each: parts, totals: sums }
}

/** The rows of each series that has an outcome, oldest first. */
async function seriesOf({ time, times, y, known, options, keys }: Asked): Promise<KeySeries[]> {
  const wishes = wishesOf(options)
  const all: KeySeries[] = []
  for (const { cells, rows } of keys.each) {
    const order =
      time === undefined ? rows : [...rows].sort((a, b) => (times[a] as number) - (times[b] as number))
    const series = {
      ...(time === undefined ? {} : { times: order.map((r) => times[r] as number) }),
      y: order.map((r) => y[r] as number),
      ...(known.names.length === 0 ? {} : { known: order.map((r) => known.rows[r] as readonly string[]) }),
    }
    const key = keys.by.map((column, c) => `${column} ${cells[c]}`).join(', ')
    const whole =
      options.holidays === undefined ? series : await withHolidays(series, options.holidays, wishes)
    if (whole.y.some(Number.isFinite) || keys.each.length === 1) all.push({ key, cells, ...whole })
  }
  return all
}

async function apart(
  series: readonly NamedSeries[],
  wishes: SeriesForecastOptions,
  draws: Draws,
  progress: Progress,
  signal: AbortSignal,
): Promise<PlainForecast[]> {
  const breath = new Breath()
  const found: PlainForecast[] = []
  for (const each of series) {
    found.push(
      plainForecast(
        each.key,
        inSeries(each.key, () => forecastSeries(each, wishes)),
        draws,
      ),
    )
    progress.report(found.length, found.length / series.length, 'series')
    if (breath.isDue()) await breath.take(signal)
  }
  return found
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

  async forecast(series: readonly NamedSeries[]): Promise<PlainForecast[]> {
    const names = new Set(this.#plan.teachers)
    const lessons = await this.#teach(
      series.filter(({ key }) => names.has(key)),
      series.length,
    )
    const others = series.filter(({ key }) => !names.has(key))
    const found = new Map<string, PlainForecast>()
    const breath = new Breath()
    for (const each of series) {
      if (!names.has(each.key)) continue
      found.set(each.key, this.#one(each, lessons))
      if (breath.isDue()) await breath.take(this.#signal)
    }
    const rest = await this.#follow(others, lessons, found.size, series.length)
    others.forEach(({ key }, i) => {
      found.set(key, rest[i] as PlainForecast)
    })
    return series.map(({ key }) => found.get(key) as PlainForecast)
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
    series: readonly NamedSeries[],
    lessons: LessonsState,
    before: number,
    all: number,
  ): Promise<PlainForecast[]> {
    let done = before
    const onDone = (count: number): void => {
      done += count
      this.#progress.report(done, done / all, 'series')
    }
    const work = { plan: this.#plan, wishes: this.#wishes, lessons, draws: this.#draws }
    const size = Math.min(this.#threads, Math.ceil(series.length / AT_ONCE))
    if (size > 1) return await new KeyThreads(work, size).forecast(series, AT_ONCE, this.#signal, onDone)
    const breath = new Breath()
    const found: PlainForecast[] = []
    for (const each of series) {
      found.push(this.#one(each, lessons))
      onDone(1)
      if (breath.isDue()) await breath.take(this.#signal)
    }
    return found
  }
}

function forecastOf({ style, zone }: Asked, series: KeySeries, found: PlainForecast): KeyForecast {
  const past = series.y.flatMap((value, i) => (Number.isNaN(value) ? [] : [i]))
  const steps = found.steps.map(({ step, ...numbers }, k) => {
    const wall = found.times?.[k]
    return { step, time: wall === undefined ? null : writeTime(wall, style, zone), ...numbers }
  })
  return {
    name: series.key,
    cells: series.cells,
    steps,
    total: found.total,
    inner: found.inner,
    record: found.record,
    found,
    past: { at: past.map((i) => series.times?.[i] ?? i + 1), y: past.map((i) => series.y[i] as number) },
  }
}

function drawsOf({ samples = 0, seed = 1 }: ForecastCommandOptions): Draws {
  return { samples, seed }
}

function wishesOf({ steps, until, coverage }: ForecastCommandOptions): SeriesForecastOptions {
  if (steps !== undefined && until !== undefined)
    throw new UserError('--steps and --until say the same thing in two ways: give one of them, not both')
  const end = until === undefined ? undefined : numberOf(until, 'time')
  if (end !== undefined && Number.isNaN(end))
    throw new UserError(`--until ${until} is not a day such as 2026-12-31`)
  return { steps, until: end, coverage }
}

/** An error of one series names it. */
function inSeries<T>(name: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw inPlace(name, error)
  }
}

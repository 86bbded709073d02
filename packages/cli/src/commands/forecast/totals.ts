import {
  forecastSeries,
  inDecimals,
  type NamedSeries,
  reconcile,
  type SeriesForecastOptions,
  sumOf,
  type TreeForecast,
  totalsOf,
} from 'credence/paths'
import type { KeyForecast } from './keyForecast.ts'
import { type Numbers, type PlainForecast, plainForecast } from './plainForecast.ts'

/** What a sum of series has instead of the cells that it is over. */
export const ALL = '(all)'

/** A series with the cells that name it. */
export interface KeySeries extends NamedSeries {
  readonly cells: readonly string[]
}

/** Sums of series over the hierarchy that the columns are, as series of their own: the widest first. */
export function totalSeries(series: readonly KeySeries[]): KeySeries[] {
  const width = series[0]?.cells.length ?? 0
  return totalsOf(series.map(({ cells }) => cells)).map(({ cells, members }) => ({
    key: cells.length === 0 ? 'all series' : `all of ${cells.join(', ')}`,
    cells: [...cells, ...Array.from({ length: width - cells.length }, () => ALL)],
    ...sumOf(members.map((m) => series[m] as KeySeries)),
  }))
}

/** A sum has a forecast and an interval of its own, learnt from its own errors: those of its parts are not independent. */
export function forecastTotal(total: KeySeries, steps: number, wishes: SeriesForecastOptions): PlainForecast {
  const found = forecastSeries(total, { coverage: wishes.coverage, steps })
  return plainForecast(total.key, found, { samples: 0, seed: 1 })
}

/** Moves forecasts so that those of parts add up to those of sums, to the last digit. Ends move along with the mean. */
export function coherent(totals: readonly KeyForecast[], parts: readonly KeyForecast[]): KeyForecast[][] {
  const all = [...totals, ...parts]
  const places = new Map(totals.map(({ cells }, i) => [JSON.stringify(cells), i]))
  const means = all.map(({ steps }) => steps.map(({ mean }) => mean))
  const slots = all.map(({ found, steps }) => found.times ?? steps.map(({ step }) => step))
  for (const slot of new Set(slots.flat())) {
    const there = all.flatMap((_, i) => {
      const k = (slots[i] as readonly number[]).indexOf(slot)
      return k < 0 ? [] : [{ i, k }]
    })
    const rank = new Map(there.map(({ i }, r) => [i, r]))
    const nodes = there.map(({ i, k }) =>
      nodeOf(all[i] as KeyForecast, k, parentOf(all[i] as KeyForecast, places, rank)),
    )
    const parents = nodes.map(({ parent }) => parent)
    inDecimals([...reconcile(nodes)], parents).forEach((mean, r) => {
      const { i, k } = there[r] as (typeof there)[number]
      ;(means[i] as number[])[k] = mean
    })
  }
  const sums = inDecimals(
    means.map((each) => each.reduce((sum, mean) => sum + mean, 0)),
    all.map((one) => parentOf(one, places)),
  )
  const moved = all.map((one, i) => withMeans(one, means[i] as readonly number[], sums[i] as number))
  return [moved.slice(0, totals.length), moved.slice(totals.length)]
}

/** The nearest sum above that is there; −1 where there is none. */
function parentOf(
  { cells }: KeyForecast,
  places: ReadonlyMap<string, number>,
  rank?: ReadonlyMap<number, number>,
): number {
  const own = cells.filter((cell) => cell !== ALL)
  for (let level = own.length - 1; level >= 0; level--) {
    const above = [...own.slice(0, level), ...Array.from({ length: cells.length - level }, () => ALL)]
    const place = places.get(JSON.stringify(above))
    const found = place === undefined ? undefined : rank ? rank.get(place) : place
    if (found !== undefined) return found
  }
  return -1
}

/** Origins from which the record of a step says how far it is off. */
const ENOUGH = 5
/** Mean |error| of a normal, in units of its deviation. */
const MEAN_ABSOLUTE = Math.sqrt(2 / Math.PI)

function nodeOf({ steps, record, past }: KeyForecast, k: number, parent: number): TreeForecast {
  const { mean, sd, step } = steps[k] as KeyForecast['steps'][number]
  const judged = record.find((one) => one.step === step)
  const error = judged && judged.origins >= ENOUGH ? judged.error : MEAN_ABSOLUTE * sd
  const variance = Number.isFinite(error) ? error * error : 0
  return { parent, mean, variance, positive: past.y.every((y) => y >= 0) }
}

function withMeans(one: KeyForecast, means: readonly number[], sum: number): KeyForecast {
  const moves = one.steps.map((step, k) => moveOf(step, means[k] as number))
  return {
    ...one,
    steps: one.steps.map((step, k) => ({ ...step, ...moved(step, means[k] as number) })),
    total: moved(one.total, sum),
    inner: {
      lower: one.inner.lower.map((end, k) => (moves[k] as Move)(end)),
      upper: one.inner.upper.map((end, k) => (moves[k] as Move)(end)),
    },
  }
}

type Move = (value: number) => number

/** By a factor where nothing is negative, so that nothing becomes so; else by a difference. */
function moveOf({ mean, lower }: Pick<Numbers, 'mean' | 'lower'>, to: number): Move {
  const factor = to / mean
  if (lower >= 0 && mean > 0 && to > 0) return (value) => value * factor
  return (value) => value + to - mean
}

function moved(numbers: Numbers, to: number): Numbers {
  const { median, sd, lower, upper } = numbers
  const move = moveOf(numbers, to)
  return { mean: to, median: move(median), sd, lower: move(lower), upper: move(upper) }
}

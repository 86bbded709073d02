import { forecastSeries, type SeriesForecastOptions, sumOf, totalsOf } from 'credence/paths'
import type { List } from '../../files/shelf/list.ts'
import type { KeySeries } from './keyForecast.ts'
import { type PlainForecast, plainForecast } from './plainForecast.ts'

/** What a sum of series has instead of the cells that it is over. */
export const ALL = '(all)'

/**
 * Sums of series over the hierarchy that the columns are, as series of their own: the widest first.
 *
 * @param each the cells that name each series
 */
export function* totalSeries(
  series: List<KeySeries>,
  each: readonly (readonly string[])[],
): Generator<KeySeries, void, void> {
  const width = each[0]?.length ?? 0
  for (const { cells, members } of totalsOf(each)) {
    yield {
      number: -1,
      key: cells.length === 0 ? 'all series' : `all of ${cells.map((cell) => cell || '(empty)').join(', ')}`,
      cells: [...cells, ...Array.from({ length: width - cells.length }, () => ALL)],
      ...sumOf(membersOf(series, members)),
    }
  }
}

function* membersOf(series: List<KeySeries>, members: readonly number[]): Generator<KeySeries, void, void> {
  for (const m of members) yield series.at(m) as KeySeries
}

/** A sum has a forecast and an interval of its own, learnt from its own errors: those of its parts are not independent. */
export function forecastTotal(total: KeySeries, steps: number, wishes: SeriesForecastOptions): PlainForecast {
  const { coverage, until } = wishes
  const found = forecastSeries(total, until === undefined ? { coverage, steps } : { coverage, until })
  return plainForecast(total.key, found, { samples: 0, seed: 1 })
}

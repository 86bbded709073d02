import { isMissing } from 'credence/auto'
import { count } from '../../base/words.ts'
import { isNumeric, keyOf } from '../../input/findBy.ts'
import type { Asked } from './asked.ts'
import type { KeyForecast } from './keyForecast.ts'
import { columnOf } from './readTable.ts'

/** Where columns that are known in advance are not known, and columns that might have been. */
export function aboutKnown(asked: Asked, forecasts: readonly KeyForecast[]): string[] {
  const { names, partly } = asked.known
  const gaps = names.length === 0 ? [] : gapsOf(asked, forecasts)
  const all = forecasts.reduce((sum, { steps }) => sum + steps.length, 0)
  return [
    ...partly.map(
      ({ name, filled, of }) =>
        `${JSON.stringify(name)} is filled in ${count(filled)} of ${count(of)} rows to come, so it is not used. Fill it in all of them, or add --known ${JSON.stringify([...names, name].join(','))}`,
    ),
    ...names.flatMap((name, c) => {
      const missing = gaps.flatMap((each) => each[c] ?? [])
      if (missing.length === 0) return []
      const where = `${count(missing.length)} of ${count(all)} steps, the first of them ${missing[0]}`
      return [
        `${JSON.stringify(name)} is not in the file for ${where}. There its last value is assumed. Add rows with its values, or leave it out with --known none`,
      ]
    }),
  ]
}

/** For each series and known column the steps for which no row has it. Among words an empty cell is one more word. */
function gapsOf(
  { known, toCome, keys, times, table }: Asked,
  forecasts: readonly KeyForecast[],
): string[][][] {
  const areNumbers = known.names.map((name) => isNumeric(columnOf(table, name)))
  const coming = new Set(toCome.afterOwn)
  const rowsOf = new Map(keys.each.map(({ cells, rows }) => [keyOf(cells), rows]))
  return forecasts.map(({ cells, steps, found }) => {
    const own = (rowsOf.get(keyOf(cells)) ?? []).filter((r) => coming.has(r))
    const rowAt = new Map(own.map((r, k) => [times[r] ?? k, r]))
    return known.names.map((_, c) =>
      steps.flatMap(({ step, time }, k) => {
        const row = rowAt.get(found.times?.[k] ?? k)
        const isThere = row !== undefined && !(areNumbers[c] && isMissing(known.rows[row]?.[c]))
        return isThere ? [] : [time ?? `step ${step}`]
      }),
    )
  })
}

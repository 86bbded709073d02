import { isMissing } from 'credence/auto'
import { count } from '../../base/words.ts'
import { isNumeric } from '../../input/findBy.ts'
import type { Asked } from './asked.ts'
import type { KeyForecast } from './keyForecast.ts'
import { columnOf } from './readTable.ts'

/** Where columns that are known in advance are not known, and columns that might have been. */
export function aboutKnown(asked: Asked, forecasts: Iterable<KeyForecast>): string[] {
  const { names, partly } = asked.known
  const { gaps, all } = names.length === 0 ? { gaps: [], all: 0 } : gapsOf(asked, forecasts)
  return [
    ...partly.map(
      ({ name, filled, of }) =>
        `${JSON.stringify(name)} is filled in ${count(filled)} of ${count(of)} rows to forecast, so it is not used. Fill it in all of them, or add --known ${JSON.stringify([...names, name].join(','))}`,
    ),
    ...names.flatMap((name, c) => {
      const { missing, first } = gaps[c] as Gaps
      if (missing === 0) return []
      const where = `${count(missing)} of ${count(all)} steps, the first of them ${first}`
      return [
        `${JSON.stringify(name)} is not in the file for ${where}. There its last value is assumed. Add rows with its values, or leave it out with --known none`,
      ]
    }),
  ]
}

interface Gaps {
  missing: number
  first: string
}

/** For each known column the steps for which no row has it. Among words an empty cell is one more word. */
function gapsOf(
  { known, rows, table }: Asked,
  forecasts: Iterable<KeyForecast>,
): { readonly gaps: readonly Gaps[]; readonly all: number } {
  const areNumbers = known.names.map((name) => isNumeric(columnOf(table, name)))
  const gaps = known.names.map((): Gaps => ({ missing: 0, first: '' }))
  let all = 0
  for (const { key, steps, found } of forecasts) {
    const cells = known.ofKeys?.of(key) ?? []
    const { place, y } = rows.of(key)
    const cellsAt = new Map<number, readonly string[]>()
    place.forEach((at, r) => {
      if (!rows.isToCome(key, at, y[r] as number)) return
      cellsAt.set(found.times ? at : cellsAt.size, cells[r] as readonly string[])
    })
    all += steps.length
    steps.forEach(({ step, time }, k) => {
      const row = cellsAt.get(found.times?.[k] ?? k)
      gaps.forEach((gap, c) => {
        if (row !== undefined && !(areNumbers[c] && isMissing(row[c]))) return
        if (gap.missing === 0) gap.first = time ?? `step ${step}`
        gap.missing++
      })
    })
  }
  return { gaps, all }
}

import { undatedSentence } from '@credence/report'
import { type Spacing, slotOf } from 'credence/paths'
import { count, rowCount } from '../../base/words.ts'
import type { Asked } from './asked.ts'
import type { KeyForecast } from './keyForecast.ts'
import { isWide } from './longTable.ts'
import { placeOf } from './readTable.ts'
import { writeTime } from './writeTime.ts'

/** How times were taken where they are not one row after the other. */
export function aboutTimes(asked: Asked, forecasts: readonly KeyForecast[]): string[] {
  const { time, undated, times, toCome, keys, zone, style, options } = asked
  if (time === undefined) return undated.map(undatedSentence)
  const sum = (of: (found: KeyForecast['found']) => number): number =>
    forecasts.reduce((all, { found }) => all + of(found), 0)
  const [missing, repeated] = [sum((found) => found.missing), sum((found) => found.repeated)]
  const isSaid = options.sort === true || options.resume !== undefined
  const turned = isSaid ? 0 : keys.each.filter(({ rows }) => goesBack(rows, times)).length
  const irregular = forecasts.filter(({ found }) => found.spacing === undefined).length
  const blank = toCome.afterOwn.length
  return [
    ...(turned > 0 ? ['rows are not in the order of time, such as newest first: they were sorted'] : []),
    ...(irregular > 0
      ? ['times are irregular: a step is one row, at the usual distance from the one before']
      : []),
    ...(zone && !style.instants
      ? [`--zone ${zone.name} changes nothing: times without a zone are what the clock on the wall shows`]
      : []),
    ...(missing > 0 ? [missingSentence(missing, asked, forecasts)] : []),
    ...(repeated > 0 ? [repeatedSentence(repeated, asked)] : []),
    ...(blank > 0
      ? [
          `${rowCount(blank)} after the last outcome ${blank === 1 ? 'has' : 'have'} none: forecasts begin right after that outcome`,
        ]
      : []),
  ]
}

/** Where the first row is missing, and what it was taken for. */
function missingSentence(missing: number, asked: Asked, forecasts: readonly KeyForecast[]): string {
  const { style, zone } = asked
  const [gap] = forecasts.flatMap(({ name, found: { spacing }, past: { at } }) => {
    const before = spacing && beforeGap(spacing, at)
    const of = name === '' ? '' : ` of ${name}`
    return before === undefined ? [] : [` after ${writeTime(before, style, zone)}${of}`]
  })
  return missing === 1
    ? `1 row is missing${gap ?? ''}, by the times of the others. It is taken as a gap. If you know its value, add it; if not, do nothing`
    : `${count(missing)} rows are missing, by the times of the others${gap ? `: the first${gap}` : ''}. They are taken as gaps. If you know their values, add them; if not, do nothing`
}

/** The last time before the first gap. */
function beforeGap(spacing: Spacing, at: readonly number[]): number | undefined {
  const i = at.findIndex(
    (time, t) => t > 0 && slotOf(spacing, time) > slotOf(spacing, at[t - 1] as number) + 1,
  )
  return at[i - 1]
}

/** Where the first time comes again, and what was done. */
function repeatedSentence(repeated: number, { table, keys, times, options }: Asked): string {
  const again = firstAgain(keys.each, times)
  const first = again === undefined ? '' : placeOf(table, again)
  const what =
    repeated === 1
      ? `${first || '1 row'} has the time of another row. Their average was learnt`
      : `${count(repeated)} rows have the time of another row${first && `, the first is ${first}`}. Averages of such rows were learnt`
  const apart = isWide(options)
    ? 'leave out --wide and --series, and add --target and --by with the columns of values and of names'
    : 'add --by and the column with their names or numbers'
  return `${what}. If they are of several shops, products or the like, ${apart}. If a row was copied by mistake, delete one copy. If the average is right, do nothing`
}

/** The first row whose series has had its time before. */
function firstAgain(each: Asked['keys']['each'], times: readonly number[]): number | undefined {
  let first: number | undefined
  for (const { rows } of each) {
    const seen = new Set<number>()
    for (const r of rows) {
      const time = times[r] as number
      if (seen.has(time) && (first === undefined || r < first)) first = r
      seen.add(time)
    }
  }
  return first
}

function goesBack(rows: readonly number[], times: readonly number[]): boolean {
  return rows.some((r, i) => i > 0 && (times[r] as number) < (times[rows[i - 1] as number] as number))
}

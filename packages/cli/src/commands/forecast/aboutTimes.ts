import { undatedSentence } from '@credence/report'
import { type Spacing, slotOf } from 'credence/paths'
import { count, rowCount } from '../../base/words.ts'
import type { Asked } from './asked.ts'
import type { KeyForecast } from './keyForecast.ts'
import type { KeyRows } from './keyRows.ts'
import { isWide } from './longTable.ts'
import { placeOf } from './readTable.ts'
import { writeTime } from './writeTime.ts'

/** How times were taken where they are not one row after the other. */
export function aboutTimes(asked: Asked, forecasts: Iterable<KeyForecast>): string[] {
  const { time, undated, toCome, rows, zone, style, options } = asked
  if (time === undefined) return undated.map(undatedSentence)
  let [missing, repeated, irregular] = [0, 0, 0]
  for (const { found } of forecasts) {
    missing += found.missing
    repeated += found.repeated
    if (found.spacing === undefined && found.times) irregular++
  }
  const isSaid = options.sort === true || options.resume !== undefined
  const blank = toCome.afterOwn.length
  return [
    ...(!isSaid && anyGoesBack(rows)
      ? ['rows are not in the order of time, such as newest first: they were sorted']
      : []),
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
function missingSentence(missing: number, asked: Asked, forecasts: Iterable<KeyForecast>): string {
  const { style, zone } = asked
  let gap: string | undefined
  for (const { name, found, past } of forecasts) {
    const before = found.spacing && beforeGap(found.spacing, past.at)
    if (before === undefined) continue
    gap = ` after ${writeTime(before, style, zone)}${name === '' ? '' : ` of ${name}`}`
    break
  }
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
function repeatedSentence(repeated: number, { table, rows, options }: Asked): string {
  const again = firstAgain(rows)
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
function firstAgain(rows: KeyRows): number | undefined {
  let first: number | undefined
  for (const own of rows) {
    const seen = new Set<number>()
    own.place.forEach((place, r) => {
      const row = own.row[r] as number
      if (seen.has(place) && (first === undefined || row < first)) first = row
      seen.add(place)
    })
  }
  return first
}

function anyGoesBack(rows: KeyRows): boolean {
  for (const { place } of rows) if (place.some((at, i) => i > 0 && at < (place[i - 1] as number))) return true
  return false
}

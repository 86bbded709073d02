import { undatedSentence } from '@credence/report'
import { slotOf } from 'credence/paths'
import { count, rowCount } from '../../base/words.ts'
import type { Asked } from './asked.ts'
import { gapsOf } from './gaps.ts'
import type { KeyForecast } from './keyForecast.ts'
import type { KeyRows } from './keyRows.ts'
import { isWide } from './longTable.ts'
import { placeOf } from './readTable.ts'
import { writeTime } from './writeTime.ts'

/** How times were taken where they are not one row after the other. */
export function aboutTimes(asked: Asked, forecasts: Iterable<KeyForecast>): string[] {
  const { time, undated, rows, zone, style, options } = asked
  if (time === undefined) return undated.map(undatedSentence)
  let [repeated, irregular] = [0, 0]
  for (const forecast of forecasts) {
    repeated += forecast.found.repeated
    if (forecast.found.spacing === undefined && isOfSeveralTimes(forecast)) irregular++
  }
  const isSaid = options.sort === true || options.resume !== undefined
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
    ...gapSentences(asked, forecasts),
    ...repeatedSentences(repeated, asked),
    ...endSentences(asked, forecasts),
  ]
}

/** Whether outcomes show how far apart rows are. */
export function isOfSeveralTimes({ past }: KeyForecast): boolean {
  return past.at.some((time) => time !== past.at[0])
}

const GAPS = 'They are taken as gaps. If you know their values, add them; if not, do nothing'
const GAP = 'It is taken as a gap. If you know its value, add it; if not, do nothing'

/** Rows that are not in the file, and rows without an outcome; where the first of them is, and what they were taken for. */
function gapSentences(asked: Asked, forecasts: Iterable<KeyForecast>): string[] {
  const { style, zone, table } = asked
  let [absent, blank, first] = [0, 0, Number.POSITIVE_INFINITY]
  let gap = ''
  for (const forecast of forecasts) {
    const gaps = gapsOf(asked, forecast)
    if (gaps.before !== undefined && gap === '')
      gap = ` after ${writeTime(gaps.before, style, zone)}${forecast.name === '' ? '' : ` of ${forecast.name}`}`
    absent += gaps.absent
    blank += gaps.blank.length
    for (const row of gaps.blank) first = Math.min(first, row)
  }
  const place = blank > 0 ? placeOf(table, first) : ''
  const name = outcomeName(asked)
  return [
    ...(absent === 1 ? [`by its times, the file lacks 1 row${gap}. ${GAP}`] : []),
    ...(absent > 1 ? [`by its times, the file lacks ${count(absent)} rows: the first${gap}. ${GAPS}`] : []),
    ...(blank === 1 ? [`1 row in the middle has no ${name}: ${place}. ${GAP}`] : []),
    ...(blank > 1
      ? [`${count(blank)} rows in the middle have no ${name}: the first is ${place}. ${GAPS}`]
      : []),
  ]
}

/** The outcome as the person knows it: a wide table has no column of that name. */
function outcomeName({ target, options }: Asked): string {
  return isWide(options) ? 'value' : JSON.stringify(target)
}

/** Series that end before the others, and rows after the last outcome of all. */
function endSentences(asked: Asked, forecasts: Iterable<KeyForecast>): string[] {
  const { style, zone, toCome, options } = asked
  let [latest, all, early] = [-Infinity, 0, 0]
  for (const { past } of forecasts) {
    latest = Math.max(latest, endOf(past.at))
    all++
  }
  let first = ''
  for (const { past, name, found } of forecasts) {
    const end = endOf(past.at)
    const isEarly = found.spacing ? slotOf(found.spacing, end) < slotOf(found.spacing, latest) : end < latest
    if (isEarly && early++ === 0) first = `${name}, on ${writeTime(end, style, zone)}`
  }
  const when = writeTime(latest, style, zone)
  const inSums =
    options.totals || options.coherent ? `; sums count ${early === 1 ? 'it' : 'each'} until then` : ''
  const name = outcomeName(asked)
  const blank = toCome.afterAll.length
  return [
    ...(early > 0
      ? [
          `${count(early)} of ${count(all)} series ${early === 1 ? 'ends' : 'end'} before ${when}: ${early === 1 ? '' : 'the first is '}${first}. Forecasts of a series begin right after its own end${inSums}. If last values are missing, add them and run again; if ${early === 1 ? 'the series has' : 'these series have'} ended, do nothing`,
        ]
      : []),
    ...(blank > 0
      ? [
          `${rowCount(blank)} after ${when} ${blank === 1 ? 'has' : 'have'} no ${name}: ${blank === 1 ? 'it is' : 'they are'} taken as ${blank === 1 ? 'a row' : 'rows'} to forecast`,
        ]
      : []),
  ]
}

const endOf = (at: readonly number[]): number =>
  at.reduce((latest, time) => Math.max(latest, time), -Infinity)

/** Where the first time comes again, and what was done. */
function repeatedSentences(repeated: number, asked: Asked): string[] {
  if (repeated === 0) return []
  const { table, zone, options, keys } = asked
  const { first, twice, firstTwice } = againOf(asked)
  const others = Math.max(0, repeated - twice)
  const setBack =
    twice > 0 && zone
      ? [
          `${rowCount(twice)} ${twice === 1 ? 'is' : 'are'} of an hour that the clocks of ${zone.name} showed twice, as they were set back${firstTwice === undefined ? '' : `: ${placeOf(table, firstTwice)}${twice === 1 ? '' : ' is the first'}`}. Averages were learnt`,
        ]
      : []
  if (others === 0) return setBack
  const place = first === undefined ? '' : placeOf(table, first)
  const what =
    others === 1
      ? `${place || '1 row'} has the time of another row. Their average was learnt`
      : `${count(others)} rows have the time of another row${place && `, the first is ${place}`}. Averages of such rows were learnt`
  const apart = isWide(options)
    ? 'leave out --wide and --series, and add --target and --by with the columns of values and of names'
    : keys.by.length > 0
      ? 'add the column with their names or numbers to --by'
      : 'add --by and the column with their names or numbers'
  return [
    ...setBack,
    `${what}. If they are of several shops, products or the like, ${apart}. If a row was copied by mistake, delete one copy. If the average is right, do nothing`,
  ]
}

interface Again {
  /** The first row whose series has had its time before. */
  readonly first: number | undefined
  /** Rows whose series has had this time of the clock before, at another instant; and the first of them. */
  readonly twice: number
  readonly firstTwice: number | undefined
}

function againOf({ rows, table, time, zone, style }: Asked): Again {
  const cells = zone && style.instants && time !== undefined ? table.columns.get(time) : undefined
  let first: number | undefined
  let firstTwice: number | undefined
  let twice = 0
  for (const own of rows) {
    const seen = new Map<number, number>()
    own.place.forEach((place, r) => {
      const row = own.row[r] as number
      const before = seen.get(place)
      seen.set(place, row)
      if (before === undefined) return
      if (cells && cells.at(before) !== cells.at(row)) {
        twice++
        firstTwice = Math.min(firstTwice ?? row, row)
      } else first = Math.min(first ?? row, row)
    })
  }
  return { first, twice, firstTwice }
}

function anyGoesBack(rows: KeyRows): boolean {
  for (const { place } of rows) if (place.some((at, i) => i > 0 && at < (place[i - 1] as number))) return true
  return false
}

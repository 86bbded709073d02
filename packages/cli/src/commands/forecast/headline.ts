import { undatedSentence, unitChanges, unitSentence } from '@credence/report'
import { spacingName } from 'credence/paths'
import { count, rowCount } from '../../base/words.ts'
import { keyOf } from '../../input/findBy.ts'
import { aboutKnown } from './aboutKnown.ts'
import type { Asked } from './asked.ts'
import type { KeyForecast } from './keyForecast.ts'
import { placeOf, type TextTable } from './readTable.ts'
import { writeTime } from './writeTime.ts'

/** What was found and decided, in a few lines. */
export function headline(asked: Asked, forecasts: readonly KeyForecast[]): string[] {
  const { table, target, time, keys, known } = asked
  const spacings = new Set(forecasts.map(({ found }) => spacingName(found.spacing)))
  const spacing = time === undefined ? 'no times' : [...spacings].slice(0, 3).join(', ')
  const series =
    keys.by.length === 0
      ? 'one series'
      : `${count(keys.each.length)} series by ${keys.by.join(' and ')}${keys.found ? ', because times repeat (for one series, add --by none)' : ''}`
  const ahead =
    known.names.length > 0
      ? `; known in advance: ${known.names.join(', ')}${known.found ? ' (rows without an outcome carry them)' : ''}`
      : ''
  return [
    `${target} from ${rowCount(table.rows)}: ${series}, ${spacing}${ahead}`,
    ...aboutTimes(asked, forecasts),
    ...aboutOutcomes(asked, forecasts),
    ...aboutKnown(asked, forecasts),
    ...aboutUnits(asked, forecasts),
    ...aboutReach(forecasts),
  ]
}

/** Steps that reach further ahead than the file reaches back. */
function aboutReach(forecasts: readonly KeyForecast[]): string[] {
  const far = forecasts.filter(({ steps, past }) => steps.length > past.y.length)
  const [first] = far
  if (!first) return []
  const few = `forecasts are made, but ${count(first.past.y.length)} ${first.past.y.length === 1 ? 'value is' : 'values are'} few for ${count(first.steps.length)} steps`
  const where = far.length === 1 ? '' : `, as in ${count(far.length)} series`
  return [
    `${few}${where}: how good they are so far ahead cannot be checked. Give more rows, or ask for fewer steps`,
  ]
}

/** Changes of unit that are told, at most. */
const MOST_UNITS = 3

/** Where the outcomes of a series are all at once many times as large, or as small. */
function aboutUnits(asked: Asked, forecasts: readonly KeyForecast[]): string[] {
  const { table, target, time, style, zone } = asked
  const each = forecasts.flatMap(({ name, cells, past: { at, y } }) =>
    unitChanges(y).map((change) => {
      const place = at[change.row] as number
      const line = rowAt(asked, cells, place)
      const found = line === undefined ? `row ${place}` : placeOf(table, line)
      const where = time === undefined ? found : `${writeTime(place, style, zone)} (${found})`
      return `${name === '' ? '' : `${name}: `}${unitSentence(change, target, where)}`
    }),
  )
  const more = each.length - MOST_UNITS
  return [...each.slice(0, MOST_UNITS), ...(more > 0 ? [`… and ${count(more)} more such changes`] : [])]
}

/** The row of the table that has this time, or this place where there are no times, in its series. */
function rowAt({ keys, times, time }: Asked, cells: readonly string[], place: number): number | undefined {
  const rows = keys.each.find((key) => keyOf(key.cells) === keyOf(cells))?.rows ?? []
  return time === undefined ? rows[place - 1] : rows.find((r) => times[r] === place)
}

/** How times were taken where they are not one row after the other. */
function aboutTimes(
  { time, undated, times, toCome, keys, zone, style, options }: Asked,
  forecasts: readonly KeyForecast[],
): string[] {
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
      ? ['times follow no grid: a step is a row, and its time is the last one and the usual distance']
      : []),
    ...(zone && !style.instants
      ? [`--zone ${zone.name} changes nothing: times without a zone are what the clock on the wall shows`]
      : []),
    ...(missing > 0
      ? [
          missing === 1
            ? '1 row is missing between the first and the last value, by their times: it is taken as a gap. If you know its value, add it; else do nothing'
            : `${count(missing)} rows are missing between the first and the last value, by their times: they are taken as gaps. If you know their values, add them; else do nothing`,
        ]
      : []),
    ...(repeated > 0
      ? [
          `${rowCount(repeated)} ${repeated === 1 ? 'has' : 'have'} the time of another row: the mean of such rows is learnt. If they are several series, such as shops, name the column that tells them apart with --by; delete rows that are there twice; if the mean is right, do nothing`,
        ]
      : []),
    ...(blank > 0
      ? [
          `${rowCount(blank)} after the last outcome ${blank === 1 ? 'has' : 'have'} none: forecasts begin right after that outcome`,
        ]
      : []),
  ]
}

function aboutOutcomes({ table, target, keys, odd, y }: Asked, forecasts: readonly KeyForecast[]): string[] {
  const unread = y.filter((value, r) => Number.isNaN(value) && isThere(table, target, r)).length
  return [
    ...(keys.each.length > forecasts.length
      ? [`${count(keys.each.length - forecasts.length)} series have no outcome: they are left out`]
      : []),
    ...(odd >= 0
      ? [
          `${unread === 1 ? `1 cell of ${target} is not a number and is` : `${count(unread)} cells of ${target} are not numbers and are`} taken as missing: ${JSON.stringify(table.columns.get(target)?.[odd])} in ${placeOf(table, odd)}${unread === 1 ? '' : ' is the first'}. If this is right, do nothing; else correct and run again`,
        ]
      : []),
  ]
}

function goesBack(rows: readonly number[], times: readonly number[]): boolean {
  return rows.some((r, i) => i > 0 && (times[r] as number) < (times[rows[i - 1] as number] as number))
}

function isThere({ columns }: TextTable, target: string, r: number): boolean {
  return (columns.get(target)?.[r] ?? '').trim() !== ''
}

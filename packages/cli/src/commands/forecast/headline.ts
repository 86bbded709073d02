import { unitChanges, unitSentence } from '@credence/report'
import { spacingName } from 'credence/paths'
import { count, rowCount } from '../../base/words.ts'
import { keyOf } from '../../input/findBy.ts'
import { aboutKnown } from './aboutKnown.ts'
import { aboutTimes } from './aboutTimes.ts'
import type { Asked } from './asked.ts'
import type { KeyForecast } from './keyForecast.ts'
import { placeOf, type TextTable } from './readTable.ts'
import { writeTime } from './writeTime.ts'

/** What was found and decided, in a few lines. */
export function headline(asked: Asked, forecasts: readonly KeyForecast[]): string[] {
  const { table, target, time, keys, known } = asked
  const spacings = new Set(forecasts.map(({ found }) => spacingName(found.spacing)))
  const times = asked.style.numbers ? 'times are numbers' : [...spacings].slice(0, 3).join(', ')
  const spacing = time === undefined ? 'no times' : times
  const series =
    keys.by.length === 0
      ? 'one series'
      : `${count(keys.each.length)} series by ${keys.by.join(' and ')}${keys.found ? ', because each time comes more than once (for one series, add --by none)' : ''}`
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

function isThere({ columns }: TextTable, target: string, r: number): boolean {
  return (columns.get(target)?.[r] ?? '').trim() !== ''
}

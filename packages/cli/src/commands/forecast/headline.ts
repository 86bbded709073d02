import { unitChanges, unitSentence } from '@credence/report'
import { spacingName } from 'credence/paths'
import { count, rowCount } from '../../base/words.ts'
import type { List } from '../../files/shelf/list.ts'
import { aboutKnown } from './aboutKnown.ts'
import { aboutTimes, isOfSeveralTimes } from './aboutTimes.ts'
import type { Asked } from './asked.ts'
import type { KeyForecast } from './keyForecast.ts'
import { isWide } from './longTable.ts'
import { placeOf } from './readTable.ts'
import { writeTime } from './writeTime.ts'

/** What was found and decided, in a few lines. */
export function headline(asked: Asked, forecasts: List<KeyForecast>): string[] {
  const { table, target, time, keys, known } = asked
  const spacings = new Set<string>()
  for (const forecast of forecasts) {
    const { spacing } = forecast.found
    spacings.add(spacing || isOfSeveralTimes(forecast) ? spacingName(spacing) : 'a single time')
  }
  const times = asked.style.numbers ? 'times are numbers' : [...spacings].slice(0, 3).join(', ')
  const spacing = time === undefined ? 'no times' : times
  const series =
    keys.by.length === 0
      ? 'one series'
      : `${count(keys.cells.length)} series by ${keys.by.join(' and ')}${keys.found ? ', because each time comes more than once (for one series, add --by none)' : ''}`
  const ahead =
    known.names.length > 0
      ? `; known in advance: ${known.names.join(', ')}${known.found ? ' (rows without an outcome carry them)' : ''}`
      : ''
  const first = isWide(asked.options)
    ? `${keys.cells.length === 1 ? '1 column, a series' : `${count(keys.cells.length)} columns, each a series`} of its own: ${spacing}${ahead}`
    : `${target} from ${rowCount(table.rows)}: ${series}, ${spacing}${ahead}`
  return [
    first,
    ...aboutTimes(asked, forecasts),
    ...aboutOutcomes(asked, forecasts),
    ...aboutKnown(asked, forecasts),
    ...aboutUnits(asked, forecasts),
    ...aboutReach(forecasts),
    ...aboutSums(asked),
  ]
}

/** Sums over the first column where each of its parts is one series, as where store comes before region. */
function aboutSums({ keys: { by, cells }, options }: Asked): string[] {
  const [first, second] = by
  if (!(options.totals || options.coherent) || first === undefined || second === undefined) return []
  if (cells.length < 2 || new Set(cells.map((own) => own[0])).size < cells.length) return []
  return [
    `each ${first} is one series, so its sum is that series again. For sums of each ${second}, write --by ${[...by.slice(1), first].join(',')}`,
  ]
}

/** Steps that reach further ahead than the file reaches back. */
function aboutReach(forecasts: Iterable<KeyForecast>): string[] {
  let far = 0
  let first = { values: 0, steps: 0, name: '' }
  for (const { steps, past, name } of forecasts) {
    if (steps.length <= past.y.length) continue
    if (far === 0) first = { values: past.y.length, steps: steps.length, name }
    far++
  }
  if (far === 0) return []
  const of = first.name === '' ? '' : ` of ${first.name}`
  const few = `forecasts are made, but ${count(first.values)} ${first.values === 1 ? 'value' : 'values'}${of} ${first.values === 1 ? 'is' : 'are'} few for ${count(first.steps)} steps`
  const where = far === 1 ? '' : `, and so in ${count(far)} series`
  return [
    `${few}${where}: how good they are so far ahead cannot be checked. Give more rows, or ask for fewer steps`,
  ]
}

/** Changes of unit that are told, at most. */
const MOST_UNITS = 3

/** Where the outcomes of a series are all at once many times as large, or as small. */
function aboutUnits(asked: Asked, forecasts: Iterable<KeyForecast>): string[] {
  const { table, target, time, style, zone } = asked
  const each: string[] = []
  let more = 0
  for (const { name, key, past } of forecasts) {
    for (const change of unitChanges(past.y)) {
      if (each.length === MOST_UNITS) {
        more++
        continue
      }
      const place = past.at[change.row] as number
      const line = rowAt(asked, key, place)
      const found = line === undefined ? `row ${place}` : placeOf(table, line)
      const where = time === undefined ? found : `${writeTime(place, style, zone)} (${found})`
      each.push(`${name === '' ? '' : `${name}: `}${unitSentence(change, target, where)}`)
    }
  }
  return [...each, ...(more > 0 ? [`… and ${count(more)} more such changes`] : [])]
}

/** The row of the table that has this time, or this place where there are no times, in its series. */
function rowAt({ rows, time }: Asked, key: number, place: number): number | undefined {
  const own = rows.of(key)
  return own.row[time === undefined ? place - 1 : own.place.indexOf(place)]
}

function aboutOutcomes({ table, target, keys, odd, unread }: Asked, forecasts: List<KeyForecast>): string[] {
  const left = keys.cells.length - forecasts.length
  return [
    ...(left > 0
      ? [
          `${count(left)} series ${left === 1 ? 'has no outcome: it is' : 'have no outcome: they are'} left out`,
        ]
      : []),
    ...(odd >= 0
      ? [
          `${unread === 1 ? `1 cell of ${target} is not a number and is` : `${count(unread)} cells of ${target} are not numbers and are`} taken as missing: ${JSON.stringify(table.columns.get(target)?.at(odd))} in ${placeOf(table, odd)}${unread === 1 ? '' : ' is the first'}. If this is right, do nothing; else correct and run again`,
        ]
      : []),
  ]
}

import { calendarNames, wordNames } from './calendar.ts'
import type { ColumnState } from './column.ts'
import type { Encoding, Part } from './encoding.ts'

/** Where some features come from: a column, a part of the calendar, or past outcomes. */
export interface Source {
  readonly name: string
  /** Places in x. */
  readonly features: readonly number[]
}

/** The features by where they come from, in the order of x. */
export function sourcesOf({ parts }: Encoding, columns: readonly ColumnState[]): Source[] {
  const found = new Map<string, { name: string; features: number[] }>()
  let at = 0
  for (const part of parts) {
    for (const [key, name] of sourcesOfPart(part, columns)) {
      const source = found.get(key) ?? { name, features: [] }
      source.features.push(at++)
      found.set(key, source)
    }
  }
  return [...found.values()]
}

/** For each feature of a part a key, and a name for people. */
function sourcesOfPart(part: Part, columns: readonly ColumnState[]): [key: string, name: string][] {
  if (part.from === 'calendar') return calendarSources(calendarNames(part.calendar))
  if (part.from === 'words') return calendarSources(wordNames(part.calendar))
  if (part.from === 'lag' || part.from === 'past' || part.from === 'guide') return [['past', 'past outcomes']]
  if (part.from === 'flags') return [['gaps', 'missing cells']]
  if (part.from === 'nothing') return [['nothing', 'nothing']]
  return [[`column ${part.column}`, columns[part.column].name]]
}

function calendarSources(names: readonly string[]): [string, string][] {
  return names.map((name) => {
    const [first] = name.split(' ')
    return [`calendar ${CYCLES[first] ?? first}`, CYCLES[first] ?? first]
  })
}

const CYCLES: Readonly<Record<string, string>> = {
  hour: 'hour of the day',
  'half-day': 'hour of the day',
  weekday: 'day of the week',
  weekend: 'day of the week',
  month: 'time of the year',
  age: 'trend',
}

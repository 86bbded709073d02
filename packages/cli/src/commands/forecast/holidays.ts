import {
  type SeriesForecastOptions,
  type SeriesRows,
  slotOf,
  spacingOf,
  timeAt,
  usualSteps,
} from 'credence/paths'
import { UserError } from '../../base/failure.ts'

const DAY = 86_400_000
/** Of the states that there are, so many are named. */
const MOST_NAMES = 20

/** The same rows with the public holidays of a country as one more known column, also for the rows to come. */
export function withHolidays(
  rows: SeriesRows,
  calendar: Calendar,
  { steps, until }: SeriesForecastOptions,
): SeriesRows {
  const { times } = rows
  const spacing = times && spacingOf([...new Set(times)])
  if (!times || !spacing)
    throw new UserError('--holidays needs a column of times that follow a grid: name it with --time')
  let last = rows.y.length - 1
  while (last > 0 && Number.isNaN(rows.y[last])) last--
  const from = slotOf(spacing, times[last] as number)
  const end = slotOf(spacing, times.at(-1) as number)
  const reach =
    until === undefined ? from + (steps ?? Math.max(end - from, usualSteps(spacing))) : slotOf(spacing, until)
  const ahead = Array.from({ length: Math.max(0, reach - end) }, (_, k) => timeAt(spacing, end + k + 1))
  const all = [...times, ...ahead]
  const words = all.map((time) => calendar(time))
  const before = rows.known?.at(-1) ?? []
  return {
    times: all,
    y: [...rows.y, ...ahead.map(() => Number.NaN)],
    known: all.map((_, i) => [...(rows.known?.[i] ?? before), words[i]]),
  }
}

/** The name of the holiday at a time of the wall clock; '-' for none. */
export type Calendar = (time: number) => string

export async function calendarOf(place: string): Promise<Calendar> {
  const { default: Holidays } = await import('date-holidays')
  const [country = '', state = '', region = ''] = place.toUpperCase().split('-')
  const world = new Holidays()
  const expectKnown = (what: string, name: string, known: object | undefined): void => {
    if (Object.hasOwn(known ?? {}, name)) return
    const names = Object.keys(known ?? {})
      .slice(0, MOST_NAMES)
      .join(', ')
    const way =
      what === 'country' ? 'write its two letters, with a state if there is one: DE, US, DE-BY' : names
    throw new UserError(`--holidays ${place}: no such ${what}; ${way || 'leave it out'}`)
  }
  expectKnown('country', country, world.getCountries())
  if (state !== '') expectKnown(`state of ${country}`, state, world.getStates(country))
  if (region !== '') expectKnown(`region of ${country}-${state}`, region, world.getRegions(country, state))
  const holidays = new Holidays(country, state, region)
  const years = new Map<number, Map<string, string>>()
  return (time) => {
    const day = new Date(Math.floor(time / DAY) * DAY).toISOString().slice(0, 10)
    const year = Number(day.slice(0, 4))
    if (!years.has(year)) {
      const found = holidays.getHolidays(year).filter(({ type }) => type === 'public')
      years.set(year, new Map(found.map(({ date, name }) => [date.slice(0, 10), name])))
    }
    return years.get(year)?.get(day) ?? '-'
  }
}

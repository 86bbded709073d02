import { counts, expectList, expectRecord, expectShape, expectWhole, misfit } from '../base/save/shape.ts'
import { type Calendar, calendarNames } from './calendar.ts'
import type { Encoding, Part } from './encoding.ts'

/** Features that one column can give: its levels and its gaps; and those of times, lags and all gaps together. */
const MOST_OF_A_COLUMN = 13
const MOST_OF_ALL = 30

/** Refuses features that rows of so many columns cannot have. */
export function acceptEncoding(encoding: unknown, columns: number): void {
  const { names, parts } = (encoding ?? {}) as Encoding
  expectShape(encoding, { names, parts, spacing: 0, fill: 0 }, 'encoding')
  for (const list of [names, parts]) if (!Array.isArray(list)) misfit('encoding', 'lists', list)
  if (names.some((name) => typeof name !== 'string')) misfit('encoding.names', 'texts', names)
  expectWhole('the number of features', names.length, 1, MOST_OF_A_COLUMN * columns + MOST_OF_ALL)
  let width = 0
  for (const part of parts) width += acceptPart(part, columns)
  expectWhole('the length of encoding.names', names.length, width, width)
}

/** Returns how many features it gives. */
function acceptPart(part: Part, columns: number): number {
  const place = (column: unknown): unknown => expectWhole('a column', column, 0, columns - 1)
  const { from } = part ?? {}
  const like = { from: '' }
  if (from === 'value' || from === 'flag' || from === 'statistic') {
    expectRecord(part, like, 'a part', { column: place })
  } else if (from === 'level') {
    expectRecord(part, like, 'a part', { column: place, level: counts('a level') })
  } else if (from === 'lag') {
    expectRecord(part, like, 'a part', { lag: counts('a lag') })
  } else if (from === 'flags') {
    expectRecord(part, like, 'a part', {
      columns: (all) => expectList('columns with gaps', all, (all as readonly unknown[])?.length, place),
    })
  } else if (from === 'calendar') {
    const calendar = { day: true, week: true, year: true, origin: 0, unit: 1 }
    expectShape(part, { from, calendar }, 'a part')
    return calendarNames((part as { readonly calendar: Calendar }).calendar).length
  } else if (from === 'nothing') expectShape(part, like, 'a part')
  else misfit('a part of x', 'one that is known', from)
  return 1
}

import { orderOf, type UnreadDates } from 'credence/auto'

/** What to say where a date may name two days. */
export const ORDERS = 'Add --dates dmy if the day comes first, or --dates mdy if the month does'

/** What is said of a column of dates that is not read as one. */
export function undatedSentence({ column, cell, unclear }: UnreadDates): string {
  const named = `${JSON.stringify(cell)} in the column ${JSON.stringify(column)} looks like`
  if (unclear)
    return `${JSON.stringify(cell)} in the column ${JSON.stringify(column)} may name two days, so the column is read as words. ${ORDERS}`
  const order = orderOf(cell)
  if (order === 'mdy' || order === 'dmy')
    return `${JSON.stringify(cell)} in the column ${JSON.stringify(column)} has the ${order === 'mdy' ? 'month' : 'day'} first, so the column is read as words. Add --dates ${order} if all of its dates are so; else write them as 2026-03-31`
  if (/^\d{5}$/.test(cell))
    return `${named} a day as Excel counts them, and is read as a number. Format the column as a date, best as yyyy-mm-dd, save the file and run again`
  if (/^\d{6}$/.test(cell))
    return `${named} a month, and is read as a number. Write it as ${cell.slice(0, 4)}-${cell.slice(4)}, and run again`
  if (/^\d{1,2}:\d\d/.test(cell))
    return `${named} a time of day, and is read as a word. Write its day too, such as 2026-03-31T05:00, and run again`
  if (/W\d/i.test(cell))
    return `${named} a week, and is read as a word. Write the first day of each week instead, such as 2026-03-02, and run again`
  return `${named} a date, and is read as a word. Write it as 2026-03-31, or as 2026-03 if it is a month, and run again`
}

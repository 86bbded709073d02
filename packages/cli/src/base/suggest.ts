import { nearest } from 'credence/kinds'
import { UserError } from './failure.ts'

/** What a misspelt name was probably meant to be, or else all there are. */
export function suggest(name: string, known: readonly string[]): string {
  const meant = nearest(name, known)
  return meant === undefined ? `there are ${known.join(', ')}` : `did you mean ${meant}?`
}

/** Columns that are listed. */
const MOST_LISTED = 20

/** A column that was named and is not there. @param option that named it */
export function noColumn(name: string, columns: readonly string[], option: string): UserError {
  const meant = nearest(name, columns)
  const listed = columns.slice(0, MOST_LISTED).join(', ')
  const more = columns.length > MOST_LISTED ? ', …' : ''
  const help =
    meant === undefined ? `The columns are ${listed}${more}` : `Did you mean ${JSON.stringify(meant)}?`
  return new UserError(`no column ${JSON.stringify(name)}. ${help}`, option)
}

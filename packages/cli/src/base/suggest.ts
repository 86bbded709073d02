import { nearest } from 'credence/kinds'

/** What a misspelt name was probably meant to be, or else all there are. */
export function suggest(name: string, known: readonly string[]): string {
  const meant = nearest(name, known)
  return meant === undefined ? `there are ${known.join(', ')}` : `did you mean ${meant}?`
}

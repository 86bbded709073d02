import { refuseUnknown } from '../base/options.ts'
import type { Id } from './openRounds.ts'

export interface IdOptions {
  /** Keeps the forecast open for `learn({ id, y })`. */
  readonly id?: Id
}

export const NONE: IdOptions = Object.freeze({})

const NAMES = ['id']

/** The id, if there is one. */
export function idIn(what: string, options: IdOptions): Id | undefined {
  if (options !== NONE) expectNames(what, options, NAMES)
  return options.id
}

/** As `refuseUnknown`, in every round: names that are known cost nothing but a comparison each. */
export function expectNames(what: string, options: object, known: readonly string[]): void {
  if (typeof options !== 'object' || options === null) refuseUnknown(what, options, known)
  for (const name in options) if (!known.includes(name)) refuseUnknown(what, options, known)
}

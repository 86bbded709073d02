import { ArgumentError } from 'credence'
import { type AnyOptions, type Kind, kinds } from 'credence/kinds'
import type { Noun } from './ofKind.ts'

/**
 * Kinds of the user's own, beside those of the library. Only a program that was told to brings them in: nothing that is read
 * as data can.
 */
const added = new Map<Noun, Kind[]>()

/** What a plugin may bring, and the methods by which it is known. */
const METHODS: Readonly<Partial<Record<Noun, readonly string[]>>> = {
  expert: ['bind'],
  threshold: ['bind'],
  loss: ['at', 'mean', 'du', 'dv', 'annealed'],
  score: ['each', 'own'],
  meta: ['init', 'rate', 'weigh', 'update'],
}

export const PLUGIN_NOUNS = Object.keys(METHODS) as readonly Noun[]

/** The library's kinds of a noun, and those that were added. */
export function kindsOf(noun: Noun): readonly Kind[] {
  return [...kinds[noun], ...(added.get(noun) ?? [])]
}

/**
 * Lets recipes name something of the user's own.
 *
 * @param maker a function from the options in the recipe to what is meant; or that itself
 * @param from what errors call the place it comes from
 */
export function addKind(noun: Noun, name: string, maker: unknown, from: string): void {
  const methods = METHODS[noun] as readonly string[]
  const what = `${noun} ${JSON.stringify(name)} of ${from}`
  if (kindsOf(noun).some(({ kind }) => bare(kind) === bare(name)))
    throw new ArgumentError(`${what}: there is one of that name already`, 'duplicate')
  const expect = (made: unknown): unknown => {
    const missing = methods.find(
      (method) => typeof (made as Record<string, unknown> | null)?.[method] !== 'function',
    )
    if (missing === undefined) return made
    throw new ArgumentError(
      `${what} must be an object with the methods ${methods.join(', ')}; it has no ${missing}`,
    )
  }
  const make = (given: object): unknown => {
    if (typeof maker !== 'function') {
      const [option] = Object.keys(given)
      if (option === undefined) return maker
      throw new ArgumentError(`${what} takes no options; received ${option}`, 'unknown-option')
    }
    try {
      return maker(given)
    } catch (error) {
      const code = error instanceof ArgumentError ? error.code : undefined
      throw new ArgumentError(`${what}: ${error instanceof Error ? error.message : String(error)}`, code)
    }
  }
  if (typeof maker !== 'function') expect(maker)
  added.set(noun, [
    ...(added.get(noun) ?? []),
    { kind: name, options: anything(name), make: (given) => expect(make(given)) },
  ])
}

/** Options that nothing is known of: they are handed on as they were written. */
function anything(name: string): AnyOptions {
  return { name, declared: {}, read: (given) => given, points: (given) => [given] }
}

/** `adahedge` is `ada-hedge`: nobody remembers where the hyphens go. */
export function bare(kind: string): string {
  return kind.replaceAll('-', '')
}

import type { AnyOptions } from '../../src/base/options.ts'

/** What a door exports together with its declaration, as `boa` with `BOA`, by the name of the function. */
export function declaredIn(door: object): Readonly<Record<string, AnyOptions>> {
  const all = door as Readonly<Record<string, Partial<AnyOptions>>>
  const found: Record<string, AnyOptions> = {}
  for (const value of Object.values(all)) {
    if (typeof value === 'object' && value?.declared && typeof all[value.name as string] === 'function')
      found[value.name as string] = value as AnyOptions
  }
  return found
}

/** The constants of a door that have this member, as `squared` has `annealed`. */
export function constantsIn(door: object, member: string): string[] {
  return Object.entries(door)
    .filter(([, value]) => typeof value === 'object' && value !== null && member in value)
    .map(([name]) => name)
}

export function without<T>(parts: Readonly<Record<string, T>>, ...names: string[]): Record<string, T> {
  return Object.fromEntries(Object.entries(parts).filter(([name]) => !names.includes(name)))
}

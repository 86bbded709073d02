import { ArgumentError } from 'credence'

/** The target column: the one named, or the last. */
export function targetColumn(target: string | undefined, names: readonly string[]): string {
  const found = target ?? names[names.length - 1]
  if (found === undefined) throw new ArgumentError('the data has no numeric column')
  return expectColumn('target', found, names)
}

export function expectColumn(role: string, name: string, names: readonly string[]): string {
  if (names.includes(name)) return name
  throw new ArgumentError(
    `${role} column ${JSON.stringify(name)} is not among the numeric columns ${names.map((n) => JSON.stringify(n)).join(', ')}`,
  )
}

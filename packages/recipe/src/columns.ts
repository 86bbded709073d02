import { ArgumentError } from 'credence'

/** The target column: the one named, or the last. */
export function targetColumn(target: string | undefined, names: readonly string[]): string {
  const found = target ?? names[names.length - 1]
  if (found === undefined) throw new ArgumentError('the data has no numeric column')
  expectColumns('target', [found], names)
  return found
}

export function expectColumns(role: string, wanted: readonly string[], names: readonly string[]): void {
  for (const name of wanted) {
    if (names.includes(name)) continue
    const known = names.map((column) => JSON.stringify(column)).join(', ')
    throw new ArgumentError(
      `${role} column ${JSON.stringify(name)} is not among the numeric columns ${known}`,
    )
  }
}

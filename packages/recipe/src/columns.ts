import { ArgumentError } from 'credence'

/** The target column: the one named, or the last that is not given beforehand, as forecasts are. */
export function targetColumn(
  target: string | undefined,
  names: readonly string[],
  given: readonly string[] = [],
): string {
  const found = target ?? names.filter((name) => !given.includes(name)).pop()
  if (found === undefined) {
    throw new ArgumentError(`the data has no numeric column${given.length > 0 ? ' but the forecasts' : ''}`)
  }
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

import { ArgumentError } from 'credence'
import { nearest } from 'credence/kinds'

/** The target column: the one named, or the last that is not given beforehand, as forecasts are. */
export function targetColumn(
  target: string | undefined,
  names: readonly string[],
  given: readonly string[] = [],
  what = 'numeric',
): string {
  const known = new Set(given)
  const found = target ?? names.filter((name) => !known.has(name)).pop()
  if (found === undefined) {
    throw new ArgumentError(
      `the data has no numeric column${given.length > 0 ? ' but the forecasts' : ''}`,
      'unknown-column',
    )
  }
  expectColumns('target', [found], names, what)
  return found
}

/** The option by which each role is said, where it has another name or there is one at all. */
const OPTIONS: Readonly<Record<string, string>> = { target: 'target', forecast: 'forecast', times: 'time' }

/** @param what kind of columns the names are of */
export function expectColumns(
  role: string,
  wanted: readonly string[],
  names: readonly string[],
  what = 'numeric',
): void {
  const there = new Set(names)
  const kind = what === '' ? '' : `${what} `
  for (const name of wanted) {
    if (there.has(name)) continue
    const meant = nearest(name, names)
    const listed = names.slice(0, 20).map((column) => JSON.stringify(column))
    const all =
      names.length === 0
        ? 'No column holds numbers only, and only auto forecasts words'
        : `The ${kind}columns are ${listed.join(', ')}${names.length > 20 ? ', …' : ''}`
    throw new ArgumentError(
      `no ${kind}column ${JSON.stringify(name)} for the ${role}. ${meant === undefined ? all : `Did you mean "${meant}"?`}`,
      'unknown-column',
      { option: OPTIONS[role] },
    )
  }
}

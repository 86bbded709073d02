/** Between texts that are one cell together. */
const BETWEEN = '|'

/**
 * A record as one row of a table.
 *
 * Fields of fields are joined by `_`, the i-th of `weights` is `weight_i`, and a list of texts is one cell. So are reasons,
 * because rows differ in what they have reasons of.
 */
export function flatten(record: Readonly<Record<string, unknown>>): Map<string, Cell> {
  const row = new Map<string, Cell>()
  for (const [name, value] of Object.entries(record)) put(row, name, value)
  return row
}

export type Cell = number | string | boolean | null

function put(row: Map<string, Cell>, name: string, value: unknown): void {
  if (value === undefined) return
  if (value === null || typeof value !== 'object') {
    row.set(name, value as Cell)
    return
  }
  if (Array.isArray(value) && value.every((part) => typeof part === 'string')) {
    row.set(name, value.join(BETWEEN))
    return
  }
  if (name === 'reasons') {
    const effects = Object.entries(value).map(
      ([column, effect]) => `${column} ${Number(effect).toPrecision(4)}`,
    )
    row.set(name, effects.join(BETWEEN))
    return
  }
  const one = name.replace(/ies$/, 'y').replace(/s$/, '')
  if (Array.isArray(value) || ArrayBuffer.isView(value)) {
    const values = value as ArrayLike<unknown>
    for (let i = 0; i < values.length; i++) put(row, `${one}_${i + 1}`, values[i])
    return
  }
  for (const [field, part] of Object.entries(value)) put(row, `${one}_${field}`, part)
}

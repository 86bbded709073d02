/** A record as one row of a table: fields of fields are joined by `_`, and the i-th of `weights` is `weight_i`. */
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
  const one = name.replace(/s$/, '')
  if (Array.isArray(value) || ArrayBuffer.isView(value)) {
    const values = value as ArrayLike<unknown>
    for (let i = 0; i < values.length; i++) put(row, `${one}_${i + 1}`, values[i])
    return
  }
  for (const [field, part] of Object.entries(value)) put(row, `${one}_${field}`, part)
}

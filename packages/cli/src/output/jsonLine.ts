/**
 * A record as one line of JSON.
 *
 * Numbers read back to the same double, −0 is 0. JSON has no infinities and no NaN: they are written as text.
 */
export function jsonLine(record: Readonly<Record<string, unknown>>): string {
  return `${objectText(record)}\n`
}

function objectText(record: Readonly<Record<string, unknown>>): string {
  let text = ''
  for (const name in record) {
    const value = record[name]
    if (value === undefined) continue
    text += `${text === '' ? '{' : ','}${JSON.stringify(name)}:${valueText(value)}`
  }
  return text === '' ? '{}' : `${text}}`
}

function valueText(value: unknown): string {
  if (typeof value === 'number') return numberText(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value) || ArrayBuffer.isView(value)) return arrayText(value as ArrayLike<unknown>)
  return objectText(value as Record<string, unknown>)
}

function arrayText(values: ArrayLike<unknown>): string {
  let text = '['
  for (let i = 0; i < values.length; i++) text += (i === 0 ? '' : ',') + valueText(values[i])
  return `${text}]`
}

function numberText(value: number): string {
  return Number.isFinite(value) ? String(value) : `"${value}"`
}

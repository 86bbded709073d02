import type { Lines } from './lines.ts'

/**
 * Records as lines of JSON.
 *
 * Numbers read back to the same double, −0 is 0. JSON has no infinities and no NaN: they are written as text.
 */
export function jsonLines(number: (value: number) => string): Lines {
  const names = new Map<string, string>()

  function objectText(record: Readonly<Record<string, unknown>>): string {
    let text = ''
    for (const name in record) {
      const value = record[name]
      if (value === undefined) continue
      text += (text === '' ? '{' : ',') + key(name) + valueText(value)
    }
    return text === '' ? '{}' : `${text}}`
  }

  /** `"name":`, made once. */
  function key(name: string): string {
    let text = names.get(name)
    if (text === undefined) {
      text = `${JSON.stringify(name)}:`
      names.set(name, text)
    }
    return text
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
    return Number.isFinite(value) ? number(value) : `"${value}"`
  }

  return { columns: undefined, text: (record) => `${objectText(record)}\n`, rest: () => '' }
}

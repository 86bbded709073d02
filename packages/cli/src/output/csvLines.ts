import { flatten } from './flat.ts'
import type { Lines } from './lines.ts'

/** Records that may wait for the first one that has all fields: an outcome that is missing has no loss. */
const PATIENCE = 10_000

/** Records as CSV. The columns are those of the first record that has weights, and stay the same. */
export function csvLines(number: (value: number) => string, known?: readonly string[]): Lines {
  let names = known
  let waiting: Readonly<Record<string, unknown>>[] = []
  const cell = (value: unknown): string => {
    if (value === undefined || value === null) return ''
    if (typeof value === 'number') return number(value)
    const text = String(value)
    return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text
  }
  const line = (record: Readonly<Record<string, unknown>>): string => {
    const row = flatten(record)
    return `${(names as readonly string[]).map((name) => cell(row.get(name))).join(',')}\n`
  }
  const begin = (): string => {
    if (names !== undefined || waiting.length === 0) return ''
    names = [...new Set(waiting.flatMap((record) => [...flatten(record).keys()]))]
    const lines = waiting.map(line).join('')
    waiting = []
    return `${names.map(cell).join(',')}\n${lines}`
  }
  return {
    get columns() {
      return names
    },
    text(record) {
      if (names !== undefined) return line(record)
      waiting.push(record)
      return 'weights' in record || waiting.length >= PATIENCE ? begin() : ''
    },
    rest: begin,
  }
}

import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** Fixtures of this package: numbers made by other programs, and the data they were made from. */

export function readGz(url: URL): string {
  return gunzipSync(readFileSync(url)).toString('utf8')
}

export function fixture(path: string): string {
  return readGz(new URL(`./fixtures/${path}.gz`, import.meta.url))
}

/** A numeric CSV with a header, by column. */
export interface Columns {
  readonly names: readonly string[]
  readonly rows: readonly Float64Array[]
  column(name: string): number[]
}

export function columns(text: string): Columns {
  const [head, ...lines] = text.trim().split(/\r?\n/)
  const names = head.split(',')
  const rows = lines.map((line) =>
    Float64Array.from(line.split(','), (cell) => (cell === '' ? Number.NaN : Number(cell))),
  )
  return {
    names,
    rows,
    column(name) {
      const j = names.indexOf(name)
      if (j < 0) throw new Error(`no column ${name}`)
      return rows.map((row) => row[j])
    },
  }
}

/** Agreement to a tolerance that is relative, or absolute below 1. */
export function gap(actual: number, expected: number): number {
  if (Object.is(actual, expected)) return 0
  return Math.abs(actual - expected) / Math.max(1, Math.abs(expected))
}

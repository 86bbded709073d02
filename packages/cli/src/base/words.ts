/** Numbers as a person reads them. */
export const digits = (value: number | null | undefined): string => {
  if (value === null || value === undefined) return '–'
  const size = Math.abs(value)
  if (size >= 1e5 && size < 1e15) return Math.round(value).toLocaleString('en')
  return String(Number(value.toPrecision(4)))
}

export const percent = (share: number): string => `${(100 * share).toFixed(1)} %`

export const count = (value: number): string => value.toLocaleString('en')

export function duration(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  if (seconds < 90) return `${Math.round(seconds)} s`
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`
  return `${(seconds / 3600).toFixed(1)} h`
}

export const rowCount = (rows: number): string => `${count(rows)} ${rows === 1 ? 'row' : 'rows'}`

/** Rows of cells in columns: the first aligned left, numbers right. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] as readonly string[]).map((_, c) =>
    Math.max(...rows.map((row) => (row[c] as string).length)),
  )
  return rows.map((row) =>
    row
      .map((cell, c) => (c === 0 ? cell.padEnd(widths[c] as number) : cell.padStart(widths[c] as number)))
      .join('  ')
      .trimEnd(),
  )
}

/** The command as it was typed: the same rows make the same page. */
export function typed(): string {
  return ['credence', ...process.argv.slice(2).map(quoted)].join(' ')
}

/** A word as it is typed: in quotes where the shell would part or change it. */
export function quoted(word: string): string {
  return /^[\w./:,=@%+-]+$/.test(word) ? word : JSON.stringify(word)
}

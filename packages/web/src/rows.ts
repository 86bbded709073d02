/** Reads what a reader dropped: NDJSON, a JSON array, or CSV with a header. Numbers become numbers, empty cells null. */
export function readRows(text: string): Record<string, number | string | null>[] {
  const trimmed = text.trim()
  if (trimmed.startsWith('[')) return JSON.parse(trimmed) as Record<string, number | string | null>[]
  const lines = trimmed.split(/\r?\n/)
  if (trimmed.startsWith('{'))
    return lines.map((line) => JSON.parse(line) as Record<string, number | string | null>)
  const names = cells(lines[0] ?? '')
  return lines.slice(1).map((line) => {
    const row = cells(line)
    return Object.fromEntries(names.map((name, j) => [name, toCell(row[j] ?? '')]))
  })
}

function cells(line: string): string[] {
  const separator = line.includes('\t') ? '\t' : ','
  return line.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
}

function toCell(text: string): number | string | null {
  if (text === '') return null
  const number = Number(text)
  return Number.isNaN(number) ? text : number
}

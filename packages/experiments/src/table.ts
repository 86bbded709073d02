/** Columns by name, rows of numbers and words. */
export interface Table {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | number)[])[]
}

/** CSV whose numbers read back to the same double. */
export function toCsv({ columns, rows }: Table): string {
  return [columns, ...rows].map((row) => `${row.map(cell).join(',')}\n`).join('')
}

function cell(value: string | number): string {
  const text = String(value)
  return /[",\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text
}

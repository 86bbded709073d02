/** Records as lines of text. */
export interface Lines {
  /** The columns, where lines have a fixed set of them and it is known by now. */
  readonly columns: readonly string[] | undefined
  /** What a record adds to the output; it may be nothing yet. */
  text(record: Readonly<Record<string, unknown>>): string
  /** What is still held back: called before anything counts as written. */
  rest(): string
}

/** How a number is written: to the last digit, or to as many as were asked for. */
export function numberWriter(digits: number | undefined): (value: number) => string {
  if (digits === undefined) return String
  return (value) => (Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(digits))))
}

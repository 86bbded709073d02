import { ArgumentError } from '../base/errors.ts'
import { nearest } from '../base/nearest.ts'
import { flatten } from './flatten.ts'

/** One row of numbers. Reused: copy what you keep. */
export interface Row {
  /** The line on which it begins, from 1. */
  readonly line: number
  /** One number per name; NaN where the cell is missing. The same array for every row. */
  readonly values: Float64Array
  /** The cells of the columns asked for as text, as they stand in the source; '' where missing. The same array for every row. */
  readonly texts: readonly string[]
}

/** The rows that arrived together. Reused: read it before asking for the next. */
export interface Batch extends Iterable<Row> {
  readonly size: number
  /** The line of each row; the first `size` entries count. */
  readonly lines: Float64Array
  /** Row after row, `names.length` numbers each; the first `size` rows count. */
  readonly values: Float64Array
  /** Row after row, `textNames.length` strings each. */
  readonly texts: readonly string[]
}

/**
 * A stream of numeric rows that has read its header.
 *
 * It is read once. `for await (const row of table)` is for comfort; `batches()` waits once per piece of the
 * source instead of once per row.
 */
export interface Table extends AsyncIterable<Row> {
  /** Names of the columns, in the order of `values`. */
  readonly names: readonly string[]
  /** Every name in the source, also of columns that were not asked for. */
  readonly allNames: readonly string[]
  /** Those whose first cell is a number or missing. */
  readonly numericNames: readonly string[]
  /** Names of the columns read as text, in the order of `texts`. */
  readonly textNames: readonly string[]
  /** What `line` counts: lines of text, or rows where there are no lines. */
  readonly unit: 'line' | 'row'
  batches(): AsyncIterable<Batch>
  /** Closes the source of a table that will not be read to its end. */
  close(): Promise<void>
}

/** Which columns to read: their names, in the order wanted, or a choice among those there are, the numeric ones known. */
export type Columns =
  | readonly string[]
  | ((names: readonly string[], numeric: readonly string[]) => readonly string[])

/** What is read of each row. */
export interface Selection {
  /** The columns to read as numbers. @default those whose first cell is a number or missing */
  readonly columns?: Columns | undefined
  /** The columns to read as text. @default none */
  readonly text?: Columns | undefined
}

export interface Selected {
  readonly allNames: readonly string[]
  readonly numericNames: readonly string[]
  readonly names: readonly string[]
  readonly textNames: readonly string[]
  /** Where the columns of `names` and of `textNames` are. */
  readonly places: readonly number[]
  readonly textPlaces: readonly number[]
}

/** The places of the wanted columns; without a choice, of the columns for which `isNumeric` holds. */
export function select(
  allNames: readonly string[],
  { columns, text }: Selection,
  isNumeric: (column: number) => boolean,
): Selected {
  const numericNames = allNames.filter((_, c) => isNumeric(c))
  const wanted = (choice: Columns): readonly string[] =>
    typeof choice === 'function' ? choice(allNames, numericNames) : choice
  const places = placesOf(columns === undefined ? numericNames : wanted(columns), allNames)
  const textPlaces = placesOf(wanted(text ?? []), allNames)
  const named = (c: number): string => allNames[c]
  return {
    allNames,
    numericNames,
    names: places.map(named),
    textNames: textPlaces.map(named),
    places,
    textPlaces,
  }
}

function placesOf(wanted: readonly string[], names: readonly string[]): number[] {
  const places = new Map(names.map((name, c) => [name, c]))
  return wanted.map((name) => {
    const index = places.get(name)
    if (index !== undefined) return index
    const meant = nearest(name, names)
    const hint =
      meant === undefined
        ? `the columns are ${names.slice(0, 100).join(', ')}${names.length > 100 ? ', …' : ''}`
        : `did you mean '${meant}'?`
    throw new ArgumentError(`column '${name}' is not there; ${hint}`, 'unknown-column')
  })
}

export function refuseDoubles(names: readonly string[]): void {
  const seen = new Map<string, number>()
  for (const [i, name] of names.entries()) {
    const before = seen.get(name)
    if (before !== undefined) {
      throw new ArgumentError(
        `column names must differ; columns ${before + 1} and ${i + 1} are both '${name}': rename one of them`,
        'duplicate',
      )
    }
    seen.set(name, i)
  }
}

/** A batch that its owner fills: `reserve` rows, write, set `size`. */
export interface Rows extends Batch {
  size: number
  lines: Float64Array
  values: Float64Array
  texts: string[]
  reserve(rows: number): void
}

export function rowsOf(width: number, textWidth = 0): Rows {
  const row = { line: 0, values: new Float64Array(width), texts: new Array<string>(textWidth).fill('') }
  return {
    size: 0,
    lines: new Float64Array(0),
    values: new Float64Array(0),
    texts: [],
    reserve(rows) {
      if (rows <= this.lines.length) return
      this.lines = new Float64Array(2 * rows)
      this.values = new Float64Array(2 * rows * width)
      this.texts = new Array<string>(2 * rows * textWidth).fill('')
    },
    *[Symbol.iterator]() {
      const { lines, values, texts, size } = this
      for (let r = 0; r < size; r++) {
        row.line = lines[r]
        for (let c = 0; c < width; c++) row.values[c] = values[r * width + c]
        for (let c = 0; c < textWidth; c++) row.texts[c] = texts[r * textWidth + c]
        yield row
      }
    },
  }
}

export function tableOf(
  { allNames, numericNames, names, textNames }: Selected,
  unit: Table['unit'],
  batches: AsyncGenerator<Batch, void, void>,
  source: AsyncGenerator<unknown, void, void>,
): Table {
  return {
    names,
    allNames,
    numericNames,
    textNames,
    unit,
    batches: () => batches,
    async close() {
      await batches.return()
      // A generator that was never asked for anything does not run its finally.
      await source.return()
    },
    [Symbol.asyncIterator]: () => flatten(batches),
  }
}

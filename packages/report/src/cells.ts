import { counter, listOf, real, type StateShape, shape, string } from 'credence/kinds'

/** What the cells of each column usually are, so that an unusual one can be named. Plain data. */
export interface CellsState {
  readonly columns: ColumnCells[]
}

export interface ColumnCells {
  readonly name: string
  rows: number
  missing: number
  /** Of cells that are numbers. */
  count: number
  mean: number
  squares: number
  least: number
  greatest: number
  /** Words that came, and how often; no more are kept than `MOST_WORDS`. */
  readonly words: string[]
  readonly times: number[]
}

const MOST_WORDS = 50
const MOST_COLUMNS = 100
/** Rows before which nothing is unusual. */
const ENOUGH = 50
/** Deviations beyond which a number is unusual. */
const FAR = 3
/** Share below which a word, or a gap, is unusual. */
const RARE = 0.02

const COLUMN: StateShape<ColumnCells> = /* @__PURE__ */ shape<ColumnCells>({
  name: string,
  rows: real(),
  missing: real(),
  count: real(),
  mean: real(),
  squares: real(),
  least: real(),
  greatest: real(),
  words: listOf(string),
  times: listOf(counter),
})

export const CELLS: StateShape<CellsState> = /* @__PURE__ */ shape<CellsState>({ columns: listOf(COLUMN) })

export function observeCells(
  { columns }: CellsState,
  names: readonly string[],
  cells: readonly string[],
): void {
  for (let j = 0; j < Math.min(names.length, MOST_COLUMNS); j++) {
    columns[j] ??= { ...COLUMN(), name: names[j] as string }
    observeCell(columns[j], cells[j] ?? '')
  }
}

function observeCell(column: ColumnCells, cell: string): void {
  column.rows++
  if (cell === '') {
    column.missing++
    return
  }
  const value = Number(cell)
  if (Number.isFinite(value)) {
    const before = value - column.mean
    column.count++
    column.mean += before / column.count
    column.squares += before * (value - column.mean)
    column.least = column.count === 1 ? value : Math.min(column.least, value)
    column.greatest = column.count === 1 ? value : Math.max(column.greatest, value)
    return
  }
  const place = column.words.indexOf(cell)
  if (place >= 0) column.times[place]++
  else if (column.words.length < MOST_WORDS) {
    column.words.push(cell)
    column.times.push(1)
  }
}

/** The most unusual cell of a row in words; empty where all are usual. Ask before the row is observed. */
export function unusualOf({ columns }: CellsState, cells: readonly string[]): string {
  let [words, most] = ['', 1]
  columns.forEach((column, j) => {
    const found = strangeness(column, cells[j] ?? '')
    if (found && found.by > most) [words, most] = [found.words, found.by]
  })
  return words
}

/** How far beyond the usual a cell is: above 1 it is unusual. */
function strangeness(
  { name, rows, missing, count, mean, squares, least, greatest, words, times }: ColumnCells,
  cell: string,
): { readonly words: string; readonly by: number } | undefined {
  if (rows < ENOUGH) return undefined
  if (cell === '') return { words: `${name} is missing`, by: (RARE * rows) / (missing + 1) }
  const value = Number(cell)
  if (Number.isFinite(value)) {
    const sd = Math.sqrt(squares / Math.max(1, count))
    const by = sd > 0 ? Math.abs(value - mean) / (FAR * sd) : 0
    const how =
      value > greatest ? 'the highest so far' : value < least ? 'the lowest so far' : 'far from usual'
    return { words: `${name} ${cell} is ${how}`, by }
  }
  // Where most words are different, such as names or times, none is unusual.
  if (words.length >= MOST_WORDS) return undefined
  const seen = times[words.indexOf(cell)] ?? 0
  const how = seen === 0 ? 'is new' : 'is rare'
  return { words: `${name} “${cell}” ${how}`, by: (RARE * rows) / (seen + 1) }
}

import { type Cell, isMissing, numberOf } from '../rows/cell.ts'

/** Words of a known column that have a number of their own; later ones share none. */
const MOST_WORDS = 20
/** Numbers that known columns have in one row: the cost of a regression goes with their square. */
const MOST_NUMBERS = 32
/** Part of a column's cells that must be numbers for it to hold numbers. */
const NEARLY_ALL = 0.95

/** How the cells of one column that is known in advance become numbers. Plain data. */
export interface KnownColumn {
  /** The words that have a number, in order of appearance; absent for numbers. The very first one is the ground. */
  readonly words?: readonly string[]
}

/** Looks at the cells of a column: numbers if nearly all of them are, else words. */
export function knownColumn(cells: readonly Cell[]): KnownColumn {
  const there = cells.filter((cell) => !isMissing(cell))
  const numeric = there.filter((cell) => Number.isFinite(numberOf(cell, 'number'))).length
  if (there.length > 0 && numeric >= NEARLY_ALL * there.length) return {}
  return { words: [...new Set(cells.map(wordOf))].slice(1, MOST_WORDS + 1) }
}

/** Numbers that a column stands for in one row. */
export function knownWidth({ words }: KnownColumn): number {
  return words ? words.length : 1
}

/** Writes the numbers of a cell; a missing number is that of the row before. */
export function writeKnown({ words }: KnownColumn, cell: Cell, before: number, out: number[]): void {
  if (words) {
    const own = wordOf(cell)
    for (const word of words) out.push(word === own ? 1 : 0)
    return
  }
  const value = numberOf(cell, 'number')
  out.push(Number.isFinite(value) ? value : before)
}

function wordOf(cell: Cell): string {
  return isMissing(cell) ? '' : String(cell).trim()
}

/** Rows of cells that are known in advance, as numbers. */
export class KnownCells {
  readonly columns: readonly KnownColumn[]
  /** Numbers in a row. */
  readonly width: number

  /** @param rows those with an outcome: what only later rows say has taught nothing */
  constructor(rows: readonly (readonly Cell[])[], columns: number) {
    let width = 0
    this.columns = Array.from({ length: columns }, (_, c) => {
      const { words } = knownColumn(rows.map((row) => row[c]))
      const room = MOST_NUMBERS - width
      const own = words ? { words: words.slice(0, room) } : room > 0 ? {} : { words: [] }
      width += knownWidth(own)
      return own
    })
    this.width = width
  }

  /** By columns that were looked at before. */
  static of(columns: readonly KnownColumn[]): KnownCells {
    const cells = new KnownCells([], 0)
    const width = columns.reduce((sum, column) => sum + knownWidth(column), 0)
    return Object.assign(cells, { columns, width })
  }

  /** @param before the numbers of the row before, for cells that are missing */
  numbersOf(row: readonly Cell[], before: readonly number[] | undefined): number[] {
    const out: number[] = []
    this.columns.forEach((column, c) => {
      writeKnown(column, row[c], before?.[out.length] ?? 0, out)
    })
    return out
  }
}

import { isMissing, numberOf } from '../rows/cell.ts'

/** Words of a known column that have a number of their own; rarer ones share none. */
const MOST_WORDS = 20

/** How the cells of one column that is known in advance become numbers. Plain data. */
export interface KnownColumn {
  readonly name: string
  /** The words, the commonest first and left out as the ground; absent for numbers. */
  readonly words?: readonly string[]
}

/** Looks at the cells of a column: numbers if nearly all of them are, else words. */
export function knownColumn(name: string, cells: readonly string[]): KnownColumn {
  const there = cells.filter((cell) => !isMissing(cell))
  const numeric = there.filter((cell) => Number.isFinite(numberOf(cell, 'number'))).length
  if (there.length > 0 && numeric >= 0.95 * there.length) return { name }
  const counts = new Map<string, number>()
  for (const cell of cells) counts.set(cell.trim(), (counts.get(cell.trim()) ?? 0) + 1)
  const words = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([word]) => word)
  return { name, words: words.slice(1, MOST_WORDS + 1) }
}

/** Numbers that a column stands for in one row. */
export function widthOf({ words }: KnownColumn): number {
  return words ? words.length : 1
}

/** Writes the numbers of a cell; a missing number is that of the row before. */
export function writeKnown(column: KnownColumn, cell: string, before: number, out: number[]): void {
  if (column.words) {
    const word = cell.trim()
    for (const each of column.words) out.push(each === word ? 1 : 0)
    return
  }
  const value = isMissing(cell) ? Number.NaN : numberOf(cell, 'number')
  out.push(Number.isFinite(value) ? value : before)
}

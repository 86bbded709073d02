import { isMissing, kindOf } from 'credence/auto'
import { Shelf } from '../../files/shelf/shelf.ts'
import { findInput } from '../../input/input.ts'
import { readTable } from '../forecast/readTable.ts'

/** Cells shown of each column. */
const SHOWN = 3

/** What a file holds: its rows, and of each column the kinds of its cells, the gaps and a few examples. */
export async function describeFile(path: string, signal: AbortSignal): Promise<string> {
  const shelf = new Shelf()
  try {
    const { names, columns, rows } = await readTable(await findInput(path), shelf, signal)
    const lines = names.map((name) => `${name}: ${describeCells(columns.get(name) ?? [])}`)
    return [`${rows} rows, ${names.length} columns`, ...lines].join('\n')
  } finally {
    shelf.close()
  }
}

function describeCells(cells: Iterable<string>): string {
  const kinds = new Map<string, number>()
  const first: string[] = []
  let last: string | undefined
  let missing = 0
  for (const cell of cells) {
    if (isMissing(cell)) {
      missing++
      continue
    }
    const kind = kindOf(cell) as string
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
    if (first.length < SHOWN - 1) first.push(cell)
    last = cell
  }
  const kind = [...kinds].sort((a, b) => b[1] - a[1]).map(([name, count]) => `${count} ${name}`)
  const examples = [...new Set([...first, ...(last === undefined ? [] : [last])])]
  return `${kind.join(', ') || 'empty'}; ${missing} missing; such as ${examples.join(' | ')}`
}

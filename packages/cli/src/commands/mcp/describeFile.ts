import { isMissing, kindOf } from 'credence/auto'
import { findInput } from '../../input/input.ts'
import { readTable } from '../forecast/readTable.ts'

/** Cells shown of each column. */
const SHOWN = 3

/** What a file holds: its rows, and of each column the kinds of its cells, the gaps and a few examples. */
export async function describeFile(path: string, signal: AbortSignal): Promise<string> {
  const { names, columns, rows } = await readTable(await findInput(path), signal)
  const lines = names.map((name) => {
    const cells = columns.get(name) ?? []
    const there = cells.filter((cell) => !isMissing(cell))
    const kinds = new Map<string, number>()
    for (const cell of there) {
      const kind = kindOf(cell) as string
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
    }
    const kind = [...kinds].sort((a, b) => b[1] - a[1]).map(([kind, count]) => `${count} ${kind}`)
    const examples = [...new Set([...there.slice(0, SHOWN - 1), ...there.slice(-1)])]
    return `${name}: ${kind.join(', ') || 'empty'}; ${cells.length - there.length} missing; such as ${examples.join(' | ')}`
  })
  return [`${rows} rows, ${names.length} columns`, ...lines].join('\n')
}

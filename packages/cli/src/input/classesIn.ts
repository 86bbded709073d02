import { findTask, isMissing, MOST_CLASSES, type Task } from 'credence/auto'
import { UserError } from '../base/failure.ts'
import type { Input } from './input.ts'
import { PEEKED } from './peeked.ts'

/** Classes among the first rows from which on the others are looked through. */
const MANY = 20

/**
 * Refuses a target of more classes than auto tells apart, by reading the file once: the run itself would find it only
 * after all rows before.
 *
 * @param task as it was asked for; without it, words that hardly ever come again are none of classes
 */
export async function expectFewClasses(
  input: Input,
  target: string | undefined,
  task: Task | undefined,
  signal?: AbortSignal,
): Promise<void> {
  const chosen = (names: readonly string[]): readonly string[] =>
    target === undefined ? names.slice(-1) : names.filter((name) => name === target)
  if (task === 'regression' || task === 'series') return
  const table = await input.open({ signal, onBadRow: () => {}, columns: [], text: chosen })
  const classes = new Set<string>()
  const first: string[] = []
  const isWorthwhile = (): boolean => {
    if (classes.size <= MANY) return false
    return task !== undefined || (findTask(first) === 'classification' && classes.size <= first.length / 2)
  }
  let row = 0
  for await (const { texts, lines, size } of table.batches()) {
    if (table.textNames.length === 0) return
    for (let r = 0; r < size; r++, row++) {
      if (row === PEEKED && !isWorthwhile()) return
      const cell = (texts[r] as string).trim()
      if (isMissing(cell)) continue
      if (row < PEEKED) first.push(cell)
      classes.add(cell)
      if (classes.size <= MOST_CLASSES || (row < PEEKED && task === undefined)) continue
      throw new UserError(
        `${input.name}, ${table.unit} ${lines[r]}: ${JSON.stringify(cell)} is class ${MOST_CLASSES + 1} of ${JSON.stringify(table.textNames[0])}, and auto tells up to ${MOST_CLASSES} apart. Join rare classes into one, such as "other"; or, if these are numbers, add --task regression; or choose another column with --target`,
      )
    }
  }
}

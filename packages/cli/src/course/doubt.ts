import { fewWholeNumbers } from 'credence/auto'

type Cell = Parameters<typeof fewWholeNumbers>[0][number]

/**
 * A sentence about a target of few whole numbers, which may be amounts or names of classes: what it was taken for, and
 * the option that changes it. Undefined where there is no doubt.
 */
export function doubtOf(
  target: string,
  outcomes: readonly Cell[],
  task: string,
  classes: boolean,
): string | undefined {
  if (task !== 'auto' && task !== 'regression') return undefined
  const values = fewWholeNumbers(outcomes)
  if (values.length < 2) return undefined
  const shown =
    values.length === 2 ? values.join(' and ') : `${values.slice(0, 2).join(', ')}, …, ${values.at(-1)}`
  const [taken, other, option] = classes
    ? [`as ${values.length} classes, ${shown}`, 'numbers', 'regression']
    : [`as a number, though its first rows hold only ${shown}`, 'classes', 'classification']
  return `${target} is read ${taken}; if these are ${other}, say --task ${option}`
}

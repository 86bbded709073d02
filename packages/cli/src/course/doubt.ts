import type { Recipe } from '@credence/recipe'
import { fewWholeNumbers } from 'credence/auto'

type Cell = Parameters<typeof fewWholeNumbers>[0][number]

/**
 * A sentence about a target of few whole numbers, which may be amounts or names of classes: what it was taken for, and
 * the option that changes it. Undefined where there is no doubt.
 */
export function doubtOf(
  target: string,
  outcomes: readonly Cell[],
  { task, target: named }: Pick<Recipe, 'task' | 'target'>,
  classes: boolean,
): string | undefined {
  if (task !== 'auto' && task !== 'regression') return undefined
  const values = fewWholeNumbers(outcomes)
  if (values.length < 2) return undefined
  const shown =
    values.length <= 3
      ? `${values.slice(0, -1).join(', ')} and ${values.at(-1)}`
      : `${values.slice(0, 2).join(', ')}, …, ${values.at(-1)}`
  const [taken, other, option] = classes
    ? [`as ${values.length} classes, ${shown}`, 'numbers', 'regression']
    : [`as a number, though its first rows hold only ${shown}`, 'categories', 'classification']
  const chosen = named === undefined ? ', taken as the target because it is the last column,' : ''
  // A recipe that is not auto reads what it reads; auto finds it out.
  const reader = task === 'auto' ? '' : ' by this recipe'
  return `${JSON.stringify(target)}${chosen} is read${reader} ${taken}. If this is right, do nothing; if these are ${other}, run again with --task ${option}`
}

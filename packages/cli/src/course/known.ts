import { type Facts, forecastColumns, type Recipe, type RowPlan } from '@credence/recipe'
import type { ColumnKind, ColumnUse } from '@credence/report'
import { columnStatistics, type Table } from 'credence/stream'
import { UserError } from '../base/failure.ts'
import { noColumn } from '../base/suggest.ts'
import { quoted } from '../base/words.ts'
import type { Input } from '../input/input.ts'
import type { OpenOptions } from '../input/options.ts'
import type { KeptWishes } from './keep.ts'

/** What a recipe says of times, where it does. */
export function timesOf(recipe: Recipe): KeptWishes {
  if (recipe.task !== 'auto') return {}
  const { time, dates } = recipe
  return { time, dates }
}

/** Where a learner found that the target can lie, where it finds that out. */
export function rangeOf(learner: object): Pick<ColumnUse, 'range'> {
  const { range } = learner as { readonly range?: readonly number[] | null }
  if (!range?.some(Number.isFinite)) return {}
  const [lower, upper] = range.map((end) => (Number.isFinite(end) ? end : null))
  return { range: [lower ?? null, upper ?? null] }
}

/** What a learner took each column for, where it finds that out. */
export function kindsOf(learner: object): Pick<ColumnUse, 'kinds'> {
  const { columns } = learner as { readonly columns?: readonly ColumnKind[] }
  if (!columns) return {}
  return {
    kinds: columns.map(({ name, kind, levels, missing, unreadable }) => ({
      name,
      kind,
      levels,
      missing,
      unreadable,
    })),
  }
}

/** Refuses a target of words in a recipe that forecasts numbers. */
export function expectNumbers(recipe: Recipe, { allNames, names }: Table, file: string): void {
  const { target, task } = recipe
  if (task === 'auto' || target === undefined || names.includes(target) || !allNames.includes(target)) return
  throw new UserError(
    `${JSON.stringify(target)} holds words, and the recipe forecasts numbers. Choose a column of numbers with --target. Of all recipes only auto forecasts words: credence run auto ${file} --target ${quoted(target)}`,
    'target',
  )
}

/** Refuses to go on where the same columns come in another order: rows are compared with those that were learnt. */
export function expectOrder(now: readonly string[], before: readonly string[], file: string): void {
  const isSame = now.every((name, i) => name === before[i])
  if (isSame || now.length !== before.length || !now.every((name) => before.includes(name))) return
  const listed = before.map((name) => JSON.stringify(name)).join(', ')
  throw new UserError(
    `the columns of ${file} are in another order than those that the saved run has learnt from: ${listed}. Put them into this order`,
  )
}

/** What to do where the target holds no classes: it may have been taken because it is the last column of numbers. */
export function aboutClasses(target: string, { allNames, names }: Table, file: string): string {
  const words = allNames.filter((name) => !names.includes(name)).pop()
  const choose = `The target is ${JSON.stringify(target)}; choose the column of classes with --target`
  if (words === undefined) return choose
  return `${choose}. ${JSON.stringify(words)} holds words, and of all recipes only auto forecasts words: credence run auto ${file} --target ${quoted(words)}`
}

/** Refuses to calibrate forecasts that are not there. @returns the columns that the recipe names */
export function expectGiven(
  recipe: Recipe,
  named: readonly string[],
  names: readonly string[],
  file: string,
): readonly string[] {
  if (recipe.task !== 'conformal') return named
  const missing = forecastColumns(recipe).find((name) => !names.includes(name))
  if (missing !== undefined)
    throw new UserError(
      `the recipe needs forecasts that you already have, in a column of the file, and there is no column ${JSON.stringify(missing)}. The columns are ${names.join(', ')}. If one of them holds forecasts, name it with --forecast. If you have no forecasts, use credence run ${file}`,
      'forecast',
    )
  const other = named.find((name) => !names.includes(name))
  if (other === undefined) return named
  throw noColumn(other, names, other === recipe.target ? 'target' : 'widthBy')
}

/** Reads the file once beforehand, if the plan needs to know it whole. */
export async function gatherFacts(
  { needs, features }: RowPlan,
  input: Input,
  reading: OpenOptions,
): Promise<Facts> {
  if (!needs.rows && !needs.statistics) return {}
  if (!input.again) {
    throw new UserError(
      needs.statistics
        ? `${input.name} passes only once: a preparation by the whole file needs a file`
        : `${input.name} passes only once: give the recipe a horizon`,
    )
  }
  // Rows that are passed over are counted by the run itself.
  const onBadRow = reading.onBadRow && (() => {})
  const table = await input.open({ ...reading, onBadRow, ...(needs.statistics ? { columns: features } : {}) })
  const statistics = await columnStatistics(table)
  return { rows: statistics.rows, statistics }
}

import type { Facts, Recipe, RowPlan } from '@credence/recipe'
import type { ColumnKind, ColumnUse } from '@credence/report'
import { columnStatistics } from 'credence/stream'
import { UserError } from '../base/failure.ts'
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

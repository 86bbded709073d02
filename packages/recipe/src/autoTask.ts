import { ArgumentError, auto } from 'credence'
import type { Task } from 'credence/auto'
import { AUTO, autoFamilies, findTask } from 'credence/auto'
import * as z from 'zod'
import { AutoSession } from './autoSession.ts'
import { expectColumns, targetColumn } from './columns.ts'
import { kindField } from './fields.ts'
import { aboutOf } from './jsonSchema.ts'
import { build } from './ofKind.ts'
import type { Plan } from './plan.ts'

const { declared } = AUTO
const about = (name: keyof typeof declared): string => aboutOf('auto', name)

/** A learner that is told nothing: rows as they are, whatever their columns hold. */
export const autoRecipe = z.strictObject({
  task: z.literal('auto'),
  target: z.string().exactOptional().describe('column to predict; default: the last column'),
  features: z.array(z.string()).exactOptional().describe('columns; default: every other column'),
  as: z
    .enum(['regression', 'classification', 'series'])
    .exactOptional()
    .describe(`${about('task')} Default: found from the first rows`),
  time: z
    .string()
    .nullable()
    .exactOptional()
    .describe(`${about('time')} Default: found`),
  ahead: z.int().positive().default(declared.ahead.default).describe(about('ahead')),
  coverage: z.number().gt(0).lt(1).default(declared.coverage.default).describe(about('coverage')),
  memory: z.boolean().default(declared.memory.default).describe(about('memory')),
  experts: z
    .array(kindField('expert'))
    .min(1)
    .exactOptional()
    .describe(`${about('experts')} Default: those that credence run --explain prints`),
})

export type AutoRecipe = z.output<typeof autoRecipe>

/** @param names every column of the data */
export function planAuto(recipe: AutoRecipe, names: readonly string[]): Plan {
  const target = targetColumn(recipe.target, names, [], '')
  const others = names.filter((name) => name !== target)
  expectColumns('features', recipe.features ?? [], others, '')
  expectColumns('times', recipe.time ? [recipe.time] : [], others, '')
  const chosen = recipe.features ?? others
  const features = recipe.time && !chosen.includes(recipe.time) ? [recipe.time, ...chosen] : chosen
  return {
    columns: [],
    texts: [...features, target],
    features: [],
    needs: { rows: false, statistics: false },
    begin: ({ outcomes = [] }) => {
      if (recipe.as === undefined) expectNumbersOrClasses(target, outcomes)
      const learner = buildAuto(recipe, outcomes)
      const { task } = learner.state
      const { memory, ahead, experts = autoFamilies({ memory: memory && ahead === 1, ahead }) } = recipe
      const found = { ...(task && !recipe.as ? { as: task } : {}), target, features, experts }
      return new AutoSession(features, learner, { ...recipe, ...found }, outcomes)
    },
  }
}

/** Rows from which it can be told that words never come again. */
const ENOUGH = 20

/** Refuses words that hardly ever come again, such as amounts with a unit: as classes they would take hours. */
function expectNumbersOrClasses(target: string, outcomes: readonly string[]): void {
  const present = outcomes.filter((cell) => cell.trim() !== '')
  if (present.length < ENOUGH || findTask(outcomes) === 'regression') return
  const words = new Set(present)
  if (words.size <= present.length / 2) return
  throw new ArgumentError(
    `the target ${JSON.stringify(target)} holds neither numbers nor classes: its first ${present.length} cells are ${words.size} different words, as ${JSON.stringify(present[0])}; numbers have no unit, and words that are classes all the same need the task "classification"`,
  )
}

/** The learner that a recipe describes, for a target whose first cells are these. */
export function buildAuto(
  { as, time, ahead, coverage, memory, experts }: AutoRecipe,
  outcomes: readonly string[] = [],
): ReturnType<typeof auto> {
  const found: Task | undefined = as ?? (outcomes.length > 0 ? findTask(outcomes) : undefined)
  return auto({
    ...(found === undefined ? {} : { task: found }),
    ...(time === undefined ? {} : { time }),
    ahead,
    coverage,
    memory,
    ...(experts ? { experts: experts.map((expert) => build('expert', expert)) } : {}),
  })
}

import { ArgumentError, type AutoLearner, auto } from 'credence'
import type { Task } from 'credence/auto'
import { AUTO, autoFamilies, fewWholeNumbers, findTask, findTimes, isMissing, kindOf } from 'credence/auto'
import * as z from 'zod'
import { autoReader, autoRows, type OutcomesSeen } from './autoRows.ts'
import { expectColumns, targetColumn } from './columns.ts'
import { byField, kindField } from './fields.ts'
import { aboutOf } from './jsonSchema.ts'
import { build } from './ofKind.ts'
import type { Facts, RowPlan } from './plan.ts'
import { type RecordOptions, RowLearner, type RowModel } from './rowModel.ts'

const { declared } = AUTO
const about = (name: keyof typeof declared): string => aboutOf('auto', name)

/** A learner that is told nothing: rows as they are, whatever their columns hold. */
export const autoRecipe = z.strictObject({
  task: z.literal('auto'),
  target: z.string().exactOptional().describe('column to predict; default: the last column'),
  features: z.array(z.string()).exactOptional().describe('columns; default: every other column'),
  by: byField
    .nullable()
    .exactOptional()
    .describe(
      'columns that tell series apart, each of which has a learner of its own; null: one series; default: found where times repeat',
    ),
  alone: z
    .boolean()
    .exactOptional()
    .describe(
      'whether each series is learnt from its own rows alone; default: also from those of the others',
    ),
  as: z
    .enum(['regression', 'classification', 'series'])
    .exactOptional()
    .describe(`${about('task')} Default: found from the first rows`),
  time: z
    .union([z.string(), z.array(z.string()).min(2)])
    .nullable()
    .exactOptional()
    .describe(`${about('time')} Default: found`),
  dates: z
    .enum(['mdy', 'dmy'])
    .exactOptional()
    .describe(`${about('dates')} Default: found where it can be one only`),
  zone: z
    .string()
    .exactOptional()
    .describe(`${about('zone')} Default: UTC`),
  ahead: z.int().positive().default(declared.ahead.default).describe(about('ahead')),
  coverage: z.number().gt(0).lt(1).default(declared.coverage.default).describe(about('coverage')),
  memory: z.boolean().default(declared.memory.default).describe(about('memory')),
  range: z
    .tuple([z.number().nullable(), z.number().nullable()])
    .exactOptional()
    .describe(`${about('range')} null for an end that is not known`),
  experts: z
    .array(kindField('expert'))
    .min(1)
    .exactOptional()
    .describe(`${about('experts')} Default: those that credence run --explain prints`),
})

export type AutoRecipe = z.output<typeof autoRecipe>

/** @param names every column of the data */
export function planAuto(recipe: AutoRecipe, names: readonly string[]): RowPlan {
  const target = targetColumn(recipe.target, names, [], '')
  const others = names.filter((name) => name !== target)
  expectColumns('features', recipe.features ?? [], others, '')
  const times = [recipe.time ?? []].flat()
  expectColumns('times', times, others, '')
  const chosen = recipe.features ?? others
  const features = [...times.filter((name) => !chosen.includes(name)), ...chosen]
  const parts = (first: Facts['first'] = []): AutoParts => {
    const outcomes = first.map((row) => row.at(-1) ?? '')
    if (recipe.as === undefined) expectNumbersOrClasses(target, outcomes, recipe.target !== undefined)
    const told = { ...recipe, ...timesOf(recipe, features, first) }
    const numbers = recipe.as === undefined ? fewWholeNumbers(outcomes) : []
    return { told, learner: buildAuto(told, outcomes), seen: { target, outcomes, numbers } }
  }
  const modelOf = ({ learner, seen }: AutoParts, asked?: RecordOptions): RowModel =>
    autoRows(learner, seen, asked) as RowModel
  return {
    columns: [],
    texts: [...features, target],
    features: [],
    needs: { rows: false, statistics: false },
    model: ({ first }, asked) => modelOf(parts(first), asked),
    begin({ first }, asked) {
      const own = parts(first)
      return new RowLearner(modelOf(own, asked), autoReader(features, own.seen))
    },
    explain({ first }) {
      const { told, learner } = parts(first)
      const { task } = learner.state
      const { memory, ahead } = recipe
      const labels = task === 'classification'
      const { experts = autoFamilies({ memory: memory && ahead === 1, ahead, labels }) } = recipe
      return { ...told, ...(task && !recipe.as ? { as: task } : {}), target, features, experts }
    },
  }
}

/** What the first rows make of a recipe. */
interface AutoParts {
  /** The recipe, with what they show of times. */
  readonly told: AutoRecipe
  readonly learner: AutoLearner
  readonly seen: OutcomesSeen
}

/** What the first rows show of times, where the first row alone does not. */
function timesOf(
  { time, dates }: AutoRecipe,
  features: readonly string[],
  first: readonly (readonly string[])[],
): Pick<AutoRecipe, 'time' | 'dates'> {
  const wish = { time, dates }
  const found = findTimes(features, first, wish)
  const alone = findTimes(features, first.slice(0, 1), wish)
  if (JSON.stringify(found) === JSON.stringify(alone)) return {}
  if (!found) return { time: null }
  const { columns, form } = found
  const order = form === 'mdy' || form === 'dmy' ? { dates: form } : {}
  return { time: columns.length > 1 ? [...columns] : (columns[0] as string), ...order }
}

/** Rows from which it can be told that words never come again. */
const ENOUGH = 20
/** Share of numbers among words from which it cannot be told which of the two are slips. */
const MANY = 0.5

/** What spreadsheets show for 0, and people write where there is nothing. */
const DASH = /^\s*[-–—]\s*$/

/** Refuses words that hardly ever come again, such as amounts with a unit: as classes they would take hours. */
function expectNumbersOrClasses(target: string, outcomes: readonly string[], isNamed: boolean): void {
  const present = outcomes.filter((cell) => !isMissing(cell))
  if (present.length < ENOUGH || findTask(outcomes) === 'regression') return
  const words = new Set(present)
  if (words.size <= present.length / 2 && words.size <= ENOUGH) return
  const others = present.filter((cell) => kindOf(cell) !== 'number')
  const [odd] = others
  const numbers = present.length - others.length
  const shown = JSON.stringify(target)
  const named = isNamed
    ? `the target ${shown}`
    : `${shown}, taken as the target because it is the last column,`
  const refusal = (message: string): ArgumentError =>
    new ArgumentError(message, 'bad-outcome', { option: 'target' })
  if (odd !== undefined && numbers >= MANY * present.length) {
    const held = `${named} holds ${numbers} numbers and ${others.length} words in its first ${present.length} cells`
    throw refusal(
      others.every((cell) => DASH.test(cell))
        ? `${held}, all of them ${JSON.stringify(odd)}. If that means zero, write 0 instead; if it means that the value is not known, add --task regression`
        : `${held}, such as ${JSON.stringify(odd)}. If such words mean zero, write 0 instead. If they mean that the value is not known, add --task regression. If the numbers are names too, such as those of shops, add --task classification`,
    )
  }
  if (present.every((cell) => kindOf(cell) === 'time')) {
    throw refusal(`${named} holds times, which are not forecast. Choose another column with --target`)
  }
  if (words.size <= present.length / 2) return
  if (bySpaces(target, present[0] as string))
    throw refusal(
      `the file seems to have one column only, ${shown}. If spaces separate its cells, add --delimiter " "`,
    )
  const cell = odd ?? (present[0] as string)
  throw refusal(
    `${named} holds words that are almost all different, such as ${JSON.stringify(cell)}. ${adviceOn(cell)}; if these are categories, add --task classification`,
  )
}

/** € 1.234,50 */
const WITH_COMMA = /^[^\d.,]{0,4}\d{1,3}(?:\.\d{3})*,\d{1,2}[^\d.,]{0,4}$/

/** What to do with a target of such cells, which are no numbers as they are. */
function adviceOn(cell: string): string {
  if (WITH_COMMA.test(cell.trim())) return 'If these are numbers, add --decimal "," --thousands "."'
  const unit = unitIn(cell)
  return unit === undefined
    ? 'Choose another column with --target'
    : `If these are numbers, remove the unit ${JSON.stringify(unit)}`
}

/** What follows the number in a cell such as 10.00 kg. */
function unitIn(cell: string): string | undefined {
  return /^[+-]?\d[\d.,']*\s?([^\d\s]\D{0,11})$/.exec(cell.trim())?.[1]
}

/** Whether name and cell look like a whole line of cells with spaces between them. */
function bySpaces(name: string, cell: string): boolean {
  const parts = name.trim().split(' ').length
  return parts > 1 && cell.trim().split(' ').length === parts
}

/** The learner that a recipe describes, for a target whose first cells are these. */
export function buildAuto(
  { as, by, alone = false, time, dates, zone, ahead, coverage, memory, range, experts }: AutoRecipe,
  outcomes: readonly string[] = [],
): AutoLearner {
  const found: Task | undefined = as ?? (outcomes.length > 0 ? findTask(outcomes) : undefined)
  const options = {
    ...(found === undefined ? {} : { task: found }),
    ...(time === undefined ? {} : { time }),
    ...(dates === undefined ? {} : { dates }),
    ...(zone === undefined ? {} : { zone }),
    ahead,
    coverage,
    memory,
    ...(range ? { range: [range[0] ?? -Infinity, range[1] ?? Infinity] as const } : {}),
    ...(experts ? { experts: experts.map((expert) => build('expert', expert)) } : {}),
  }
  const columns = [by ?? []].flat()
  return columns.length > 0 && !alone ? auto({ ...options, by: columns }).one : auto(options)
}

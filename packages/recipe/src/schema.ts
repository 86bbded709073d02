import type { LevelOptions, WatchOptions } from 'credence/conformal'
import { AGGREGATE, CONFORMAL, EXTERNAL, LEVEL, record } from 'credence/kinds'
import type { Gives, Silent } from 'credence/panels'
import * as z from 'zod'
import { autoRecipe } from './autoTask.ts'
import { byField, kindField, optionField } from './fields.ts'
import { nounSchemas } from './jsonSchema.ts'
import type { OfKind } from './ofKind.ts'
import { presets } from './presets.ts'

/** How features become what the learner sees. */
const prepare = z.strictObject({
  scale: z
    .enum(['standardize', 'standardize-file', 'minmax-file', 'none'])
    .default('standardize')
    .describe('standardize: running, only the past; -file: by the whole file, read once beforehand'),
  intercept: z.boolean().default(true).describe('append a feature that is always 1'),
  reach: z
    .number()
    .positive()
    .nullable()
    .default(10)
    .describe(
      'running: deviations beyond which a cell counts as one at the edge, and a hundred times as many as the mean; null, as in the paper: none is too far',
    ),
  target: z
    .enum(['standardize', 'none'])
    .default('none')
    .describe('standardize: the learner sees y in units of its past spread, and answers in those of y'),
})

/** Coverage that experts aim at which are told none: that of the recipe, when they are built for it. */
export const ANY_COVERAGE = { coverage: 0.9 }

const LEVELS = {
  name: 'conformal',
  declared: {
    level: {
      value: record(LEVEL),
      about: 'How a level of the past scores is read, where experts move one.',
      absent: 'they move a threshold',
    },
  },
}

const column = z.string()
const loss = kindField('loss') as z.ZodType<unknown> as z.ZodType<LossRecipe>
const score = kindField('score') as z.ZodType<unknown> as z.ZodType<ScoreRecipe>
const meta = kindField('meta')
const mass = z.number().gt(0).lt(1)

export type LossRecipe = string | OfKind
export type ScoreRecipe = string

const shared = {
  target: column.exactOptional().describe('column to predict; default: the last column'),
  by: byField.exactOptional(),
  seed: optionField<number>(AGGREGATE, 'seed'),
}

/** What every aggregate takes beside its experts. */
const aggregate = {
  ...shared,
  prior: optionField<readonly number[] | undefined>(AGGREGATE, 'prior'),
  onFailure: optionField<'throw' | 'sleep' | 'restart'>(AGGREGATE, 'onFailure'),
  openRounds: optionField<number>(AGGREGATE, 'openRounds'),
  ledger: optionField<boolean>(AGGREGATE, 'ledger'),
  history: optionField<number>(AGGREGATE, 'history'),
  switches: optionField<number>(AGGREGATE, 'switches'),
  interval: mass.default(0.9).describe('mass of the prediction interval'),
}

const supervised = {
  ...aggregate,
  horizon: optionField<number | undefined>(AGGREGATE, 'horizon'),
  features: z.array(column).exactOptional().describe('columns; default: every other numeric column'),
  prepare: prepare.prefault({}),
  experts: z.array(kindField('expert')).min(1),
  score: score.default('mean'),
  meta: meta.default({ kind: 'fixed-share' }),
}

const regression = z.strictObject({
  task: z.literal('regression'),
  ...supervised,
  loss: loss.default('squared'),
})

const classification = z.strictObject({
  task: z.literal('classification'),
  ...supervised,
  loss: loss.default('hinge'),
})

/** Forecasts made elsewhere: columns in, one forecast out. */
const external = z.strictObject({
  kind: z.literal('external'),
  columns: z.array(column).min(1).describe('an empty cell puts that expert to sleep for the round'),
  awake: z.array(column).exactOptional().describe('columns of activations, 0 … 1, one per expert'),
  gives: optionField<Gives>(EXTERNAL, 'gives'),
  noise: optionField<number>(EXTERNAL, 'noise'),
  silent: optionField<Silent | undefined>(EXTERNAL, 'silent'),
})

const experts = z.strictObject({
  task: z.literal('experts'),
  ...aggregate,
  experts: z.tuple([external]),
  loss: loss.default('squared'),
  score: score.default('point'),
  meta: meta.default({ kind: 'boa' }),
})

const conformal = z.strictObject({
  task: z.literal('conformal'),
  ...shared,
  forecast: z
    .union([
      column,
      z.strictObject({ mean: column, scale: column }),
      z.strictObject({ lower: column, upper: column }),
    ])
    .default('forecast')
    .describe('a column of forecasts; with a column of scales; or a band of two quantiles'),
  features: z
    .array(column)
    .min(1)
    .exactOptional()
    .describe('columns of numbers that the width of intervals follows'),
  groups: z
    .array(column)
    .min(1)
    .exactOptional()
    .describe(
      'columns, of numbers or words, that part rows into groups, each covered as asked; of several, the groups overlap',
    ),
  coverage: optionField<number | readonly number[]>(CONFORMAL, 'coverage'),
  conformity: z
    .enum(['absolute', 'signed'])
    .exactOptional()
    .describe('signed: each side has its own threshold; default: what the method takes'),
  method: kindField('method')
    .exactOptional()
    .describe('a published method; a field beside it replaces its part'),
  experts: z.array(kindField('threshold', ANY_COVERAGE)).min(1).exactOptional(),
  meta: meta.exactOptional(),
  score: score.exactOptional(),
  prior: optionField<readonly number[] | undefined>(AGGREGATE, 'prior'),
  space: z
    .enum(['threshold', 'level'])
    .exactOptional()
    .describe('what the experts move: a threshold, or a level of the past scores'),
  memory: optionField<number | null>(LEVEL, 'memory').exactOptional(),
  level: optionField<LevelOptions>(LEVELS, 'level'),
  ends: z
    .enum(['together', 'apart'])
    .exactOptional()
    .describe('apart: lower and upper end have weights of their own'),
  scale: optionField<'running' | 'none' | undefined>(CONFORMAL, 'scale'),
  threshold: optionField<'mean' | 'randomised'>(CONFORMAL, 'threshold'),
  window: optionField<number>(CONFORMAL, 'window'),
  period: optionField<number | readonly number[] | undefined>(CONFORMAL, 'period'),
  diagnostics: optionField<boolean>(CONFORMAL, 'diagnostics'),
  unbiased: optionField<boolean>(CONFORMAL, 'unbiased'),
  alerts: optionField<WatchOptions | undefined>(CONFORMAL, 'alerts'),
})

export const recipeSchema = z.discriminatedUnion('task', [
  regression,
  classification,
  experts,
  conformal,
  autoRecipe,
])

/** A recipe, validated, with every default of its own filled in; kinds are as they were written. */
export type Recipe = z.output<typeof recipeSchema>
export type SupervisedRecipe = z.output<typeof regression> | z.output<typeof classification>
export type ExpertsRecipe = z.output<typeof experts>
export type ConformalRecipe = z.output<typeof conformal>
export type Prepare = z.output<typeof prepare>

/** How often the interval of a record shall cover: where several coverages were asked for, the first. */
export function coverageOf(recipe: Recipe): number {
  return 'coverage' in recipe ? ([recipe.coverage].flat()[0] as number) : recipe.interval
}

/** Rows between the last outcome that a forecast knows and its own. */
export function aheadOf(recipe: Recipe): number {
  return recipe.task === 'auto' ? recipe.ahead : 1
}

/** JSON Schema of a recipe, for editors. */
export function recipeJsonSchema(): object {
  const { oneOf, anyOf, ...rest } = z.toJSONSchema(recipeSchema, { io: 'input' }) as FrameSchema
  const tasks = (oneOf ?? anyOf ?? []).map((task) => ({
    ...task,
    properties: { $schema: { type: 'string' }, ...task.properties },
    // Left out, the task is regression.
    required:
      task.properties.task?.const === 'regression'
        ? task.required.filter((name) => name !== 'task')
        : task.required,
  }))
  const preset = {
    type: 'object',
    description: 'the settings of a preset; a field beside it replaces that whole field',
    properties: { $schema: { type: 'string' }, preset: { enum: Object.keys(presets) } },
    required: ['preset'],
  }
  // An editor knows a schema by its name: files called *.credence.json are recipes.
  const head = { $id: 'urn:credence:recipe', title: 'Credence recipe (*.credence.json)' }
  return { ...head, ...rest, anyOf: [preset, ...tasks], $defs: nounSchemas(Object.keys(ANY_COVERAGE)) }
}

interface FrameSchema {
  readonly oneOf?: readonly TaskSchema[]
  readonly anyOf?: readonly TaskSchema[]
}

interface TaskSchema {
  readonly properties: Readonly<Record<string, { readonly const?: unknown }>>
  readonly required: readonly string[]
}

import * as z from 'zod'
import { autoRecipe } from './autoTask.ts'
import { conformalExpert } from './conformalExperts.ts'
import { expert } from './experts/index.ts'
import { loss } from './losses.ts'
import { meta } from './meta.ts'
import { presets } from './presets.ts'

/** How features become what the learner sees. */
const prepare = z.strictObject({
  scale: z
    .enum(['standardize', 'standardize-file', 'minmax-file', 'none'])
    .default('standardize')
    .describe('standardize: running, only the past; -file: by the whole file, read once beforehand'),
  intercept: z.boolean().default(true).describe('append a feature that is always 1'),
})

const score = z.enum(['point', 'gradient', 'mean', 'annealed'])
const mass = z.number().gt(0).lt(1)
const column = z.string()

const shared = {
  target: column.exactOptional().describe('column to predict; default: the last column'),
  seed: z.int().nonnegative().default(0),
}

const supervised = {
  ...shared,
  horizon: z.int().positive().exactOptional().describe('number of rounds T; default: the rows of the file'),
  features: z.array(column).exactOptional().describe('columns; default: every other numeric column'),
  prepare: prepare.prefault({}),
  experts: z.array(expert).min(1),
  score: score.default('mean'),
  meta: meta.prefault({ kind: 'fixed-share' }),
  interval: mass.default(0.9).describe('mass of the prediction interval'),
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

/** Forecasts that somebody else made: columns in, one forecast out. */
const external = z.strictObject({
  kind: z.literal('external'),
  columns: z.array(column).min(1).describe('an empty cell puts that expert to sleep for the round'),
  awake: z.array(column).exactOptional().describe('columns of activations, 0 … 1, one per expert'),
  gives: z
    .union([z.enum(['point', 'mean-variance']), z.strictObject({ quantiles: z.array(mass).min(2) })])
    .exactOptional()
    .describe('what each expert gives; the columns are those of the first expert, then of the second, …'),
  noise: z.number().positive().exactOptional(),
  silent: z
    .strictObject({ mean: z.number(), variance: z.number().nonnegative().exactOptional() })
    .exactOptional(),
})

const experts = z.strictObject({
  task: z.literal('experts'),
  ...shared,
  experts: z.tuple([external]),
  loss: loss.default('squared'),
  score: score.default('point'),
  meta: meta.prefault({ kind: 'boa' }),
  prior: z.array(z.number().nonnegative()).exactOptional().describe('weights ω₁, in any unit'),
  interval: mass.default(0.9),
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
  coverage: mass.default(0.9),
  conformity: z
    .enum(['absolute', 'signed'])
    .default('absolute')
    .describe('signed: each side has its own threshold'),
  score: score.default('mean'),
  experts: z
    .array(conformalExpert)
    .min(1)
    .exactOptional()
    .describe('default: Bayes-DtACI with a running scale'),
  meta: meta.exactOptional(),
  space: z
    .enum(['threshold', 'level'])
    .default('threshold')
    .describe('what aci experts move: a threshold, or a level of the past scores'),
  memory: z.int().positive().nullable().default(null).describe('how many past scores a level looks back on'),
  ends: z
    .enum(['together', 'apart'])
    .default('together')
    .describe('apart: lower and upper end have weights of their own'),
  scale: z.enum(['running', 'none']).exactOptional().describe('divide scores by a running scale of the past'),
  threshold: z.enum(['mean', 'randomised']).default('mean'),
})

export const recipeSchema = z.discriminatedUnion('task', [
  regression,
  classification,
  experts,
  conformal,
  autoRecipe,
])

/** A recipe, validated, with every default filled in. */
export type Recipe = z.output<typeof recipeSchema>
export type SupervisedRecipe = z.output<typeof regression> | z.output<typeof classification>
export type ExpertsRecipe = z.output<typeof experts>
export type ConformalRecipe = z.output<typeof conformal>
export type Prepare = z.output<typeof prepare>

/** JSON Schema of a recipe, for editors. */
export function recipeJsonSchema(): object {
  const { oneOf, anyOf, ...rest } = z.toJSONSchema(recipeSchema, { io: 'input' }) as JsonSchema
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
  return { ...rest, anyOf: [preset, ...tasks] }
}

interface JsonSchema {
  readonly oneOf?: readonly TaskSchema[]
  readonly anyOf?: readonly TaskSchema[]
}

interface TaskSchema {
  readonly properties: Readonly<Record<string, { readonly const?: unknown }>>
  readonly required: readonly string[]
}

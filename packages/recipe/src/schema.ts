import * as z from 'zod'
import { expert } from './experts.ts'
import { loss } from './losses.ts'
import { meta } from './meta.ts'

/** How features become what the learner sees. */
const prepare = z.strictObject({
  scale: z
    .enum(['standardize', 'standardize-file', 'minmax-file', 'none'])
    .default('standardize')
    .describe('standardize: running, only the past; -file: by the whole file, read once beforehand'),
  intercept: z.boolean().default(true).describe('append a feature that is always 1'),
})

const shared = {
  target: z.string().exactOptional().describe('column to predict; default: the last column'),
  horizon: z.int().positive().exactOptional().describe('number of rounds T; default: the rows of the file'),
  seed: z.int().nonnegative().default(0),
}

const supervised = {
  ...shared,
  features: z.array(z.string()).exactOptional().describe('columns; default: every other numeric column'),
  prepare: prepare.prefault({}),
  experts: z.array(expert).min(1),
  score: z.enum(['point', 'gradient', 'mean', 'annealed']).default('mean'),
  meta: meta.prefault({ kind: 'fixed-share' }),
  interval: z.number().gt(0).lt(1).default(0.9).describe('mass of the prediction interval'),
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

export const recipeSchema = z.discriminatedUnion('task', [regression, classification])

/** A recipe, validated, with every default filled in. */
export type Recipe = z.output<typeof recipeSchema>
export type Prepare = z.output<typeof prepare>

/** JSON Schema of a recipe, for editors. */
export function recipeJsonSchema(): object {
  return z.toJSONSchema(recipeSchema, { io: 'input' })
}

import { also, anything, misfit, type StateShape } from 'credence/kinds'
import * as z from 'zod'
import type { RecordOptions } from './rowModel.ts'

const t = z.int().positive().describe('the row, counted from 1')
const y = z.number().nullable().describe('the outcome as the loss takes it; null where it never came')

const end = (side: string): z.ZodNullable<z.ZodNumber> =>
  z.number().nullable().describe(`${side} end of the interval, about y; null before the first outcome`)

/** By expert; only where they were asked for. */
const experts = z
  .strictObject({
    mean: z.array(z.number().nullable()).describe('null where an expert slept'),
    variance: z.array(z.number().nullable()).describe('of z, without noise'),
    loss: z.array(z.number()),
  })
  .describe('what each expert believed and lost, on request')

/** After the outcome; absent without one. */
const scored = {
  loss: z.number().exactOptional().describe("the learner's own loss, by its score"),
  weights: z
    .array(z.number())
    .exactOptional()
    .describe('of the experts, before the round’s update; on request'),
  experts: experts.exactOptional(),
}

const pointLoss = z
  .number()
  .exactOptional()
  .describe('the point loss of mean; for a log-density of a real y, (y − mean)²')

const regression = z.strictObject({
  t,
  y,
  mean: z.number().describe('Σω·u'),
  sd: z.number().nullable().describe('of y, noise included; null before the first outcome'),
  lower: end('lower'),
  upper: end('upper'),
  pointLoss,
  ...scored,
})

const classification = z.strictObject({
  t,
  y,
  mean: z.number().describe('Σω·u, a margin'),
  probability: z.number().describe('P(y = +1)'),
  label: z.number().describe('+1 or −1, whichever is likelier'),
  pointLoss,
  ...scored,
})

const reasons = z
  .record(z.string(), z.number())
  .exactOptional()
  .describe('how much of the forecast each column makes up, the largest first; on request, for some rows')

/** Also of `auto`, which says nothing before it knows an outcome. */
const numbers = regression.extend({
  mean: z.number().nullable().describe('Σω·u; of auto null before the first outcome is known'),
  median: z
    .number()
    .nullable()
    .exactOptional()
    .describe('of auto: as probable to be exceeded as not; null before the first outcome is known'),
  reasons,
})

/** Of `auto`, whose classes have names. */
const classes = z.strictObject({
  t,
  y: z.string().nullable().describe('the class; null where it never came'),
  label: z.string().nullable().describe('the likeliest class; null before any was seen'),
  probabilities: z.record(z.string(), z.number()).describe('P of each class that was seen'),
  set: z.array(z.string()).describe('the classes that hold the right one as often as asked, likeliest first'),
  pointLoss,
  loss: scored.loss,
  reasons,
})

const interval = z.strictObject({
  coverage: z.number(),
  lower: z.number(),
  upper: z.number(),
  covered: z.boolean().exactOptional(),
})

const conformal = z.strictObject({
  t,
  y,
  forecast: z.unknown().describe('the forecast that the interval is around, or its parts'),
  threshold: z.number().describe('Σωψ as it is, in units of the score: it may be negative'),
  lower: z.number(),
  upper: z.number(),
  intervals: z
    .array(interval)
    .exactOptional()
    .describe('one for each coverage, where several were asked for'),
  covered: z.boolean().exactOptional().describe('whether y lies in [lower, upper]'),
  alert: z.unknown().exactOptional().describe('something changed; only where alerts were asked for'),
  ...scored,
})

export type ExpertsRecord = z.output<typeof experts>
export type RegressionRecord = z.output<typeof regression>
export type ClassificationRecord = z.output<typeof classification>
export type ConformalRecord = z.output<typeof conformal>
/** Of `auto`, where outcomes are numbers: nothing is forecast before the first of them. */
export type NumberRecord = z.output<typeof numbers>
/** Of `auto`, where outcomes are classes. */
export type ClassRecord = z.output<typeof classes>
/** One line of output: what was forecast for a row, and once its outcome is known what that cost. */
export type RowRecord = NumberRecord | ClassificationRecord | ConformalRecord | ClassRecord

type InNumbers = NumberRecord | ClassificationRecord | ConformalRecord
type NameIn<Union> = Union extends unknown ? keyof Union : never
type ValueIn<Union, Name extends PropertyKey> = Union extends { [name in Name]?: infer Value } ? Value : never

/** A record of a task whose outcomes are numbers or ±1, for those who read fields by name: a field that it lacks is absent. */
export type NumericRecord = Pick<InNumbers, 't' | 'y'> & {
  readonly [Name in NameIn<InNumbers>]?: ValueIn<InNumbers, Name>
}

/** JSON Schema of a record, by task. Infinity and NaN, which JSON has no number for, are written as strings. */
export function recordJsonSchema(): object {
  const { anyOf, ...rest } = z.toJSONSchema(z.union([numbers, classification, conformal, classes]), {
    override({ jsonSchema }) {
      if (jsonSchema.type !== 'number') return
      const { type, ...about } = jsonSchema
      for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
      Object.assign(jsonSchema, about, { anyOf: [{ type }, { enum: ['Infinity', '-Infinity', 'NaN'] }] })
    },
  }) as { readonly anyOf: readonly object[] }
  const [first, second, third, fourth] = anyOf
  return {
    ...rest,
    anyOf: [
      { title: 'regression, experts, auto', ...first },
      { title: 'classification', ...second },
      { title: 'conformal', ...third },
      { title: 'auto, classes', ...fourth },
    ],
  }
}

/** What was asked of the experts of a round, to be put into its record. */
export function expertFields(
  weights: Float64Array,
  { mean, variance }: { readonly mean: Float64Array; readonly variance: Float64Array },
  losses: Float64Array,
  asked: RecordOptions,
): { weights?: number[]; experts?: ExpertsRecord } {
  return {
    ...(asked.weights ? { weights: Array.from(weights) } : {}),
    ...(asked.experts
      ? { experts: { mean: known(mean), variance: known(variance), loss: Array.from(losses) } }
      : {}),
  }
}

/** Beliefs by expert; null for one that sleeps and believes nothing. */
function known(values: Float64Array): (number | null)[] {
  return Array.from(values, (value) => (Number.isNaN(value) ? null : value))
}

/** The record of a row that waits for its outcome, in a save. */
export const RECORD: StateShape = also(anything, (record, path) => {
  const {
    t,
    y,
    mean = 0,
  } = (record ?? {}) as { readonly t?: unknown; readonly y?: unknown; readonly mean?: unknown }
  const fits =
    Number.isSafeInteger(t) && (t as number) > 0 && y === null && (mean === null || typeof mean === 'number')
  if (!fits) misfit(path, 'a record without an outcome', record)
})

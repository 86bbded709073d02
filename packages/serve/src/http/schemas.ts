import { z } from '@hono/zod-openapi'
import { parseDuration } from '../base/units.ts'
import { AHEAD } from '../learning/paths.ts'

/** Limits of what a request may hold. */
export const LIMITS = {
  keyLength: 512,
  idLength: 200,
  inputLength: 4096,
  eventBytes: 256 * 1024,
  batchBytes: 32 * 1024 * 1024,
  batchEvents: 10_000,
  writeSamples: 100_000,
  historyRows: 1_000_000,
  savedBytes: 4 * 1024 * 1024,
  models: 1000,
  dryRunRows: 20_000,
  watchers: 1000,
} as const

export const Problem = z
  .object({
    type: z.string(),
    status: z.int(),
    title: z.string(),
    detail: z.string().optional(),
    code: z.string().optional().openapi({ example: 'id-answered', description: 'why, for programs' }),
  })
  .openapi('Problem', { description: 'RFC 9457' })

export const modelName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,63}$/, 'must be 1 to 64 of a–z, 0–9, dot, underscore and hyphen')
  .openapi({ example: 'demand' })

/** No control characters, and no half of a surrogate pair: databases refuse them. */
const plainText = (longest: number) =>
  z
    .string()
    .min(1)
    .max(longest)
    .refine((text) => !/\p{Cc}/u.test(text) && isWellFormed(text), 'must be text without control characters')

export const keyName = plainText(LIMITS.keyLength).openapi({ example: 'store-17' })

/** A span such as 90d, 12h, 30m or 45s, as milliseconds. */
export const duration = z
  .string()
  .refine((text) => parseDuration(text) !== undefined, 'must be a span such as 90d, 12h, 30m or 45s')
  .transform((text) => parseDuration(text) as number)

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/
/** Seconds may be left out, as in `2026-11-15T14:00Z`. */
export const time = z
  .string()
  .refine((text) => TIME.test(text) && !Number.isNaN(Date.parse(text)), {
    error: 'must be a time such as 2026-11-15T14:00:00Z',
  })
  .openapi({ format: 'date-time' })

export const id = plainText(LIMITS.idLength).openapi({ example: '2026-11-15T14:00Z' })

const cell = z.union([z.number(), z.string().max(1000), z.boolean(), z.null()])

export const input = z
  .union(
    [
      z.number(),
      z.array(z.number().nullable()).max(LIMITS.inputLength),
      z
        .record(z.string().max(LIMITS.keyLength), cell)
        .refine((row) => Object.keys(row).length <= LIMITS.inputLength, 'has too many fields'),
    ],
    { error: 'must be a number, a list of numbers, or an object of cells' },
  )
  .openapi('Input', {
    description: 'What the forecast is made from: a number, the features in their order, or fields by name.',
  })

const ahead = z
  .int()
  .min(1)
  .max(AHEAD)
  .openapi({ description: 'The next outcomes instead, for models that are fed by outcomes alone.' })

export const PredictBody = z
  .strictObject({
    input: input.optional(),
    ahead: ahead.optional(),
    id: id.optional().openapi({ description: 'Keeps the forecast open until its outcome comes by this id.' }),
  })
  .refine((body) => (body.input === undefined) !== (body.ahead === undefined), {
    error: 'needs an input, or ahead: how many outcomes to forecast',
  })
  .openapi('Predict')

/** An outcome: a number; or a class, by its name, for recipes that forecast classes. */
export const outcome = z
  .union([z.number(), z.string().max(LIMITS.idLength), z.boolean()], {
    error: 'must be a number, or the name of a class',
  })
  .openapi('Outcome', { description: 'A number; or the name of a class, where classes are forecast.' })

export const LearnBody = z
  .strictObject({
    y: outcome,
    id: id.optional().openapi({ description: 'Of the open forecast that this is the outcome of.' }),
    input: input
      .optional()
      .openapi({ description: 'What the outcome belongs to, without a forecast before.' }),
  })
  .refine((body) => (body.id === undefined) !== (body.input === undefined), {
    error: 'needs y, and either the id of a forecast or an input',
  })
  .openapi('Learn')

export const ObserveBody = z
  .strictObject({
    y: z.number(),
    at: time.optional().openapi({ description: 'When; later than the last. Default: now.' }),
  })
  .openapi('Observe')

export const SkipBody = z.strictObject({ id }).openapi('Skip')

export const BatchLine = z
  .strictObject({
    model: modelName,
    key: keyName,
    op: z.enum(['predict', 'learn', 'skip', 'observe']),
    event: id.optional(),
    id: id.optional(),
    input: input.optional(),
    ahead: ahead.optional(),
    y: outcome.optional(),
    at: time.optional(),
  })
  .openapi('BatchLine')

export const Forecast = z
  .looseObject({
    id: z.string().optional(),
    version: z.int(),
    round: z.int(),
    mean: z.number().nullable().optional(),
    median: z.number().nullable().optional(),
    lower: z.number().nullable().optional(),
    upper: z.number().nullable().optional(),
    path: z
      .array(z.looseObject({ step: z.int(), mean: z.number() }))
      .optional()
      .openapi({ description: 'Where `ahead` was asked for: an interval for each step.' }),
  })
  .openapi('Forecast')

export const Round = z
  .looseObject({
    id: z.string().optional(),
    version: z.int(),
    round: z.int(),
    y: z.union([z.number(), z.string()]),
    mean: z.number().nullable(),
    loss: z.number().nullable().openapi({ description: 'Null where nothing had been forecast.' }),
    covered: z.boolean().nullable(),
    alerts: z.array(z.string()).optional(),
    shadows: z
      .array(z.looseObject({ version: z.int() }))
      .optional()
      .openapi({ description: 'What the versions in the shadow forecast for the same outcome.' }),
  })
  .openapi('Round')

export const Model = z
  .object({
    name: z.string(),
    live: z.int().openapi({ description: 'The version that answers.' }),
    shadows: z.array(z.int()).openapi({ description: 'Versions that learn beside it.' }),
    versions: z
      .array(z.object({ version: z.int(), recipe: z.unknown(), created: z.number() }))
      .openapi({ description: 'Those that answer or learn, and the last twenty there were.' }),
  })
  .openapi('Model')

export const KeyList = z
  .object({
    keys: z.array(z.object({ key: z.string(), events: z.int(), trouble: z.number() })),
    next: z.string().nullable().openapi({ description: 'What to give as `after` for the next page.' }),
  })
  .openapi('KeyList')

export const KeyView = z
  .looseObject({ model: z.string(), key: z.string(), seq: z.int(), rounds: z.int(), version: z.int() })
  .openapi('KeyView')

export const ColumnReasons = z
  .object({
    version: z.int(),
    round: z.int(),
    rows: z.int().openapi({ description: 'Rows that were explained.' }),
    columns: z
      .array(z.object({ column: z.string(), effect: z.number(), share: z.number() }))
      .openapi({ description: 'The mean size of the effect of each, and its share, the largest first.' }),
  })
  .openapi('ColumnReasons')

function isWellFormed(text: string): boolean {
  return !/[\ud800-\udfff]/u.test(text)
}

import { ArgumentError, conjugate, ngvi, oga, ogd, type Rule, sva, svb, svbFull } from 'credence'
import * as z from 'zod'
import { axis, learningRate, positive, schedules } from './axis.ts'

/** Kinds of experts: how each is written down, and the rule it becomes. Parameters are grid axes in this order. */

const interval = z.tuple([z.number(), z.number()])
const box = z.strictObject({ mean: interval.exactOptional(), deviation: interval.exactOptional() })

const rates = {
  scale: axis(positive).exactOptional(),
  learningRate: axis(learningRate).exactOptional(),
}

const linear = {
  ...rates,
  priorVariance: axis(positive).exactOptional(),
  noise: axis(positive).exactOptional(),
  box: box.exactOptional(),
}

const schemas = [
  z.strictObject({
    kind: z.literal('svb'),
    ...linear,
    covariance: z.enum(['diagonal', 'full']).default('diagonal'),
  }),
  z.strictObject({ kind: z.literal('sva'), ...linear }),
  z.strictObject({ kind: z.literal('oga'), ...linear }),
  z.strictObject({ kind: z.literal('ngvi'), ...linear, proximity: axis(positive).exactOptional() }),
  z.strictObject({
    kind: z.literal('ogd'),
    ...rates,
    noise: axis(positive).exactOptional(),
    box: z.strictObject({ mean: interval }).exactOptional(),
  }),
  z.strictObject({
    kind: z.literal('conjugate'),
    priorVariance: axis(positive).exactOptional(),
    temperature: axis(positive).exactOptional(),
    forgetting: axis(z.number().gt(0).max(1)).exactOptional(),
    noise: axis(positive).exactOptional(),
    priorMean: z.union([z.number(), z.array(z.number())]).exactOptional(),
  }),
] as const

export const expert = z.discriminatedUnion('kind', schemas)

type LearningRates = Parameters<typeof schedules>[0]

export type ExpertRecipe = z.output<typeof expert>

export function buildExpert(recipe: ExpertRecipe): Rule {
  switch (recipe.kind) {
    case 'svb': {
      const { kind: _, covariance, ...options } = recipe
      if (covariance === 'diagonal') return svb(linearOptions(options))
      const { scale, box: projection, learningRate: rate, ...rest } = options
      if (scale !== undefined || projection || rate === undefined) {
        throw new ArgumentError('svb with full covariance takes a learningRate, and neither scale nor box')
      }
      return svbFull({ ...rest, learningRate: schedules(rate) })
    }
    case 'conjugate': {
      const { kind: _, ...options } = recipe
      return conjugate(options)
    }
    case 'ogd': {
      const { kind: _, ...options } = recipe
      return ogd(linearOptions(options))
    }
    default: {
      const { kind, ...options } = recipe
      return { sva, oga, ngvi }[kind](linearOptions(options))
    }
  }
}

/** Options with learning rates as the library takes them. */
function linearOptions<T extends { learningRate?: LearningRates }>(
  options: T,
): Omit<T, 'learningRate'> & { learningRate?: ReturnType<typeof schedules> } {
  const { learningRate: rate, ...rest } = options
  return rate === undefined ? rest : { ...rest, learningRate: schedules(rate) }
}

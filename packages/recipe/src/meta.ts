import { ewa, fixedShare, type MetaLearner, type Rate, rollingRate } from 'credence'
import * as z from 'zod'
import { positive } from './axis.ts'

const rate = z.union([
  positive,
  z.strictObject({
    kind: z.literal('rolling'),
    window: z.int().positive().exactOptional(),
    start: positive.exactOptional(),
    numerator: z.enum(['log(IK)', 'dtaci']).exactOptional(),
    moment: z.enum(['second', 'squared-mean']).exactOptional(),
  }),
])

export const meta = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('fixed-share'),
    rate: rate.default(1),
    share: z.number().min(0).max(1).default(0),
  }),
  z.strictObject({ kind: z.literal('ewa'), rate: rate.default(1) }),
])

export type MetaRecipe = z.output<typeof meta>

export function buildMeta(recipe: MetaRecipe): MetaLearner {
  if (recipe.kind === 'ewa') return ewa({ rate: buildRate(recipe.rate) })
  return fixedShare({ rate: buildRate(recipe.rate), share: recipe.share })
}

function buildRate(recipe: z.output<typeof rate>): Rate {
  if (typeof recipe === 'number') return recipe
  const { kind: _, ...options } = recipe
  return rollingRate(options)
}

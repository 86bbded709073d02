import {
  boa,
  calibrated,
  ewa,
  fixedShare,
  followTheLeader,
  type MetaLearner,
  mlewa,
  mlpol,
  mlprod,
  type Rate,
  rollingRate,
  simplexOgd,
  variableShare,
} from 'credence'
import * as z from 'zod'
import { axis, positive } from './axis.ts'
import { buildKind, kind, type OfKind, schemaOf } from './kinds.ts'

const rate = z
  .union([
    positive,
    z.strictObject({
      kind: z.literal('rolling'),
      window: z.int().positive().exactOptional(),
      start: positive.exactOptional(),
      numerator: z.enum(['log(IK)', 'dtaci']).exactOptional(),
      moment: z.enum(['second', 'squared-mean']).exactOptional(),
    }),
  ])
  .default(1)

const share = z.number().min(0).max(1)
const range = positive
  .exactOptional()
  .describe('a known bound of |own − loss|: the rates are then those of the theorem')

const kinds = [
  kind('fixed-share', { rate, share: share.default(0) }, (options) =>
    fixedShare({ rate: rateOf(options.rate), share: options.share }),
  ),
  kind('ewa', { rate }, (options) => ewa({ rate: rateOf(options.rate) })),
  kind('variable-share', { rate, share: share.exactOptional(), range: positive.exactOptional() }, (options) =>
    variableShare({ ...options, rate: rateOf(options.rate) }),
  ),
  kind('boa', { form: z.enum(['second-order', 'doubling']).exactOptional(), range }, boa),
  kind('mlpol', { range }, mlpol),
  kind('mlprod', { range }, mlprod),
  kind('mlewa', {}, () => mlewa()),
  kind('simplex-ogd', { decay: z.number().nonnegative().exactOptional() }, simplexOgd),
  kind('follow-the-leader', {}, () => followTheLeader()),
  kind(
    'calibrated',
    { rate: axis(positive).exactOptional(), share: axis(share).exactOptional() },
    calibrated,
  ),
]

/** How scores become weights. */
export const meta: z.ZodType<OfKind> = schemaOf(kinds as Parameters<typeof schemaOf>[0])

export function buildMeta(recipe: OfKind): MetaLearner {
  return buildKind<MetaLearner>(kinds, recipe)
}

function rateOf(recipe: z.output<typeof rate>): Rate {
  if (typeof recipe === 'number') return recipe
  const { kind: _, ...options } = recipe
  return rollingRate(options)
}

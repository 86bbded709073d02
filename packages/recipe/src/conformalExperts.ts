import { aci, bayesAci, pid, type Rule, radiusAci, saocp, sfOgd } from 'credence'
import * as z from 'zod'
import { axis, positive } from './axis.ts'
import { buildKind, type Kind, kind, type OfKind, schemaOf } from './kinds.ts'

const start = axis(z.number()).exactOptional()

/** Experts that hold a threshold, and read no features. */
const kinds: readonly Kind<Rule>[] = [
  kind('bayes-aci', { learningRate: axis(positive), spread: axis(positive), start }, bayesAci),
  kind('aci', { learningRate: axis(positive), start }, aci),
  kind(
    'radius-aci',
    {
      learningRate: axis(positive),
      coverage: z.number().gt(0).lt(1).exactOptional().describe('default: that of the recipe'),
      space: z.enum(['level', 'threshold']).exactOptional(),
      memory: z.int().positive().nullable().exactOptional(),
    },
    ({ coverage = 0.9, ...options }) => radiusAci({ coverage, ...options }),
  ),
  kind('sf-ogd', { learningRate: axis(positive), start }, sfOgd),
  kind(
    'saocp',
    {
      scale: positive.describe('the largest score to expect'),
      lifetime: z.int().positive().exactOptional(),
      start: z.number().exactOptional(),
    },
    saocp,
  ),
  kind(
    'pid',
    {
      learningRate: positive.exactOptional(),
      window: z.int().positive().exactOptional(),
      integral: z.strictObject({ gain: positive, saturation: positive }).exactOptional(),
      start: z.number().exactOptional(),
    },
    pid,
  ),
]

export const conformalExpert: z.ZodType<OfKind> = schemaOf(kinds)

export function buildConformalExpert(recipe: OfKind): Rule {
  return buildKind(kinds, recipe)
}

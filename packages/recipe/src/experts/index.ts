import type { Rule } from 'credence'
import type * as z from 'zod'
import { buildKind, type OfKind, schemaOf } from '../kinds.ts'
import { baselineExperts } from './baselines.ts'
import { gpExperts } from './gp.ts'
import { linearExperts } from './linear.ts'

const kinds = [...linearExperts, ...gpExperts, ...baselineExperts]

/** An expert that learns from features. Parameters are grid axes in the order listed with each kind. */
export const expert: z.ZodType<OfKind> = schemaOf(kinds)

export function buildExpert(recipe: OfKind): Rule {
  return buildKind(kinds, recipe)
}

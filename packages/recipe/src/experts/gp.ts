import { gp, type Rule } from 'credence'
import * as z from 'zod'
import { axis, positive } from '../axis.ts'
import { type Kind, kind } from '../kinds.ts'

const nonNegative = z.number().nonnegative()

/** Gaussian-process regression. */
export const gpExperts: readonly Kind<Rule>[] = [
  kind(
    'gp',
    {
      inverseBandwidth: axis(positive),
      noise: axis(positive).describe('a standard deviation'),
      window: axis(z.int().positive().nullable()).exactOptional().describe('absent or null: all data'),
      amplitude: axis(positive).exactOptional().describe('a variance'),
      constant: axis(nonNegative).exactOptional().describe('a variance'),
      scales: z.union([z.array(nonNegative), z.array(z.array(nonNegative))]).exactOptional(),
    },
    gp,
  ),
]

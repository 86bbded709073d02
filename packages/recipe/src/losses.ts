import { absolute, hinge, type Loss, logDensity, logistic, pinball, squared } from 'credence'
import * as z from 'zod'

const plain = { squared, hinge, logistic, absolute, 'log-density': logDensity }

export const loss = z.union([
  z.enum(['squared', 'hinge', 'logistic', 'absolute', 'log-density']),
  z.strictObject({
    kind: z.literal('pinball'),
    level: z.number().gt(0).lt(1).describe('the quantile it targets'),
  }),
])

export type LossRecipe = z.output<typeof loss>

export function buildLoss(recipe: LossRecipe): Loss {
  return typeof recipe === 'string' ? plain[recipe] : pinball(recipe.level)
}

import { inverseSqrt, inverseSqrtHorizon, type ScalarOrSchedule } from 'credence'
import * as z from 'zod'

/** One value, or several that span an axis of the grid. */
export function axis<T extends z.ZodType>(value: T): z.ZodUnion<[T, z.ZodArray<T>]> {
  return z.union([value, z.array(value).min(1)])
}

export const positive: z.ZodNumber = z.number().positive()

/** A learning rate: a number, c/√t or c/√T. */
export const learningRate = z.union([
  positive,
  z.strictObject({ kind: z.enum(['inverse-sqrt', 'inverse-sqrt-horizon']), scale: positive }),
])

type LearningRate = z.output<typeof learningRate>

function schedule(rate: LearningRate): ScalarOrSchedule {
  if (typeof rate === 'number') return rate
  return rate.kind === 'inverse-sqrt' ? inverseSqrt(rate.scale) : inverseSqrtHorizon(rate.scale)
}

export function schedules(rates: LearningRate | LearningRate[]): ScalarOrSchedule | ScalarOrSchedule[] {
  return Array.isArray(rates) ? rates.map(schedule) : schedule(rates)
}

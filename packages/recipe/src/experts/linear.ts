import { ArgumentError, conjugate, ngvi, oga, ogd, type Rule, sva, svb, svbFull } from 'credence'
import * as z from 'zod'
import { axis, learningRate, positive, schedules } from '../axis.ts'
import { type Kind, kind } from '../kinds.ts'

const interval = z.tuple([z.number(), z.number()])

const rates = {
  scale: axis(positive).exactOptional(),
  learningRate: axis(learningRate).exactOptional(),
}

const linear = {
  ...rates,
  priorVariance: axis(positive).exactOptional(),
  noise: axis(positive).exactOptional(),
  box: z
    .strictObject({ mean: interval.exactOptional(), deviation: interval.exactOptional() })
    .exactOptional(),
}

/** Linear experts, z = xᵀθ. */
export const linearExperts: readonly Kind<Rule>[] = [
  kind(
    'svb',
    { ...linear, covariance: z.enum(['diagonal', 'full']).default('diagonal') },
    ({ covariance, ...options }) => {
      if (covariance === 'diagonal') return svb(scheduled(options))
      const { scale, box, learningRate: rate, ...rest } = options
      if (scale !== undefined || box || rate === undefined) {
        throw new ArgumentError('svb with full covariance takes a learningRate, and neither scale nor box')
      }
      return svbFull({ ...rest, learningRate: schedules(rate) })
    },
  ),
  kind('sva', linear, (options) => sva(scheduled(options))),
  kind('oga', linear, (options) => oga(scheduled(options))),
  kind('ngvi', { ...linear, proximity: axis(positive).exactOptional() }, (options) =>
    ngvi(scheduled(options)),
  ),
  kind(
    'ogd',
    { ...rates, noise: linear.noise, box: z.strictObject({ mean: interval }).exactOptional() },
    (options) => ogd(scheduled(options)),
  ),
  kind(
    'conjugate',
    {
      priorVariance: linear.priorVariance,
      temperature: axis(positive).exactOptional(),
      forgetting: axis(z.number().gt(0).max(1)).exactOptional(),
      noise: linear.noise,
      priorMean: z.union([z.number(), z.array(z.number())]).exactOptional(),
    },
    conjugate,
  ),
]

type LearningRates = Parameters<typeof schedules>[0]

/** Options with learning rates as the library takes them. */
function scheduled<T extends { learningRate?: LearningRates }>(
  options: T,
): Omit<T, 'learningRate'> & { learningRate?: ReturnType<typeof schedules> } {
  const { learningRate: rate, ...rest } = options
  return rate === undefined ? rest : { ...rest, learningRate: schedules(rate) }
}

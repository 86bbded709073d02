import { type Options, options } from '../../base/options.ts'
import { list, noun } from '../../base/values.ts'
import type { Covariance, Kernel } from './kernel.ts'

export interface ComposedOptions {
  /** The kernels it is made of, at least one. */
  readonly of: readonly Kernel[]
}

export function composedOptions(name: string): Options<ComposedOptions> {
  return options(name, {
    of: {
      value: list(noun<Kernel>('kernel', 'bind'), 'a list of kernels', 1),
    },
  })
}

/** A kernel whose values are those of others, put together pair by pair. */
export function composed(
  { name, read }: Options<ComposedOptions>,
  given: ComposedOptions,
  together: (a: number, b: number) => number,
): Kernel {
  const { of } = read(given)
  return Object.freeze({
    name: `${name}(${of.map((kernel) => kernel.name).join(', ')})`,
    bind(lengths: readonly number[]): Covariance {
      const [first, ...rest] = of.map((kernel) => kernel.bind(lengths))
      let row = new Float64Array(0)
      return {
        row(x, points, out, to) {
          const { count } = points
          if (row.length < count) row = new Float64Array(2 * count)
          first.row(x, points, out, to)
          for (const one of rest) {
            one.row(x, points, row, 0)
            for (let i = 0; i < count; i++) out[to + i] = together(out[to + i], row[i])
          }
        },
        prior: (x) => rest.reduce((value, one) => together(value, one.prior(x)), first.prior(x)),
      }
    },
  })
}

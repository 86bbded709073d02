import { type Options, options } from '../../base/options.ts'
import { refuse } from '../../base/show.ts'
import { list, numberFrom0, orNull, positiveNumber } from '../../base/values.ts'
import type { Covariance, Kernel } from './kernel.ts'

/** What every kernel that is not composed of others takes. */
export interface LeafOptions {
  /** Factor for the panel's inverse bandwidth. @default 1 */
  readonly inverseBandwidth?: number | undefined
  /** A factor for each feature, 0 for those it shall not see. @default null */
  readonly scales?: readonly number[] | null | undefined
  /** Factor for the panel's amplitude, a variance. @default 1 */
  readonly amplitude?: number | undefined
}

const declared = {
  inverseBandwidth: {
    value: positiveNumber,
    default: 1,
  },
  scales: {
    value: orNull(list(numberFrom0)),
    default: null,
  },
  amplitude: { value: positiveNumber, default: 1 },
} as const

/** The options of such a kernel, with those of its own. */
export function leafOptions<Given extends LeafOptions>(
  name: string,
  own: Omit<Options<Given>['declared'], keyof LeafOptions>,
): Options<Given> {
  return options<Given>(name, { ...own, ...declared } as unknown as Options<Given>['declared'])
}

/** c(x, x') = whole(Σⱼ lⱼ² part(xⱼ, x'ⱼ)). */
export interface Form {
  part(a: number, b: number): number
  whole(sum: number): number
}

/** A kernel of that form; features with lⱼ = 0 are not looked at. */
export function leaf<Given extends LeafOptions>(
  all: Options<Given>,
  given: Given,
  form: (filled: Given) => Form,
): Kernel {
  const filled = all.read(given) as unknown as Given
  const { inverseBandwidth = 1, scales = null, amplitude = 1 } = filled
  const { part, whole } = form(filled)
  return Object.freeze({
    name: nameOf(all, filled),
    bind(lengths: readonly number[]): Covariance {
      if (scales && scales.length !== lengths.length) {
        refuse(`scales of ${all.name}`, `${lengths.length} entries, one per feature`, scales)
      }
      const squares = Float64Array.from(lengths, (length, j) => {
        const l = length * inverseBandwidth * (scales?.[j] ?? 1)
        return l * l
      })
      return {
        // Feature by feature, as points lie in memory.
        row(x, { values, from, across, along, count }, out, to) {
          const end = to + count
          out.fill(0, to, end)
          for (let j = 0; j < squares.length; j++) {
            const [square, own] = [squares[j], x[j]]
            let p = from + j * across
            if (square === 0) continue
            // A call that several kernels make through one place is not inlined: wide rows would feel it.
            if (part === product)
              for (let i = to; i < end; i++, p += along) out[i] += square * (values[p] * own)
            else for (let i = to; i < end; i++, p += along) out[i] += square * part(values[p], own)
          }
          for (let i = to; i < end; i++) out[i] = amplitude * whole(out[i])
        },
        prior(x) {
          let sum = 0
          for (let j = 0; j < squares.length; j++) {
            if (squares[j] !== 0) sum += squares[j] * part(x[j], x[j])
          }
          return amplitude * whole(sum)
        },
      }
    },
  })
}

export function product(a: number, b: number): number {
  return a * b
}

/** (a − b)², whose sum is r². */
export function squaredDifference(a: number, b: number): number {
  return (a - b) * (a - b)
}

/** `periodic(period 24)`: the options that are not the defaults, in the order of the declaration. */
function nameOf<Given extends object>({ name, declared }: Options<Given>, filled: Given): string {
  const told = Object.entries(declared as Record<string, { readonly default?: unknown }>).flatMap(
    ([key, option]) => {
      const value = (filled as Record<string, unknown>)[key]
      return value === option.default ? [] : [`${key} ${Array.isArray(value) ? value.join(' ') : value}`]
    },
  )
  return told.length === 0 ? name : `${name}(${told.join(', ')})`
}

import { ArgumentError } from '../base/errors.ts'
import { number, type Value } from '../base/values.ts'
import { powerOfTwo } from './powers.ts'

const exponent: Value<number> = number('a whole number from -1074 to 1023', {
  whole: true,
  atLeast: -1074,
  atMost: 1023,
})

/** Powers of two from 2^from to 2^to: the paper's grid of bandwidths. */
export function dyadic(from: number, to: number): number[] {
  exponent.read('from', from)
  exponent.read('to', to)
  if (to < from) throw new ArgumentError(`to must be at least from, ${from}; received ${to}`)
  return Array.from({ length: to - from + 1 }, (_, i) => powerOfTwo(from + i))
}

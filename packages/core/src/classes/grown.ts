import { widened } from '../base/room.ts'

/** The same numbers, and zeros after them, where there are fewer than that. */
export function grown(numbers: Float64Array, length: number): Float64Array {
  return numbers.length < length ? widened(numbers, length) : numbers
}

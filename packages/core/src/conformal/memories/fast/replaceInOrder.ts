import { countBelow } from './quantiles.ts'

/** Below this a walk is faster than a bisection and a move of memory. */
const SHORT = 32

/** Puts `value` in the place of `old` in n numbers in order, or among them where `old` is Infinity. */
export function replaceInOrder(numbers: Float64Array, n: number, old: number, value: number): void {
  if (n > SHORT) replaceByBisection(numbers, n, old, value)
  else replaceByWalking(numbers, n, old, value)
}

function replaceByBisection(numbers: Float64Array, n: number, old: number, value: number): void {
  const from = old === Infinity ? n : countBelow(numbers, 0, n, old)
  const to = countBelow(numbers, 0, n, value)
  if (to > from) {
    numbers.copyWithin(from, from + 1, to)
    numbers[to - 1] = value
  } else {
    numbers.copyWithin(to + 1, to, from)
    numbers[to] = value
  }
}

function replaceByWalking(numbers: Float64Array, n: number, old: number, value: number): void {
  let i = n
  if (old !== Infinity) for (i = 0; numbers[i] !== old; ) i++
  const last = old === Infinity ? n : n - 1
  for (; i < last && numbers[i + 1] < value; i++) numbers[i] = numbers[i + 1]
  for (; i > 0 && numbers[i - 1] > value; i--) numbers[i] = numbers[i - 1]
  numbers[i] = value
}

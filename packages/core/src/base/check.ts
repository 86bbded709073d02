import { ArgumentError } from './errors.ts'
import { refuse } from './show.ts'
import { count, finiteNumber, fraction, numberFrom0, openFraction, positiveNumber } from './values.ts'

/** Checks of options, made once at construction: each names the option, the requirement and the value. */

export { refuseUnknown } from './options.ts'
export { show } from './show.ts'

export function finite(name: string, value: number): number {
  return finiteNumber.read(name, value)
}

export function positive(name: string, value: number): number {
  return positiveNumber.read(name, value)
}

export function nonNegative(name: string, value: number): number {
  return numberFrom0.read(name, value)
}

export function unit(name: string, value: number): number {
  return fraction.read(name, value)
}

export function openUnit(name: string, value: number): number {
  return openFraction.read(name, value)
}

export function positiveInteger(name: string, value: number): number {
  return count.read(name, value)
}

/** Weights ω₁: one non-negative number per expert, not all zero. They need not be normalised. */
export function weights(name: string, value: ArrayLike<number>, size: number): ArrayLike<number> {
  if (value.length !== size) {
    throw new ArgumentError(
      `${name} must have ${size} entries, one per expert; received ${value.length}`,
      'wrong-length',
    )
  }
  let largest = 0
  for (let k = 0; k < size; k++) largest = Math.max(largest, nonNegative(`${name}[${k}]`, value[k]))
  return largest > 0 ? value : refuse(name, 'not all zero', value)
}

/** What stands for a noun must have its methods. */
export function expectMethods(name: string, value: unknown, methods: readonly string[]): void {
  const found = value as Record<string, unknown> | null | undefined
  if (methods.every((method) => typeof found?.[method] === 'function')) return
  refuse(name, `an object with ${methods.join(', ')}`, value)
}

import { ArgumentError } from './errors.ts'

/** Checks of options, made once at construction: each names the option, the requirement and the value. */

function fail(name: string, requirement: string, value: unknown): never {
  throw new ArgumentError(`${name} must be ${requirement}; received ${show(value)}`)
}

/** A value as a person would write it, short enough for one line. */
export function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value)
  if (typeof value === 'function') return 'a function'
  if (value === null || typeof value !== 'object') return String(value)
  if (Array.isArray(value) || ArrayBuffer.isView(value))
    return `[${Array.from(value as ArrayLike<unknown>, show)
      .slice(0, 6)
      .join(', ')}]`
  return 'an object'
}

export function finite(name: string, value: number): number {
  return Number.isFinite(value) ? value : fail(name, 'a finite number', value)
}

export function positive(name: string, value: number): number {
  return Number.isFinite(value) && value > 0 ? value : fail(name, 'a positive number', value)
}

export function nonNegative(name: string, value: number): number {
  return Number.isFinite(value) && value >= 0 ? value : fail(name, 'a number not below 0', value)
}

export function unit(name: string, value: number): number {
  return value >= 0 && value <= 1 ? value : fail(name, 'in [0, 1]', value)
}

export function openUnit(name: string, value: number): number {
  return value > 0 && value < 1 ? value : fail(name, 'in (0, 1)', value)
}

export function positiveInteger(name: string, value: number): number {
  return Number.isSafeInteger(value) && value > 0 ? value : fail(name, 'a positive whole number', value)
}

/** An interval [lower, upper] with lower ≤ upper; the ends may be infinite. */
export function range(name: string, value: readonly [number, number]): readonly [number, number] {
  const [lower, upper] = value
  return lower <= upper ? value : fail(name, 'an interval [lower, upper]', value)
}

/** Weights ω₁: one non-negative number per expert, not all zero. They need not be normalised. */
export function weights(name: string, value: ArrayLike<number>, size: number): ArrayLike<number> {
  if (value.length !== size) {
    throw new ArgumentError(`${name} must have ${size} entries, one per expert; received ${value.length}`)
  }
  let largest = 0
  for (let k = 0; k < size; k++) largest = Math.max(largest, nonNegative(`${name}[${k}]`, value[k]))
  return largest > 0 ? value : fail(name, 'not all zero', value)
}

/** A misspelt option would be silently ignored. */
export function refuseUnknown<Options extends object>(
  what: string,
  options: Options,
  known: readonly NoInfer<keyof Options & string>[],
): void {
  if (typeof options !== 'object' || options === null) {
    throw new ArgumentError(`${what} takes an object of options; received ${show(options)}`)
  }
  const names: readonly string[] = known
  for (const name of Object.keys(options)) {
    if (!names.includes(name)) {
      throw new ArgumentError(`${what} has no option ${show(name)}; there are ${known.join(', ')}`)
    }
  }
}

/** What stands for a noun must have its methods. */
export function expectMethods(name: string, value: unknown, methods: readonly string[]): void {
  const found = value as Record<string, unknown> | null | undefined
  if (methods.every((method) => typeof found?.[method] === 'function')) return
  fail(name, `an object with ${methods.join(', ')}`, value)
}

export function oneOf(name: string, value: string, choices: readonly string[]): void {
  if (!choices.includes(value)) {
    throw new ArgumentError(`${name} must be one of ${choices.map(show).join(', ')}; received ${show(value)}`)
  }
}

import type { AnyOptions, Filled, Options } from './options.ts'
import { refuse, show } from './show.ts'

/** What an option may be: a check that names what it wants, and a shape from which a schema can be made. */
export interface Value<T = unknown> {
  /** What a refusal says after «must be». */
  readonly requirement: string
  readonly shape: Shape
  /** Whether a value is of this sort, be it in range or not: which of several checks shall speak. */
  resembles(value: unknown): boolean
  /** The value, with the defaults of its own options; or an ArgumentError. */
  read(name: string, value: unknown): T
}

/** A value's sort and bounds as data. What has `code` can only be given in code, not written down. */
export type Shape =
  | NumberShape
  | { readonly type: 'boolean' | 'text' | 'null' | 'interval' | 'code' }
  | { readonly type: 'choice'; readonly of: readonly string[] }
  | { readonly type: 'list'; readonly of: Value; readonly least: number }
  | { readonly type: 'record'; readonly options: AnyOptions }
  | { readonly type: 'either'; readonly of: readonly Value[] }
  /** One of several kinds with options of their own: a rate, a schedule, a loss. */
  | { readonly type: 'noun'; readonly noun: string }

export interface NumberShape {
  readonly type: 'number'
  readonly whole?: boolean
  readonly above?: number
  readonly atLeast?: number
  readonly below?: number
  readonly atMost?: number
  /** Whether ±Infinity within the bounds is allowed. */
  readonly infinite?: boolean
}

function value<T>(
  requirement: string,
  shape: Shape,
  resembles: (value: unknown) => boolean,
  accepts: (value: unknown) => boolean = resembles,
): Value<T> {
  return Object.freeze({
    requirement,
    shape,
    resembles,
    read: (name: string, given: unknown) =>
      accepts(given) ? (given as T) : refuse(name, requirement, given),
  })
}

const isObject = (given: unknown): boolean =>
  typeof given === 'object' && given !== null && !Array.isArray(given)
const isNumber = (given: unknown): boolean => typeof given === 'number'

export function number(requirement: string, bounds: Omit<NumberShape, 'type'> = {}): Value<number> {
  const { whole, above, atLeast = -Infinity, below, atMost = Infinity, infinite } = bounds
  const accepts = (given: unknown): boolean => {
    const sort = whole ? Number.isSafeInteger(given) : infinite ? isNumber(given) : Number.isFinite(given)
    const n = given as number
    return sort && n >= atLeast && n <= atMost && !(n <= (above as number)) && !(n >= (below as number))
  }
  return value(requirement, { type: 'number', ...bounds }, isNumber, accepts)
}

export const finiteNumber: Value<number> = number('a finite number')
export const positiveNumber: Value<number> = number('a positive number', { above: 0 })
export const numberFrom0: Value<number> = number('a number not below 0', { atLeast: 0 })
export const fraction: Value<number> = number('in [0, 1]', { atLeast: 0, atMost: 1 })
export const openFraction: Value<number> = number('in (0, 1)', { above: 0, below: 1 })
export const count: Value<number> = number('a positive whole number', { whole: true, above: 0 })
export const countFrom0: Value<number> = number('a whole number not below 0', { whole: true, atLeast: 0 })

/**
 * How many of something for which room is made at once. More is a mistake, and would take gigabytes before anything
 * could say so.
 */
export function countUpTo(most: number, least: Value<number> = count): Value<number> {
  return Object.freeze({
    ...least,
    shape: { ...(least.shape as NumberShape), atMost: most },
    read: (name: string, given: unknown) =>
      least.read(name, given) > most ? refuse(name, `at most ${most}`, given) : (given as number),
  })
}

/** Rounds of which some numbers are kept. */
export const keptRounds: Value<number> = countUpTo(1_000_000)
/** Learners, or whatever else has a state of its own. */
export const members: Value<number> = countUpTo(10_000)

export const flag: Value<boolean> = value(
  'true or false',
  { type: 'boolean' },
  (given) => typeof given === 'boolean',
)
export const text: Value<string> = value('a text', { type: 'text' }, (given) => typeof given === 'string')
export const nothing: Value<null> = value('null', { type: 'null' }, (given) => given === null)

/** Ends with lower ≤ upper; they may be infinite. */
export const interval: Value<readonly [number, number]> = value(
  'an interval [lower, upper]',
  { type: 'interval' },
  Array.isArray,
  (given) => (given as unknown[]).length === 2 && (given as number[])[0] <= (given as number[])[1],
)

/** A function of the round t = 1, 2, … */
export const ofRound: Value<(round: number) => number> = value(
  'a function of the round',
  { type: 'code' },
  (given) => typeof given === 'function',
)

export function choice<T extends string>(...of: readonly T[]): Value<T> {
  const isChoice = (given: unknown): boolean => of.includes(given as T)
  const isText = (given: unknown): boolean => typeof given === 'string'
  return value(`one of ${of.map(show).join(', ')}`, { type: 'choice', of }, isText, isChoice)
}

export function list<T>(of: Value<T>, requirement: string = 'a list', least = 0): Value<readonly T[]> {
  const isList = (given: unknown): given is unknown[] => Array.isArray(given)
  return {
    requirement,
    shape: { type: 'list', of, least },
    resembles: (given) => isList(given) && given.every((entry) => of.resembles(entry)),
    read(name, given) {
      if (!isList(given) || given.length < least) return refuse(name, requirement, given)
      return given.map((entry, i) => of.read(`${name}[${i}]`, entry))
    },
  }
}

/** An array or typed array of numbers, checked one by one where its length is known. */
export const numbers: Value<ArrayLike<number>> = value(
  'numbers',
  { type: 'list', of: numberFrom0, least: 1 },
  (given) => Array.isArray(given) || ArrayBuffer.isView(given),
)

/** The first of the values that resembles what was given speaks for all. */
export function either<T>(requirement: string, ...of: readonly Value<T>[]): Value<T> {
  return {
    requirement,
    shape: { type: 'either', of },
    resembles: (given) => of.some((one) => one.resembles(given)),
    read(name, given) {
      const found = of.find((one) => one.resembles(given))
      return found ? found.read(name, given) : refuse(name, requirement, given)
    },
  }
}

export function orNull<T>(of: Value<T>): Value<T | null> {
  return either<T | null>(`${of.requirement} or null`, of, nothing)
}

/** Options inside an option: `box: { mean, deviation }`. */
export function record<Given extends object, Absent extends keyof Given = never>(
  options: Options<Given, Absent>,
): Value<Filled<Given, Absent>> {
  return {
    requirement: 'an object of options',
    shape: { type: 'record', options: options as unknown as AnyOptions },
    resembles: isObject,
    read: (name, given) => options.read(given as Given, name),
  }
}

/** An object with methods, which a recipe writes down as one of the noun's kinds. */
export function noun<T>(name: string, ...methods: readonly string[]): Value<T> {
  // Every function has a `bind`: `svb` instead of `svb()` is a mistake that must be told.
  const accepts = (given: unknown): boolean =>
    isObject(given) &&
    methods.every((method) => typeof (given as Record<string, unknown>)[method] === 'function')
  return value(`an object with ${methods.join(', ')}`, { type: 'noun', noun: name }, isObject, accepts)
}

/** The same, where having methods is not what counts: `check` throws at what it is not. */
export function nounBy<T>(
  name: string,
  requirement: string,
  check: (given: unknown) => void = () => {},
): Value<T> {
  return {
    requirement,
    shape: { type: 'noun', noun: name },
    resembles: isObject,
    read(_name, given) {
      check(given)
      return given as T
    },
  }
}

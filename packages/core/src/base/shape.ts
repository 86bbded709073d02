import { expectLength, expectShape, expectWhole, kindOf, misfit, type ShapeOptions } from './save/shape.ts'

/**
 * The shape of a state, declared once. Called, it makes a fresh state: a shape is the `init` of a panel or a model.
 *
 *     export interface RingState {
 *       readonly y: Float64Array
 *       size: number
 *       /** Where the coming one goes. *\/
 *       next: number
 *     }
 *     const ring = (window: number): StateShape<RingState> =>
 *       shape({ y: floats(window), size: whole(0, window), next: whole(0, window - 1) })
 *
 * The type system holds both to the same names and kinds. From the declaration follow the fresh state, the check of a
 * state that was read, and the test that puts a wrong value in every place of a save.
 */
export interface StateShape<T = unknown> {
  (): T
  /**
   * Refuses what is not of this shape.
   *
   * @param path what the value is called in an error
   * @param record the record that the value is part of, for bounds that depend on it
   */
  check(value: unknown, path: string, record?: unknown): void
  /** Values that it refuses in the place of one that it accepts: what the test with hostile saves tries. */
  wrong(value: T, record?: unknown): readonly unknown[]
  /** What the value is made of. */
  parts(value: T, record?: unknown): readonly Part[]
}

export type Part = readonly [name: string | number, shape: StateShape]

/** A bound or a length: a number, or one that depends on the record, of which earlier fields are checked already. */
export type Bound<Whole = never> = number | ((record: Whole) => number)

/** The kinds of array that a state may hold, by what they are filled with. */
type Numbers = Float64Array | Int32Array | Uint32Array | Uint16Array | Uint8Array

const NONE: readonly Part[] = []

function define<T>(
  fresh: () => T,
  check: StateShape<T>['check'],
  wrong: StateShape<T>['wrong'],
  parts: StateShape<T>['parts'] = () => NONE,
): StateShape<T> {
  return Object.assign(() => fresh(), { check, wrong, parts })
}

const at = (bound: Bound, record: unknown): number =>
  typeof bound === 'number' ? bound : bound(record as never)

/** A whole number within bounds, such as a count or a place in a ring. */
export function whole<Whole = never>(
  least: Bound<Whole>,
  most: Bound<Whole> = Number.MAX_SAFE_INTEGER,
  fresh: number = typeof least === 'number' ? least : 0,
): StateShape<number> {
  const range = (record: unknown): [number, number] => [at(least as Bound, record), at(most as Bound, record)]
  return define(
    () => fresh,
    (value, path, record) => void expectWhole(path, value, ...range(record)),
    (_value, record) => {
      const [low, high] = range(record)
      return [null, '1', Number.NaN, low + 0.5, low - 1, high + 1, Infinity]
    },
  )
}

/** How many: of rounds, of outcomes. */
export const counter: StateShape<number> = /* @__PURE__ */ whole(0)

/** Any number, NaN and ±∞ among them. */
export const real = (fresh = 0): StateShape<number> => kind<number>(fresh, ['1', null, []])
/** A number from `least` to `most`; never NaN. */
export function between(least: number, most: number, fresh: number = least): StateShape<number> {
  return define(
    () => fresh,
    (value, path) => {
      const fits = typeof value === 'number' && value >= least && value <= most
      if (!fits) misfit(path, `a number from ${least} to ${most}`, value)
    },
    () => [
      null,
      '1',
      Number.NaN,
      ...(least > -Infinity ? [-Infinity] : []),
      ...(most < Infinity ? [Infinity] : []),
    ],
  )
}

export const bool: StateShape<boolean> = /* @__PURE__ */ kind<boolean>(false, [0, null, 'true'])
export const string: StateShape<string> = /* @__PURE__ */ kind<string>('', [0, null, ['']])
export const nil: StateShape<null> = /* @__PURE__ */ kind(null, [0, '', {}])
/** Plain data that only its owner can judge. */
export const anything: StateShape<unknown> = /* @__PURE__ */ define<unknown>(
  () => null,
  () => {},
  () => [],
)

function kind<T>(fresh: T, wrong: readonly unknown[]): StateShape<T> {
  return define(
    () => fresh,
    (value, path) => expectShape(value, fresh, path),
    () => wrong,
  )
}

export function oneOf<T extends string>(...of: readonly T[]): StateShape<T> {
  return define(
    () => of[0],
    (value, path) => {
      if (!of.includes(value as T)) misfit(path, `one of ${of.join(', ')}`, value)
    },
    () => [null, '', of],
  )
}

/** A cell of a row as it is remembered. */
export const cell: StateShape<number | string | boolean | null> = /* @__PURE__ */ define<
  number | string | boolean | null
>(
  () => null,
  (value, path) => {
    if (value !== null && !['number', 'string', 'boolean'].includes(typeof value))
      misfit(path, 'a number, a text, true, false or null', value)
  },
  () => [[], {}],
)

/** A number that is neither NaN nor infinite. */
export const finite: StateShape<number> = /* @__PURE__ */ between(-Number.MAX_VALUE, Number.MAX_VALUE, 0)

/** Numbers of this count; of any count where none is given. */
export const floats = <Whole = never>(length?: Bound<Whole>, fresh = 0): StateShape<Float64Array> =>
  numbers(Float64Array, length, fresh)
/** Floats of which each is a finite number: for states in which another would make every later forecast NaN. */
export const finites = <Whole = never>(length?: Bound<Whole>, fresh = 0): StateShape<Float64Array> => {
  const of: StateShape<Float64Array> = also(floats(length, fresh), (value, path) => {
    const place = value.findIndex((each) => !Number.isFinite(each))
    if (place >= 0) misfit(`${path}[${place}]`, 'a finite number', value[place])
  })
  const spoilt = (value: Float64Array): Float64Array[] =>
    value.length === 0
      ? []
      : [Number.NaN, Infinity].map((by) => value.map((each, i) => (i === 0 ? by : each)))
  return define(of, of.check, (value, record) => [...of.wrong(value, record), ...spoilt(value)], of.parts)
}
export const ints = <Whole = never>(length?: Bound<Whole>, fresh = 0): StateShape<Int32Array> =>
  numbers(Int32Array, length, fresh)
export const bytes = <Whole = never>(length?: Bound<Whole>): StateShape<Uint8Array> =>
  numbers(Uint8Array, length)
export const shorts = <Whole = never>(length?: Bound<Whole>): StateShape<Uint16Array> =>
  numbers(Uint16Array, length)

export const words = <Whole = never>(length?: Bound<Whole>): StateShape<Uint32Array> =>
  numbers(Uint32Array, length)

function numbers<A extends Numbers, Whole>(
  Kind: new (length: number) => A,
  length: Bound<Whole> | undefined,
  fresh = 0,
): StateShape<A> {
  const bound = length as Bound | undefined
  return define(
    () => new Kind(typeof bound === 'number' ? bound : 0).fill(fresh) as A,
    (value, path, record) => {
      expectShape(value, new Kind(0), path, { grows: true })
      if (bound !== undefined) expectLength(path, value as A, at(bound, record))
    },
    (value) => [
      null,
      Array.from(value),
      Kind === (Int32Array as unknown) ? new Float64Array(value.length) : new Int32Array(value.length),
      ...(bound === undefined ? [] : [new Kind(value.length + 1)]),
    ],
  )
}

/** Four words of a random stream, of which not all are 0: such a one never changes, and a search in it would not end. */
export function randomStream(fresh: () => Uint32Array): StateShape<Uint32Array> {
  const four = from(words(4), fresh)
  return also(four, (value, path) => {
    if (value.every((word) => word === 0)) misfit(path, 'a random stream', value)
  })
}

/** A list whose entries are all of one shape: of this many, or of any number. It begins with as many as it must have. */
export function listOf<T, Whole = never>(of: StateShape<T>, length?: Bound<Whole>): StateShape<T[]> {
  const bound = length as Bound | undefined
  return define<T[]>(
    () => Array.from({ length: typeof bound === 'number' ? bound : 0 }, () => of()),
    (value, path, record) => {
      if (!Array.isArray(value)) misfit(path, 'a list', value)
      if (bound !== undefined) expectLength(path, value, at(bound, record))
      value.forEach((item, i) => {
        of.check(item, `${path}[${i}]`, record)
      })
    },
    (value) => [null, 0, {}, ...(bound === undefined ? [] : [[...value, of()]])],
    (value) => value.map((_, i) => [i, of]),
  )
}

/** A list that is not longer than this. */
export function upTo<T>(most: number, of: StateShape<T[]>): StateShape<T[]> {
  return also(of, (list, path) => void expectWhole(`the length of ${path}`, list.length, 0, most))
}

/** Texts, each once. */
export const names: StateShape<string[]> = /* @__PURE__ */ also(listOf(string), (texts, path) => {
  if (new Set(texts).size < texts.length) misfit(path, 'different texts', texts)
})

/** A list with a shape for each place. */
export function tupleOf<T = unknown>(of: readonly StateShape<T>[]): StateShape<T[]> {
  return define<T[]>(
    () => of.map((one) => one()),
    (value, path, record) => {
      if (!Array.isArray(value)) misfit(path, 'a list', value)
      expectLength(path, value, of.length)
      of.forEach((one, i) => {
        one.check(value[i], `${path}[${i}]`, record)
      })
    },
    (value) => [null, 0, {}, [...value, null]],
    () => of.map((one, i) => [i, one]),
  )
}

/** Null, at first, or of a shape. */
export function nullable<T>(of: StateShape<T>): StateShape<T | null> {
  return define<T | null>(
    () => null,
    (value, path, record) => {
      if (value !== null) of.check(value, path, record)
    },
    (value, record) => (value === null ? [true] : of.wrong(value, record).filter((one) => one !== null)),
    (value, record) => (value === null ? NONE : of.parts(value, record)),
  )
}

/** A record, field by field in this order: bounds may depend on the fields before. */
export function shape<T extends object>(
  fields: {
    readonly [Name in keyof T]: StateShape<T[Name]>
  },
): StateShape<T> {
  const all = Object.entries(fields) as readonly [string, StateShape][]
  return define<T>(
    () => {
      const fresh: Record<string, unknown> = {}
      for (const [name, field] of all) fresh[name] = field()
      return fresh as T
    },
    (value, path) => {
      if (kindOf(value) !== 'an object') misfit(path || 'the save', 'an object', value)
      const record = value as Readonly<Record<string, unknown>>
      const stray = Object.keys(record).find((name) => !Object.hasOwn(fields, name))
      if (stray !== undefined) misfit(pathTo(path, stray), 'absent', record[stray])
      for (const [name, field] of all) field.check(record[name], pathTo(path, name), record)
    },
    (value) => [null, 0, [], { ...value, stray: 0 }],
    () => all,
  )
}

const pathTo = (path: string, name: string): string => (path ? `${path}.${name}` : name)

/** A shape that depends on the value, which `resolve` looks at, and on the record that it is part of. */
export function shapeBy<T, Whole = unknown>(
  resolve: (value: unknown, path: string, record: Whole) => StateShape<T>,
  fresh: () => T,
): StateShape<T> {
  const of = (value: unknown, path: string, record: unknown): StateShape<T> =>
    resolve(value, path, record as Whole)
  return define(
    fresh,
    (value, path, record) => of(value, path, record).check(value, path, record),
    (value, record) => of(value, 'value', record).wrong(value, record),
    (value, record) => of(value, 'value', record).parts(value, record),
  )
}

/** The same names, kinds and lengths as a fresh one, whatever the numbers. */
export function likeFresh<T>(fresh: () => T, options: ShapeOptions = {}): StateShape<T> {
  return define(
    fresh,
    (value, path) => expectShape(value, fresh(), path, options),
    () => [typeof fresh() === 'string' ? 0 : ''],
  )
}

/** What lengths and bounds cannot say, checked last. */
export function also<T>(
  of: StateShape<T>,
  check: (value: T, path: string, record: unknown) => void,
): StateShape<T> {
  return define<T>(
    of,
    (value, path, record) => {
      of.check(value, path, record)
      check(value as T, path, record)
    },
    of.wrong,
    of.parts,
  )
}

/** The shape, of states that begin otherwise. */
export function from<T>(of: StateShape<T>, fresh: () => T): StateShape<T> {
  return define(fresh, of.check, of.wrong, of.parts)
}

/** The shape of what `init` makes: its own if it is one, else the names, kinds and lengths of a fresh state. Lists may grow. */
export function shapeOf<State>(of: { init(): State }): StateShape<State> {
  const { init } = of
  if (isShape(init)) return init as StateShape<State>
  return likeFresh(() => of.init(), { grows: 'lists' })
}

export function isShape(init: unknown): init is StateShape {
  return typeof init === 'function' && 'check' in init
}

/** The `init` of a meta-learner: the shape of its state depends on the number of experts. */
export interface SizedInit<State> {
  (size: number, prior?: Float64Array): State
  of(size: number): StateShape<State>
}

export function sized<State>(
  of: (size: number) => StateShape<State>,
  fresh: (size: number, prior?: Float64Array) => State,
): SizedInit<State> {
  return Object.assign((size: number, prior?: Float64Array) => fresh(size, prior), { of })
}

/** The shape of a meta-learner's state: its own, else the names, kinds and lengths of a fresh one. Lists may grow. */
export function sizedShapeOf<State>(
  { init }: { init(size: number, prior?: Float64Array): State },
  size: number,
): StateShape<State> {
  if ('of' in init) return from((init as SizedInit<State>).of(size), () => init(size))
  return likeFresh(() => init(size), { grows: 'lists' })
}

/** The `init` of a model: with the shape of what it issues, which depends on the state that it was issued from. */
export interface ModelShape<State, Issued = unknown> extends StateShape<State> {
  issued(state: State): StateShape<Issued>
}

export function withIssued<State, Issued>(
  of: StateShape<State>,
  issued: (state: State) => StateShape<Issued>,
): ModelShape<State, Issued> {
  return Object.assign(from(of, of), { issued })
}

/** The shape of what a model issues; anything where it does not say. */
export function issuedShapeOf<State, Issued>(of: { init(): State }, state: State): StateShape<Issued> {
  return 'issued' in of.init
    ? (of.init as ModelShape<State, Issued>).issued(state)
    : (anything as StateShape<Issued>)
}

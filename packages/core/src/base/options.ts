import { ArgumentError } from './errors.ts'
import { type Axis, grid } from './grid.ts'
import { nearest } from './nearest.ts'
import { show } from './show.ts'
import type { Value } from './values.ts'

/**
 * The options of a rule, declared once: what each may be, and its default.
 *
 *     export interface KnnOptions {
 *       /** Number k of neighbours. @default 5 *\/
 *       readonly neighbours?: Axis<number>
 *       /** Known bound of the losses. @default learnt *\/
 *       readonly range?: number
 *     }
 *     export const KNN: Options<KnnOptions, 'range'> = options('knn', {
 *       neighbours: { axis: count, default: 5 },
 *       range: { value: positiveNumber, absent: 'learnt' },
 *     })
 *
 * The type system holds both to the same names. `Absent` lists the options that may be left out and have no default.
 * From the declaration follow check, default, the refusal of unknown names, the order of the grid (that of the
 * declaration, whatever the caller's), and the schema of a recipe. The sentence about an option is its doc comment:
 * editors show it, and `npm run abouts` copies it for the schema.
 */
export interface Options<Given extends object, Absent extends keyof Given = never> {
  /** The function that takes them. */
  readonly name: string
  readonly declared: Declared<Given, Absent>
  /**
   * All of them, checked, with defaults. What is absent stays absent; an axis stays an axis.
   *
   * @param path in front of the names in an error. @default none
   */
  read(given: Given, path?: string): Filled<Given, Absent>
  /** The grid that the axes span, the last declared varying fastest; checked, with defaults. */
  points(given: Given): readonly Point<Given, Absent>[]
}

/** What is known of one option. */
export interface Option {
  /** One line for people, where no interface has a doc comment with it. */
  readonly about?: string
  /** What it may be: one value, or as `axis` also several, which span an axis of the grid. */
  readonly value?: Value
  readonly axis?: Value
  /** The default; or in words what happens if it is left out. With neither it is required. */
  readonly default?: unknown
  readonly absent?: string
}

/** Options of whatever rule, for those who read declarations. */
export interface AnyOptions {
  readonly name: string
  readonly declared: Readonly<Record<string, Option>>
  read(given: object, path?: string): object
  points(given: object): readonly object[]
}

export type Declared<Given extends object, Absent extends keyof Given = never> = {
  readonly [Name in keyof Given]-?: Sort<Exclude<Given[Name], undefined>> &
    (Partial<Pick<Given, Name>> extends Pick<Given, Name>
      ? Name extends Absent
        ? { readonly absent: string }
        : { readonly default: Exclude<Given[Name], undefined> }
      : unknown)
}

type Sort<Given> = { readonly value: Value<Given> } | { readonly axis: Value<Item<Given>> }

/** One value of an axis. */
type Item<Given> = Given extends readonly (infer T)[] ? T : Given

export type Filled<Given extends object, Absent extends keyof Given = never> = Required<Omit<Given, Absent>> &
  Pick<Given, Absent>

/** One expert of the grid: a value of each axis. Options that are no axes are the same for all, and not here. */
export type Point<Given extends object, Absent extends keyof Given = never> = {
  readonly [Name in keyof Filled<Given, Absent> as IsAxis<Filled<Given, Absent>[Name]> extends true
    ? Name
    : never]: Item<Exclude<Filled<Given, Absent>[Name], undefined>>
}

type IsAxis<Given> = readonly Item<Exclude<Given, undefined>>[] extends Given ? true : false

export function options<Given extends object, Absent extends keyof Given = never>(
  name: string,
  declared: Declared<NoInfer<Given>, NoInfer<Absent>>,
): Options<Given, Absent> {
  const all = Object.entries(declared) as readonly [string, Option][]

  function read(given: object, path = ''): Record<string, unknown> {
    refuseUnknown(path || name, given, Object.keys(declared))
    const filled: Record<string, unknown> = {}
    for (const [key, option] of all) {
      const value = (given as Record<string, unknown>)[key]
      if (value === undefined && option.absent !== undefined) continue
      filled[key] = readOption(
        path ? `${path}.${key}` : key,
        option,
        value === undefined ? option.default : value,
      )
    }
    return filled
  }

  return Object.freeze({
    name,
    declared,
    read: read as unknown as Options<Given, Absent>['read'],
    points: (given: Given) => {
      const filled = read(given)
      const axes: Record<string, Axis<unknown>> = {}
      for (const [key, option] of all) {
        if (!option.axis || !(key in filled)) continue
        axes[key] = isAxis(option, filled[key]) ? (filled[key] as unknown[]) : [filled[key]]
      }
      return grid(axes) as unknown as readonly Point<Given, Absent>[]
    },
  })
}

function isAxis({ axis }: Option, value: unknown): boolean {
  return axis !== undefined && Array.isArray(value) && !axis.resembles(value)
}

/** One option, checked: a value, or as an axis several. */
export function readOption(name: string, option: Option, value: unknown): unknown {
  const sort = (option.axis ?? option.value) as Value
  if (!isAxis(option, value)) return sort.read(name, value)
  const values = value as readonly unknown[]
  if (values.length === 0) throw new ArgumentError(`${name} must not be empty`, 'empty')
  return values.map((one) => sort.read(name, one))
}

/** A misspelt option would be silently ignored. */
export function refuseUnknown(what: string, given: unknown, known: readonly string[]): void {
  if (typeof given !== 'object' || given === null) {
    throw new ArgumentError(`${what} takes an object of options; received ${show(given)}`)
  }
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue
    const meant = nearest(name, known)
    const all = known.length === 0 ? 'it takes none' : `there are ${known.join(', ')}`
    const advice = meant === undefined ? all : `did you mean ${show(meant)}?`
    throw new ArgumentError(`${what} has no option ${show(name)}; ${advice}`, 'unknown-option')
  }
}

/** Of what takes none. */
export type NoOptions = Readonly<Record<never, never>>

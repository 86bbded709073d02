import { parseRecipe, presets, type Recipe } from '@credence/recipe'
import { ArgumentError } from 'credence'
import type { DateOrder, Task } from 'credence/auto'
import { UserError } from '../base/failure.ts'
import { suggest } from '../base/suggest.ts'
import { type WrittenReader, writtenReader } from '../input/readers.ts'
import { sourceAt } from '../input/source.ts'
import { jsonSlip } from './jsonSlip.ts'
import { loadPlugins, pluginPaths } from './plugins.ts'

/** Deeper than any recipe: a file of brackets must not exhaust the stack. */
const DEEPEST = 64
/** Bytes, more than any recipe has: a device without an end must not fill the memory. */
const LONGEST = 1 << 24

/** Fields of a recipe that can be said at the command line. */
export interface RecipeWishes {
  readonly target?: string
  /** Columns that tell series apart, with commas between; `none`: one series. */
  readonly by?: string | undefined
  /** Whether each series is learnt from its own rows alone. */
  readonly alone?: boolean
  readonly task?: string
  readonly time?: string | undefined
  readonly dates?: DateOrder | undefined
  readonly zone?: string | undefined
  /** The column of forecasts of a conformal recipe. */
  readonly forecast?: string
  /** Columns that its widths follow, and that part its rows into groups. */
  readonly widthBy?: string
  readonly coverEach?: string
  readonly ahead?: number
  readonly coverage?: number
  readonly memory?: number | boolean
  /** Scale y where the recipe predicts numbers and does not say. */
  readonly standardize?: boolean
}

/** A recipe, and what it brings of its own. */
export interface RecipeFile {
  readonly recipe: Recipe
  /** Whether the user said what the task is. */
  readonly asked: boolean
  /** Paths of the plugins that it named, which have been loaded. */
  readonly plugins: readonly string[]
  /** How its data is read, where it says so. */
  readonly reader?: WrittenReader
}

/**
 * A recipe from a JSON file, or a preset by its name; what is said at the command line goes before what it says.
 *
 * @param allowed whether plugins that it names may run
 */
export async function readRecipe(
  path: string,
  wishes: RecipeWishes = {},
  allowed = false,
  signal?: AbortSignal,
): Promise<RecipeFile> {
  if (Object.hasOwn(presets, path))
    return { recipe: parse({ preset: path }, wishes), asked: wishes.task !== undefined, plugins: [] }
  const text = await textOf(path, signal)
  const written = parseJson(text, path)
  if (typeof written !== 'object' || written === null || Array.isArray(written))
    return { recipe: parseRecipe(written), asked: false, plugins: [] }
  const plugins = pluginPaths(written, path, allowed)
  await loadPlugins(plugins)
  const reader = writtenReader(written)
  const { plugins: _, reader: __, ...fields } = written as Record<string, unknown>
  const { task, as } = { ...fields, ...wishes } as { task?: unknown; as?: unknown }
  const asked = as !== undefined || (task !== undefined && task !== 'auto')
  const recipe = inFile(path, () => parse(fields, wishes))
  return { recipe, asked, plugins, ...(reader ? { reader } : {}) }
}

/** What is written at a path, which may be a pipe without a writer yet. */
async function textOf(path: string, signal: AbortSignal | undefined): Promise<string> {
  const source = await sourceAt(path, 'the recipe')
  if (!source)
    throw new UserError(
      `no recipe ${JSON.stringify(path)}, and no preset of that name: ${suggest(path, Object.keys(presets))}`,
    )
  const pieces: Uint8Array[] = []
  let length = 0
  try {
    for await (const piece of await source.read(signal)) {
      length += piece.length
      if (length > LONGEST) throw new UserError(`the recipe ${path} has more than ${LONGEST} bytes`)
      pieces.push(piece)
    }
  } finally {
    signal?.throwIfAborted()
  }
  return Buffer.concat(pieces).toString('utf8')
}

function parse(
  written: object,
  {
    coverage,
    standardize,
    time,
    dates,
    zone,
    forecast,
    by,
    alone,
    widthBy,
    coverEach,
    ...wishes
  }: RecipeWishes,
): Recipe {
  const said = Object.fromEntries(Object.entries(wishes).filter(([, value]) => value !== undefined))
  const beside = { 'width-by': widthBy, 'cover-each': coverEach }
  const refuseBeside = (): void => {
    const [name] = Object.entries(beside).find(([, value]) => value !== undefined) ?? []
    if (name) throw new UserError(`--${name} is for conformal recipes, which calibrate forecasts of yours`)
  }
  if (isAuto(written)) {
    refuseBeside()
    const fields = {
      ...written,
      ...forAuto({ ...wishes, time, dates, zone }),
      ...(by === undefined ? {} : { by: by === 'none' ? null : columnsIn(by) }),
      ...(alone ? { alone } : {}),
      ...(coverage === undefined ? {} : { coverage }),
    }
    return parseRecipe(fields)
  }
  if (zone !== undefined)
    throw new UserError('--zone is for auto, which alone reads a calendar: leave it out')
  const fields: Record<string, unknown> = { ...written, ...said }
  const { task } = parseRecipe(fields)
  if (forecast !== undefined) fields.forecast = forecast
  if (by === 'none') delete fields.by
  else if (by !== undefined) fields.by = columnsIn(by)
  if (task !== 'conformal') refuseBeside()
  if (widthBy !== undefined) fields.features = columnsIn(widthBy)
  if (coverEach !== undefined) fields.groups = columnsIn(coverEach)
  // Conformal recipes call it coverage, the others interval.
  if (coverage !== undefined) fields[task === 'conformal' ? 'coverage' : 'interval'] = coverage
  if (standardize && task === 'regression')
    fields.prepare = { target: 'standardize', ...(fields.prepare as object | undefined) }
  return parseRecipe(fields)
}

/** What is wrong in a recipe is said with its name. */
function inFile<T>(path: string, use: () => T): T {
  try {
    return use()
  } catch (error) {
    if (error instanceof ArgumentError && error.option === undefined)
      error.message = `${path}: ${error.message}`
    throw error
  }
}

function columnsIn(names: string): string[] {
  return names.split(',').map((name) => name.trim())
}

/** `auto` by its name or by its task. */
function isAuto(written: object): boolean {
  const { preset, task } = written as { preset?: unknown; task?: unknown }
  return preset === 'auto' || task === 'auto'
}

/** What `auto` can be told to forecast. */
const TASKS: readonly string[] = ['regression', 'classification', 'series'] satisfies Task[]

/** What is said at the command line, in the fields of an auto recipe, which calls the task `as`. */
function forAuto({ task, time, ...wishes }: RecipeWishes): object {
  const times = time === undefined ? undefined : columnsIn(time)
  const as = task === 'auto' ? undefined : task
  if (as !== undefined && !TASKS.includes(as))
    throw new UserError(`--task must be one of ${TASKS.join(', ')}; received ${JSON.stringify(as)}`)
  return Object.fromEntries(
    Object.entries({ ...wishes, time: times?.length === 1 ? times[0] : times, as }).filter(
      ([, value]) => value !== undefined,
    ),
  )
}

function parseJson(text: string, path: string): unknown {
  if (text.trim() === '') throw new UserError(`the recipe ${path} is empty`)
  if (depthOf(text) > DEEPEST) throw new UserError(`the recipe ${path} is nested more than ${DEEPEST} deep`)
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    if (!/^\s*[{[]/.test(text)) {
      throw new UserError(
        `${JSON.stringify(path)} is not a recipe, which is a JSON file or one of credence presets. There is one data file, and it comes last`,
      )
    }
    throw new UserError(`${path}, ${jsonSlip(text) ?? (error as Error).message}`)
  }
}

/** Most brackets open at once, those in strings included: an upper bound that needs no stack. */
function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  for (const mark of text) {
    if (mark === '[' || mark === '{') deepest = Math.max(deepest, ++depth)
    else if (mark === ']' || mark === '}') depth--
  }
  return deepest
}

import { access } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { addKind, PLUGIN_NOUNS } from '@credence/recipe'
import { UserError } from '../base/failure.ts'
import { addReader } from '../input/readers.ts'

const PARTS: readonly string[] = [...PLUGIN_NOUNS, 'reader']

/** Those that run already, by their paths. */
const loaded = new Set<string>()

/**
 * The plugins that a recipe names, as paths.
 *
 * A plugin is a program. A recipe is data, which may come from anywhere: naming a program must not be enough to run it, so
 * that it is refused unless the person at the command line said `--plugins`.
 */
export function pluginPaths(written: object, recipe: string, allowed: boolean): string[] {
  const { plugins = [] } = written as { plugins?: unknown }
  if (!Array.isArray(plugins) || !plugins.every((path) => typeof path === 'string'))
    throw new UserError(`plugins must be a list of paths; received ${JSON.stringify(plugins)}`)
  const [first] = plugins
  if (first !== undefined && !allowed)
    throw new UserError(
      `${recipe} names the plugin ${JSON.stringify(first)}, a program that would run here: say --plugins if you trust it`,
    )
  return plugins.map((path) => resolve(dirname(recipe), path))
}

/** Runs the programs, each once, and lets recipes name what they bring. */
export async function loadPlugins(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    if (loaded.has(path)) continue
    await access(path).catch(() => {
      throw new UserError(`no plugin ${JSON.stringify(path)}: paths start where the recipe is`)
    })
    take(path, await bring(path))
    loaded.add(path)
  }
}

async function bring(path: string): Promise<unknown> {
  try {
    const module = (await import(pathToFileURL(path).href)) as { default?: unknown }
    return module.default
  } catch (error) {
    throw new UserError(`the plugin ${path} cannot be loaded: ${(error as Error).message}`)
  }
}

function take(path: string, brought: unknown): void {
  const shape = `export default { expert: { 'my-rule': (options) => … }, … } with the parts ${PARTS.join(', ')}`
  if (!isObject(brought)) throw new UserError(`the plugin ${path} must have ${shape}`)
  for (const [part, entries] of Object.entries(brought)) {
    if (!PARTS.includes(part) || !isObject(entries))
      throw new UserError(`the plugin ${path} has no part ${JSON.stringify(part)}: it must have ${shape}`)
    for (const [name, maker] of Object.entries(entries)) {
      if (part === 'reader') addReader(name, maker, path)
      else addKind(part as (typeof PLUGIN_NOUNS)[number], name, maker, path)
    }
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

import { ArgumentError } from 'credence'
import type { Experiment } from './experiment.ts'

const NEEDED = ['settings', 'parts', 'replicate', 'judge', 'summarise'] as const

/**
 * The experiments that a file exports as default: one, or a list.
 *
 * @param module its URL
 */
export async function loadExperiments(module: string): Promise<readonly Experiment[]> {
  const { default: exported } = (await import(module)) as { default?: unknown }
  const found = [exported].flat() as Partial<Experiment>[]
  for (const one of found) {
    const isOne = typeof one?.name === 'string' && NEEDED.every((method) => typeof one[method] === 'function')
    if (!isOne) {
      throw new ArgumentError(
        `${decodeURI(module).replace(/^file:\/\//, '')} must export an experiment as default: export default experiment({ name, title, replicate, sentences })`,
      )
    }
    if (!/^[\w-]+$/.test(one.name as string)) {
      throw new ArgumentError(
        `the name of an experiment must be letters, digits, - and _; received ${JSON.stringify(one.name)}`,
      )
    }
  }
  return found as Experiment[]
}

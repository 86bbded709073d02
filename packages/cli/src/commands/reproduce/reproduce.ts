import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Experiment } from '@credence/experiments'
import {
  duration,
  experiments as known,
  loadExperiments,
  reproduce,
  rollUp,
  rollUpWords,
} from '@credence/experiments'
import { makeFolder } from '@credence/serve/makeFolder'
import { UserError } from '../../base/failure.ts'
import { describeChapter } from './describe.ts'
import { EXPERIMENTS } from './names.ts'

export interface ReproduceCommandOptions {
  readonly replications?: number
  readonly seed: number
  readonly out?: string
  readonly quick?: boolean
  readonly set: Readonly<Record<string, string>>
  readonly covertype?: string
  readonly elec2?: string
  readonly latex?: boolean
  readonly workers?: number
}

/** `credence reproduce`: experiments with their figures, and each sentence beside what was measured. */
export async function reproduceCommand(
  name: string,
  only: string | undefined,
  options: ReproduceCommandOptions,
  command: string,
  signal: AbortSignal,
): Promise<void> {
  const { quick = false, seed, set, covertype, elec2, latex = false, workers } = options
  const { replications, out = join('out', quick ? 'quick' : 'reproduce') } = options
  const { experiments, module } = await choose(name, only)
  const lacks = experiments.length === 1 && experiments[0]?.name === 'elec2' && elec2 === undefined
  if (lacks) throw new UserError('elec2 is not shipped: give --elec2 FILE')
  makeFolder(out)
  const start = Date.now()
  const isWhole = name === 'all' || name === 'readings'
  const { chapters, judged, found, ran } = await reproduce({
    experiments,
    out,
    command,
    seed,
    quick,
    set,
    covertype,
    elec2,
    signal,
    latex,
    readings: name === 'readings',
    report: isWhole,
    ...(module === undefined ? {} : { module }),
    ...(workers === undefined ? {} : { workers }),
    ...(replications === undefined ? {} : { replications }),
  }).catch((error: unknown) => {
    if (!signal.aborted) throw error
    console.error(`stopped; what was finished is in ${out}: the same command goes on from there`)
    throw signal.reason
  })
  console.log(`${rollUpWords(rollUp(judged))}.`)
  for (const chapter of chapters) for (const line of describeChapter(chapter)) console.log(line)
  const before = found > 0 ? `, ${found} found finished` : ''
  console.log(`${ran} replications run${before}, ${duration((Date.now() - start) / 1000)}`)
  if (isWhole) console.log(`report: ${join(out, 'report.html')}`)
  else for (const chapter of chapters) console.log(`page: ${join(out, chapter.name, 'index.html')}`)
  if (name === 'all') console.log('every reading of the open details: credence reproduce readings')
}

/** Ours by name, or those that a file of the user's exports. */
async function choose(
  name: string,
  only: string | undefined,
): Promise<{ readonly experiments: readonly Experiment[]; readonly module?: string }> {
  if (only !== undefined && name !== 'readings')
    throw new UserError(`${JSON.stringify(only)}: a second experiment goes only after readings`)
  if (/\.[cm]?[jt]s$/.test(name)) {
    if (!existsSync(name)) throw new UserError(`${name}: no such file`)
    const module = pathToFileURL(resolve(name)).href
    return { experiments: await loadExperiments(module), module }
  }
  const wanted = name === 'readings' ? (only ?? 'all') : name
  if (wanted === 'all') return { experiments: known }
  const found = known.filter((experiment) => experiment.name === wanted)
  if (found.length > 0) return { experiments: found }
  throw new UserError(
    `experiment must be one of ${EXPERIMENTS.join(', ')}, or a file .js; received ${JSON.stringify(wanted)}`,
  )
}

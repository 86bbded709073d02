import { parentPort } from 'node:worker_threads'
import { loadExperiments } from './loadExperiments.ts'
import { experiments } from './registry.ts'
import type { Task } from './schedule.ts'

/** Runs one replication after another for the scheduler. */
parentPort?.on('message', async ({ experiment, module, settings, part, seed, replication }: Task) => {
  try {
    const known = module === undefined ? experiments : await loadExperiments(module)
    const found = known.find(({ name }) => name === experiment)
    if (!found) throw new Error(`no experiment ${experiment}`)
    parentPort?.postMessage({ result: await found.replicate(settings, part, seed, replication) })
  } catch (error) {
    parentPort?.postMessage({ failure: error instanceof Error ? error.message : String(error) })
  }
})

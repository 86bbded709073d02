import { parentPort } from 'node:worker_threads'
import { experiments } from './registry.ts'
import type { Task } from './schedule.ts'

/** Runs one replication after another for the scheduler. */
parentPort?.on('message', async ({ experiment, settings, part, seed, replication }: Task) => {
  try {
    const found = experiments.find(({ name }) => name === experiment)
    if (!found) throw new Error(`no experiment ${experiment}`)
    parentPort?.postMessage({ result: await found.replicate(settings, part, seed, replication) })
  } catch (error) {
    parentPort?.postMessage({ failure: error instanceof Error ? error.message : String(error) })
  }
})

import { Worker } from 'node:worker_threads'
import type { DryRun } from '@credence/client'
import { ArgumentError } from 'credence'
import { threadProgram } from '../base/threadProgram.ts'
import type { Row, Trials, Weight } from '../models/trials.ts'

/** What the thread is given. Without rows the recipe is weighed. */
export interface Trial {
  readonly recipe: unknown
  readonly rows?: readonly Row[]
}

export interface TrialResult {
  readonly value?: DryRun | Weight
  readonly refused?: { readonly message: string; readonly code: ArgumentError['code'] | undefined }
}

/** Milliseconds and megabytes for a trial. */
const PATIENCE = 15_000
const MEMORY = 512

/** Trials in threads of their own, one after the other: a recipe of a million experts takes minutes and gigabytes. */
export function threadTrials(): Trials {
  let last: Promise<unknown> = Promise.resolve()
  const next = <T>(trial: Trial): Promise<T> => {
    const result = last.then(() => run(trial)) as Promise<T>
    last = result.catch(() => {})
    return result
  }
  return {
    weigh: (recipe) => next({ recipe }),
    dryRun: (recipe, rows) => next({ recipe, rows }),
  }
}

const PROGRAM = threadProgram('server/trialWorker.js')

async function run(trial: Trial): Promise<DryRun | Weight> {
  const worker = new Worker(PROGRAM, {
    workerData: trial,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY },
    // No part of this process's arguments or environment concerns it.
    argv: [],
    env: {},
  })
  let timer: NodeJS.Timeout | undefined
  try {
    const { value, refused } = await new Promise<TrialResult>((resolve, reject) => {
      timer = setTimeout(() => reject(tooDear(`${PATIENCE / 1000} seconds`)), PATIENCE)
      worker.once('message', resolve)
      worker.once('error', (error: NodeJS.ErrnoException) =>
        reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooDear(`${MEMORY} MB of memory`) : error),
      )
    })
    if (refused) throw new ArgumentError(refused.message, refused.code)
    return value as DryRun | Weight
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}

function tooDear(what: string): ArgumentError {
  return new ArgumentError(`this recipe was not tried to the end: it takes more than ${what}`, 'too-large')
}

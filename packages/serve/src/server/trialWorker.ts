import { parentPort, workerData } from 'node:worker_threads'
import { ArgumentError } from 'credence'
import { type Row, trialsBy } from '../models/trials.ts'
import { buildModel } from '../recipes/buildModel.ts'
import type { Trial, TrialResult } from './trialThread.ts'

/** The thread of one trial: it answers once and ends. */
const { recipe, rows } = workerData as Trial
const trials = trialsBy(buildModel)
const tried = rows ? trials.dryRun(recipe, rows as Row[]) : trials.weigh(recipe)
tried.then(
  (value) => parentPort?.postMessage({ value } satisfies TrialResult),
  (error: Error) => {
    const code = error instanceof ArgumentError ? error.code : undefined
    parentPort?.postMessage({ refused: { message: error.message, code } } satisfies TrialResult)
  },
)

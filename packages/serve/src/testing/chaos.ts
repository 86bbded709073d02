import type { Journal } from '../base/journal.ts'
import type { BuildModel } from '../models/registry.ts'
import { type ChaosReport, runClients } from './chaosClients.ts'
import { type Compared, compareOffline } from './chaosCompare.ts'
import { type ChaosModelReport, ModelClient } from './chaosModels.ts'
import type { ChaosStep } from './chaosScript.ts'
import { pause } from './chaosSender.ts'
import type { Mutant } from './mutants.ts'
import { freePort } from './postgresServer.ts'
import { WorkerProcess } from './workerProcess.ts'

export interface ChaosOptions {
  /** Address of the journal. */
  readonly database: string
  readonly script: ReadonlyMap<string, readonly ChaosStep[]>
  readonly workers: number
  readonly kills: number
  readonly mutant?: Mutant
  /** Stop one worker for a while and let it go on. @default workers > 1 */
  readonly freeze?: boolean
  /** Called at even steps of the run, beside the kills of workers: kills servers, fills disks. */
  readonly incidents?: readonly (() => Promise<void> | void)[]
  readonly repeatEvery?: number
  readonly clients?: number
  /** Milliseconds after which a client gives up on an answer. @default ten minutes: a busy machine is no mistake */
  readonly patience?: number
  readonly build: BuildModel
  readonly recipe: unknown
  /** Events for a model of the same name that is deleted before the script begins, and its recipe. */
  readonly before?: { readonly script: ReadonlyMap<string, readonly ChaosStep[]>; readonly recipe: unknown }
  /** Recipes of a model that is changed beside the script, and an input of it. */
  readonly passing: { readonly recipes: readonly [unknown, unknown]; readonly input: unknown }
  /** Keys whose snapshots are overwritten with rubbish on the way. */
  readonly poison?: number
}

export interface ChaosResult
  extends Omit<ChaosReport, 'answers'>,
    Compared,
    Pick<ChaosModelReport, 'changes'> {
  readonly keys: number
  readonly kills: number
}

/** Runs the script against workers that are killed and frozen, then compares every state with an offline run. */
export async function runChaos(options: ChaosOptions, reopen: () => Promise<Journal>): Promise<ChaosResult> {
  const { database, script, workers: count, mutant, incidents = [], repeatEvery = 10 } = options
  const { freeze = count > 1, clients = 64, patience = 600_000 } = options
  const clientele = { model: 'chaos', repeatEvery, clients, patience }
  const total = [...script.values()].reduce((sum, steps) => sum + steps.length, 0)
  // Beside those that take the script, one with little to do; where all is one process, the same.
  const workers = await Promise.all(
    Array.from({ length: count > 1 ? count + 1 : 1 }, async () => {
      return new WorkerProcess(database, await freePort(), mutant)
    }),
  )
  const quiet = workers.at(-1) as WorkerProcess
  let kills = 0
  const deeds = [
    ...(options.poison ? [() => poison(options, reopen)] : []),
    ...Array.from({ length: options.kills }, (_, i) => async () => {
      kills++
      await (workers[i % count] as WorkerProcess).killAndRestart()
    }),
    ...incidents,
    ...(freeze ? [() => (workers[0] as WorkerProcess).freeze(1500)] : []),
  ]
  try {
    await Promise.all(workers.map((worker) => worker.start()))
    const url = (worker = Math.floor(Math.random() * count)): string =>
      (workers[worker % count] as WorkerProcess).url
    if (options.before) {
      await putModel(url(), options.before.recipe)
      await runClients({ ...clientele, script: options.before.script, url })
      await until200(() => fetch(`${url()}/models/chaos`, { method: 'DELETE' }))
    }
    await putModel(url(), options.recipe)
    let done = 0
    const running: Promise<unknown>[] = []
    const passing: ChaosModelReport = { changes: 0, cuts: 0, retries: 0, wrong: [] }
    let over = false
    const place = { url, quiet: () => quiet.url, patience }
    const changing = new ModelClient({ ...options.passing, ...place }, passing).run(() => over)
    const { answers, ...report } = await runClients({
      ...clientele,
      script,
      url,
      progress(answered) {
        if (done < deeds.length && answered > ((done + 0.5) * total) / deeds.length) {
          running.push(Promise.resolve(deeds[done++]?.()))
        }
      },
    })
    over = true
    await Promise.all([...running, changing])
    for (const worker of workers) await worker.end()
    const journal = await reopen()
    const compared = await compareOffline(options, journal, answers)
    await journal.close()
    report.wrong.push(...passing.wrong)
    return { ...report, ...compared, changes: passing.changes, keys: script.size, kills }
  } finally {
    for (const worker of workers) await worker.end()
  }
}

async function putModel(url: string, recipe: unknown): Promise<void> {
  const init = {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(recipe),
  }
  await until200(() => fetch(`${url}/models/chaos`, init))
}

async function until200(send: () => Promise<Response>): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const response = await send().catch(() => undefined)
    if (response?.ok) return
    await pause(100)
  }
  throw new Error('a worker does not answer')
}

/** Writes rubbish in the place of some snapshots, as a broken disk might. */
async function poison(
  { script, poison: count = 0 }: ChaosOptions,
  reopen: () => Promise<Journal>,
): Promise<void> {
  const journal = await reopen()
  const names = [...script.keys()].slice(0, count)
  const models = (await journal.list({ prefix: 'chaos', by: 'key', limit: 1 }))[0]?.key.split('/')[0]
  for (const name of names) {
    const key = `${models}/${name}`
    for (let tries = 0; tries < 20; tries++) {
      const found = (await journal.heads([key])).get(key)
      if (!found) break
      const { head: from, epoch } = found
      try {
        await journal.commit([{ key, from, epoch, entries: ['{}'], snapshot: Uint8Array.of(1, 2, 3) }])
        break
      } catch {}
    }
  }
  await journal.close()
}

import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Journal } from '../journal.ts'
import { memoryJournal } from '../journals/memory.ts'
import { activate, type Entry } from '../keyed/entry.ts'
import { Keyed } from '../keyed/keyed.ts'
import { answering, seriesFold } from '../learning/seriesFold.ts'
import type { SeriesState } from '../learning/seriesState.ts'
import { type BuildModel, Registry, streamOf } from '../models/registry.ts'
import { type ChaosReport, runClients } from './chaosClients.ts'
import type { ChaosStep } from './chaosScript.ts'
import type { Mutant } from './mutants.ts'
import { freePort } from './postgresServer.ts'

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
  readonly build: BuildModel
  readonly recipe: unknown
}

export interface ChaosResult extends ChaosReport {
  readonly lost: number
  readonly learntTwice: number
  /** Keys whose bytes are those of an offline run, of all keys. */
  readonly equal: number
  readonly keys: number
  readonly kills: number
}

/** Runs the script against workers that are killed and frozen, then compares every state with an offline run. */
export async function runChaos(options: ChaosOptions, reopen: () => Promise<Journal>): Promise<ChaosResult> {
  const { database, script, workers: count, mutant, incidents = [], clients = 64, repeatEvery = 10 } = options
  const { freeze = count > 1 } = options
  const total = [...script.values()].reduce((sum, steps) => sum + steps.length, 0)
  const workers = await Promise.all(
    Array.from({ length: count }, async () => new Worker(database, await freePort(), mutant)),
  )
  let kills = 0
  const deeds = [
    ...Array.from({ length: options.kills }, (_, i) => async () => {
      kills++
      await (workers[i % count] as Worker).killAndRestart()
    }),
    ...incidents,
    ...(freeze ? [() => (workers[0] as Worker).freeze(1500)] : []),
  ]
  try {
    await Promise.all(workers.map((worker) => worker.start()))
    let done = 0
    const running: Promise<unknown>[] = []
    const report = await runClients({
      script,
      model: 'chaos',
      url: () => (workers[Math.floor(Math.random() * count)] as Worker).url,
      repeatEvery,
      clients,
      progress(answered) {
        if (done < deeds.length && answered > ((done + 0.5) * total) / deeds.length) {
          running.push(Promise.resolve(deeds[done++]?.()))
        }
      },
    })
    await Promise.all(running)
    for (const worker of workers) await worker.end()
    const journal = await reopen()
    const compared = await compare(options, journal)
    await journal.close()
    return { ...report, ...compared, keys: script.size, kills }
  } finally {
    for (const worker of workers) await worker.end()
  }
}

class Worker {
  readonly url: string
  readonly #environment: NodeJS.ProcessEnv
  #child: ChildProcess | undefined

  constructor(database: string, port: number, mutant: Mutant | undefined) {
    this.url = `http://127.0.0.1:${port}`
    this.#environment = {
      ...process.env,
      DATABASE: database,
      PORT: `${port}`,
      ...(mutant ? { MUTANT: mutant } : {}),
    }
  }

  async start(): Promise<void> {
    // Built code: workers are processes of their own.
    const path = fileURLToPath(new URL('../../dist/testing/chaosWorker.js', import.meta.url))
    for (let tries = 0; tries < 30; tries++) {
      const child = fork(path, { env: this.#environment, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
      this.#child = child
      const up = await new Promise<boolean>((resolve) => {
        child.once('message', () => resolve(true))
        child.once('exit', () => resolve(false))
      })
      if (up) return
      await pause(200)
    }
    throw new Error('a worker does not start')
  }

  async killAndRestart(): Promise<void> {
    await this.end()
    await this.start()
  }

  async freeze(milliseconds: number): Promise<void> {
    const child = this.#child
    child?.kill('SIGSTOP')
    await pause(milliseconds)
    child?.kill('SIGCONT')
  }

  async end(): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await gone
  }
}

async function compare(
  options: ChaosOptions,
  journal: Journal,
): Promise<Pick<ChaosResult, 'lost' | 'learntTwice' | 'equal'>> {
  const registry = new Registry(memoryJournal(), options.build)
  await registry.change('chaos', { op: 'put', model: 'chaos', recipe: options.recipe, at: 0, limit: 10 })
  const fold = seriesFold(registry)
  const offline = new Keyed(fold, memoryJournal(), { snapshotEvery: 1e9 })
  const result = { lost: 0, learntTwice: 0, equal: 0 }
  for (const [key, steps] of options.script) {
    const stream = streamOf('chaos', key)
    const found = (await journal.load([stream])).get(stream)
    const served = activate(fold, stream, found, 64)
    for (const step of steps) {
      const id = `${step.op}/${step.id}`
      await offline.submit({ key: stream, id, body: step, stamp: { m: 1, v: [1], t: 0 } })
    }
    const alone = await offline.read(stream, (entry) => entry)
    const rounds = steps.filter(({ op }) => op === 'learn').length
    const learnt = roundsOf(served)
    result.lost += Math.max(0, rounds - learnt)
    result.learntTwice += Math.max(0, learnt - rounds)
    if (Buffer.compare(bytesOf(served), bytesOf(alone)) === 0) result.equal++
  }
  await registry.close()
  return result
}

function bytesOf({ state }: Entry<SeriesState>): Uint8Array {
  return answering(state)?.series.save() ?? new Uint8Array()
}

function roundsOf({ state }: Entry<SeriesState>): number {
  return answering(state)?.series.view().rounds ?? 0
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

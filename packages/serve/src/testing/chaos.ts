import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Journal } from '../base/journal.ts'
import { memoryJournal } from '../journals/memory.ts'
import type { Entry } from '../keyed/entry.ts'
import { Keyed } from '../keyed/keyed.ts'
import type { Stamp } from '../learning/events.ts'
import { answering, seriesFold } from '../learning/seriesFold.ts'
import type { SeriesState } from '../learning/seriesState.ts'
import { type BuildModel, Registry, streamOf } from '../models/registry.ts'
import { Service } from '../service/service.ts'
import { type ChaosReport, runClients } from './chaosClients.ts'
import { type ChaosEvent, type ChaosStep, lastingEvents } from './chaosScript.ts'
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
  /** Milliseconds after which a client gives up on an answer. @default ten minutes: a busy machine is no mistake */
  readonly patience?: number
  readonly build: BuildModel
  readonly recipe: unknown
  /** Events for a model of the same name that is deleted before the script begins, and its recipe. */
  readonly before?: { readonly script: ReadonlyMap<string, readonly ChaosStep[]>; readonly recipe: unknown }
  /** Keys whose snapshots are overwritten with rubbish on the way. */
  readonly poison?: number
}

export interface ChaosResult extends ChaosReport {
  readonly lost: number
  readonly learntTwice: number
  /** Keys whose bytes are those of an offline run, of all keys. */
  readonly equal: number
  readonly keys: number
  /** Streams of the model that no key of the script has. */
  readonly left: number
  readonly kills: number
}

/** Runs the script against workers that are killed and frozen, then compares every state with an offline run. */
export async function runChaos(options: ChaosOptions, reopen: () => Promise<Journal>): Promise<ChaosResult> {
  const { database, script, workers: count, mutant, incidents = [], repeatEvery = 10 } = options
  const { freeze = count > 1, clients = 64, patience = 600_000 } = options
  const clientele = { model: 'chaos', repeatEvery, clients, patience }
  const total = [...script.values()].reduce((sum, steps) => sum + steps.length, 0)
  const workers = await Promise.all(
    Array.from({ length: count }, async () => new Worker(database, await freePort(), mutant)),
  )
  let kills = 0
  const deeds = [
    ...(options.poison ? [() => poison(options, reopen)] : []),
    ...Array.from({ length: options.kills }, (_, i) => async () => {
      kills++
      await (workers[i % count] as Worker).killAndRestart()
    }),
    ...incidents,
    ...(freeze ? [() => (workers[0] as Worker).freeze(1500)] : []),
  ]
  try {
    await Promise.all(workers.map((worker) => worker.start()))
    const url = (): string => (workers[Math.floor(Math.random() * count)] as Worker).url
    if (options.before) {
      await putModel(url(), options.before.recipe)
      await runClients({ ...clientele, script: options.before.script, url })
      await until200(() => fetch(`${url()}/models/chaos`, { method: 'DELETE' }))
    }
    await putModel(url(), options.recipe)
    let done = 0
    const running: Promise<unknown>[] = []
    const report = await runClients({
      ...clientele,
      script,
      url,
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

const STAMP: Stamp = { m: 1, v: [1], t: 0 }

async function compare(
  options: ChaosOptions,
  journal: Journal,
): Promise<Pick<ChaosResult, 'lost' | 'learntTwice' | 'equal' | 'left'>> {
  const served = await Service.open(journal, options.build)
  const model = served.registry.get('chaos')
  const registry = new Registry(memoryJournal(), options.build)
  await registry.change('chaos', { op: 'put', model: 'chaos', recipe: options.recipe, at: 0, limit: 10 })
  const offline = new Keyed(seriesFold(registry), memoryJournal(), { snapshotEvery: 1e9 })
  const listed = await journal.list({ prefix: 'chaos', by: 'key', least: -1, limit: 10_000 })
  const result = { lost: 0, learntTwice: 0, equal: 0, left: listed.length - options.script.size }
  for (const [key, steps] of options.script) {
    // One that is broken to the end is lost.
    const there = model && (await served.keyed.reread(streamOf(model, key)).catch(() => undefined))
    const bodies = lastingEvents(steps).flatMap(toBodies)
    for (const body of bodies) {
      await offline.submit({ key: streamOf({ name: 'chaos' }, key), id: '', body, stamp: STAMP })
    }
    const alone = await offline.read(streamOf({ name: 'chaos' }, key), (entry) => entry)
    const rounds = bodies.filter(({ op }) => op === 'learn').length
    const learnt = there ? roundsOf(there) : 0
    result.lost += Math.max(0, rounds - learnt)
    result.learntTwice += Math.max(0, learnt - rounds)
    if (there && Buffer.compare(bytesOf(there), bytesOf(alone)) === 0) result.equal++
  }
  await registry.close()
  await served.registry.close()
  return result
}

function toBodies(event: ChaosEvent): readonly { readonly op: string }[] {
  return event.op === 'teach' ? event.rows.map((row) => ({ op: 'learn', ...row })) : [event]
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

import type { Journal } from '../base/journal.ts'
import { memoryJournal } from '../journals/memory.ts'
import type { Entry } from '../keyed/entry.ts'
import { Keyed } from '../keyed/keyed.ts'
import type { Stamp } from '../learning/events.ts'
import { answering, seriesFold } from '../learning/seriesFold.ts'
import type { SeriesState } from '../learning/seriesState.ts'
import { type BuildModel, Registry, streamOf } from '../models/registry.ts'
import { Service } from '../service/service.ts'
import { type ChaosEvent, type ChaosStep, lastingEvents, nameOf } from './chaosScript.ts'

const STAMP: Stamp = { m: 1, v: [1], t: 0 }

export interface CompareOptions {
  readonly script: ReadonlyMap<string, readonly ChaosStep[]>
  readonly build: BuildModel
  readonly recipe: unknown
}

/** What the workers left, beside an offline run of the same events. */
export interface Compared {
  lost: number
  learntTwice: number
  /** Keys whose bytes are those of the offline run, of all keys. */
  equal: number
  /** Streams of the model that no key of the script has. */
  readonly left: number
  /** Events that were answered otherwise than offline. */
  readonly misanswered: string[]
}

/** @param answers what the events of each key were answered, by their names */
export async function compareOffline(
  options: CompareOptions,
  journal: Journal,
  answers: ReadonlyMap<string, ReadonlyMap<string, string>>,
): Promise<Compared> {
  const served = await Service.open(journal, options.build)
  const model = served.registry.get('chaos')
  const registry = new Registry(memoryJournal(), options.build)
  await registry.change('chaos', { op: 'put', model: 'chaos', recipe: options.recipe, at: 0, limit: 10 })
  const offline = new Keyed(seriesFold(registry), memoryJournal(), { snapshotEvery: 1e9 })
  const listed = await journal.list({ prefix: 'chaos', by: 'key', least: -1, limit: 10_000 })
  const left = listed.length - options.script.size
  const result: Compared = { lost: 0, learntTwice: 0, equal: 0, left, misanswered: [] }
  for (const [key, steps] of options.script) {
    // One that is broken to the end is lost.
    const there = model && (await served.keyed.reread(streamOf(model, key)).catch(() => undefined))
    const stream = streamOf({ name: 'chaos' }, key)
    const events = lastingEvents(steps)
    for (const event of events) {
      const said: string[] = []
      for (const body of toBodies(event)) {
        const outcome = await offline.submit({ key: stream, id: '', body, stamp: STAMP })
        said.push(outcome.body)
      }
      const answer = answers.get(key)?.get(nameOf(event))
      if (answer === undefined || gist(answer) !== gist(said.join('\n'))) {
        result.misanswered.push(`${key} ${nameOf(event)}: ${answer}`)
      }
    }
    const alone = await offline.read(stream, (entry) => entry)
    const rounds = events.flatMap(toBodies).filter(({ op }) => op === 'learn').length
    const learnt = there ? roundsOf(there) : 0
    result.lost += Math.max(0, rounds - learnt)
    result.learntTwice += Math.max(0, learnt - rounds)
    if (there && Buffer.compare(bytesOf(there), bytesOf(alone)) === 0) result.equal++
  }
  await registry.close()
  await served.registry.close()
  return result
}

/** What an answer says of forecast and outcome; when it came, and how old the model and the key were, differs offline. */
function gist(answer: string): string {
  const lines = answer
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  return JSON.stringify(
    lines.map((line) => {
      const {
        version: _,
        round: __,
        at: ___,
        alerts: ____,
        ...rest
      } = (line.body ?? line) as Record<string, unknown>
      return rest
    }),
  )
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

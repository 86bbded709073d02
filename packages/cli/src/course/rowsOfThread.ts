import { parentPort, workerData } from 'node:worker_threads'
import {
  type ComingRow,
  type Facts,
  planRecipe,
  type Recipe,
  type RecordOptions,
  RowLearners,
  type RowRecord,
} from '@credence/recipe'
import { type SentError, sentError } from '../base/sentError.ts'
import { KeyFiles, type Place } from '../files/keyFiles.ts'
import { loadPlugins } from '../recipes/plugins.ts'

/** What a thread of `credence run` is told once. */
export interface KeysWork {
  /** The recipe, the columns that it meets, and what is known of them; plugins that it names. */
  readonly recipe: Recipe
  readonly names: readonly string[]
  readonly facts: Facts
  readonly reported: RecordOptions
  readonly plugins: readonly string[]
  /** Bytes that states at hand may take, the folder of the others, and which of them are there. */
  readonly memory: number
  readonly folder: string
  readonly places: readonly (readonly [string, Place])[]
  /** What series have in common, where the run goes on from an earlier one. */
  readonly shared: Uint8Array | null
}

/** A row of one of the series. */
export interface KeyRow {
  readonly key: string
  readonly number: number
  readonly values: Float64Array
  readonly texts: readonly string[]
}

/** What a thread is asked. It first hears what rows of all threads have shown. */
export type KeysQuestion = { readonly news: readonly unknown[] } & (
  | {
      /** Rows that come; and how many are to be learnt now, of all that wait. */
      readonly rows: readonly KeyRow[]
      readonly take: number
    }
  | { readonly ask: 'places' | 'keep' }
  | { readonly ask: 'state'; readonly key: string }
)

/** What came of a row. */
export interface TakenRow {
  readonly record?: RowRecord
  readonly failure?: SentError
  readonly unread?: string | undefined
  readonly lawAt?: number | undefined
  /** What it has shown to other series. */
  readonly news?: readonly unknown[]
}

export interface RowsAnswer {
  readonly taken: readonly TakenRow[]
  /** Where series learn from each other: the rows that came now and are not learnt yet, as they look. */
  readonly coming: readonly ComingRow[]
}

/** Where the states of this thread are, or that of one series; and what all have in common. */
export interface StateAnswer {
  readonly places?: readonly (readonly [string, Place])[]
  readonly state?: Uint8Array
  readonly shared: Uint8Array | null
}

/** Some of the series of a run. */
class RowsOfThread {
  readonly #learners: RowLearners
  readonly #files: KeyFiles
  readonly #numbers = new Map<string, number>()
  /** What the row at hand shows to other series. */
  readonly #news: unknown[] = []
  #hear: (news: unknown) => void = () => {}
  /** Rows that are to be learnt. */
  #waiting: KeyRow[] = []

  constructor({ recipe, names, facts, reported, memory, folder, places, shared }: KeysWork) {
    this.#files = KeyFiles.within(folder, (key) => this.#numbers.get(key) as number)
    this.#files.hold(places)
    const one = planRecipe(recipe, names).begin(facts, reported)
    this.#learners = new RowLearners(one, { memory, store: this.#files })
    const own = one.model.shared
    if (!own) return
    this.#hear = own.hear.bind(own)
    own.hear = (news) => void this.#news.push(news)
    if (shared) own.restore(shared)
  }

  answer(question: KeysQuestion): RowsAnswer | StateAnswer {
    for (const news of question.news) this.#hear(news)
    if ('rows' in question) return this.#take(question.rows, question.take)
    const { ask } = question
    if (ask === 'keep') this.#files.keep()
    if (ask === 'places') this.#learners.flush()
    return {
      ...(ask === 'places' ? { places: this.#files.each } : {}),
      ...(ask === 'state' && this.#numbers.has(question.key)
        ? { state: this.#learners.saveOf(question.key) }
        : {}),
      shared: ask === 'keep' ? null : (this.#shared?.save() ?? null),
    }
  }

  #take(rows: readonly KeyRow[], count: number): RowsAnswer {
    for (const { key, number } of rows) this.#numbers.set(key, number)
    this.#waiting.push(...rows)
    const taken = this.#waiting.splice(0, count).map((row) => this.#step(row))
    const looked = this.#shared && rows.length > 0 ? this.#waiting : []
    return {
      taken,
      coming: looked.map(({ values, texts, key }) => this.#learners.coming(values, texts, key)),
    }
  }

  #step({ values, texts, key }: KeyRow): TakenRow {
    const learners = this.#learners
    const taken = this.#tried(() => {
      const record = learners.step(values, texts, key)
      return { record, unread: learners.unread, lawAt: learners.lawAt }
    })
    const news = this.#news.splice(0)
    return news.length > 0 ? { ...taken, news } : taken
  }

  #tried(step: () => TakenRow): TakenRow {
    try {
      return step()
    } catch (error) {
      return { failure: sentError(error) }
    }
  }

  get #shared(): RowLearners['model']['shared'] {
    return this.#learners.model.shared
  }
}

const work = workerData as KeysWork
await loadPlugins(work.plugins)
const rows = new RowsOfThread(work)
parentPort?.on('message', (question: KeysQuestion) => parentPort?.postMessage(rows.answer(question)))

import { Worker } from 'node:worker_threads'
import type { ComingRow, RowLearners, RowRecord } from '@credence/recipe'
import type { Batch } from 'credence/stream'
import { askThread } from '../base/askThread.ts'
import { receivedError } from '../base/sentError.ts'
import type { KeyFiles } from '../files/keyFiles.ts'
import { alike } from './alike.ts'
import type { Rows } from './rows.ts'
import type { KeyRow, KeysQuestion, KeysWork, RowsAnswer, StateAnswer, TakenRow } from './rowsOfThread.ts'

/** Rows for each thread at once, about. */
const AT_ONCE = 128

/** Some rows of a batch that were sent to their threads. */
interface Sent {
  readonly from: number
  readonly to: number
  readonly rows: readonly KeyRow[]
  /** The same rows as they look before they are learnt, where series learn from each other. */
  readonly coming: readonly ComingRow[]
}

/** Whether nothing after the first `end` rows of a batch may be learnt before these were taken. */
export type IsStop = (end: number) => boolean

/** The run that threads work for. */
interface Home {
  /** What the run goes on from, and where it comes back to. */
  readonly learners: RowLearners
  readonly files: KeyFiles
  readonly rows: Rows
}

/**
 * The series of a run on several threads, each of which has the states of some.
 *
 * What series have in common is in every thread. What rows show to other series comes here, and all threads hear it in
 * the order of the rows, before they learn a row whose numbers depend on it. So the number of threads changes no digit.
 */
export class KeysOnThreads {
  readonly #workers: readonly Worker[]
  readonly #home: Home
  /** The number of each series: it says its thread and its file. */
  readonly #numbers: Map<string, number>
  /** What came of rows that were learnt and not taken yet. */
  readonly #ready: TakenRow[] = []
  /** What threads have not heard yet, and the latest time of all that was shown. */
  #news: unknown[] = []
  #at: number
  /** P(Y ≤ y) of the row that was taken last. */
  lawAt: number | undefined

  constructor(work: Omit<KeysWork, 'folder' | 'places' | 'shared'>, size: number, home: Home) {
    this.#home = home
    const { files, learners } = home
    const { shared } = learners.model
    const places = files.each
    this.#numbers = new Map(places.map(([key, { number }]) => [key, number]))
    this.#at = shared?.at ?? Number.NaN
    const known = { folder: files.folder, shared: shared?.save() ?? null }
    this.#workers = Array.from({ length: size }, (_, i) => {
      const own = places.filter(([, { number }]) => number % size === i)
      const memory = Math.floor(work.memory / size)
      const workerData: KeysWork = { ...work, ...known, memory, places: own }
      return new Worker(new URL('./rowsOfThread.js', import.meta.url), { workerData })
    })
  }

  /**
   * The ends of pieces of a batch that were learnt: `next` gives their records in turn, while threads learn the next
   * piece. When the signal was given it ends after a piece, with nothing learnt that is not taken.
   */
  async *pieces(
    batch: Batch,
    from: number,
    isStop: IsStop,
    signal: AbortSignal,
  ): AsyncGenerator<number, void, void> {
    let learnt = from
    let sent = await this.#look(this.#cut(batch, from, isStop))
    while (learnt < batch.size) {
      const to = this.#isShared ? sent.from + alike(sent.coming, learnt - sent.from, this.#at) : sent.to
      const isNext = to === sent.to && to < batch.size && !isStop(to) && !signal.aborted
      const next = isNext ? this.#cut(batch, to, isStop) : undefined
      const learning = this.#learn(sent.rows.slice(learnt - sent.from, to - sent.from), next?.rows)
      // It is waited for below, unless the run ends with an error before that.
      learning.catch(() => {})
      if (learnt > from && this.#ready.length > 0) yield learnt
      const coming = await learning
      learnt = to
      if (next) sent = { ...next, coming }
      else if (signal.aborted || isStop(to)) {
        yield learnt
        signal.throwIfAborted()
        if (to < batch.size) sent = await this.#look(this.#cut(batch, to, isStop))
      }
    }
    if (this.#ready.length > 0) yield learnt
  }

  /** The record of the next row that was learnt, or what was wrong with it. */
  next(key: string): RowRecord {
    const { record, failure, unread, lawAt } = this.#ready.shift() as TakenRow
    if (failure) throw receivedError(failure)
    this.lawAt = lawAt
    return this.#home.learners.took(key, record as RowRecord, unread)
  }

  /** Lets threads hand their states to the files, and all that series have in common come here. */
  async hand(): Promise<void> {
    const answers = await this.#askAll<StateAnswer>(() => ({ ask: 'places' }))
    const places = answers.flatMap(({ places = [] }) => places)
    this.#home.files.hold(places.sort(([, a], [, b]) => a.number - b.number))
    this.#share(answers)
  }

  /** A checkpoint names the places of the states. */
  async keep(): Promise<void> {
    await this.#askAll(() => ({ ask: 'keep' }))
  }

  /** Brings the series that learnt last here, and what all have in common. */
  async bring(): Promise<void> {
    const { learners } = this.#home
    const key = learners.last
    if (key === null) return
    const answers = await this.#askAll<StateAnswer>(() => ({ ask: 'state', key }))
    const { state } = answers[this.#threadOf(key)] as StateAnswer
    if (state) learners.restoreOf(key, state)
    this.#share(answers)
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()))
  }

  /** Whether series learn from each other. */
  get #isShared(): boolean {
    return this.#home.learners.model.shared !== undefined
  }

  #share([first]: readonly StateAnswer[]): void {
    if (first?.shared) this.#home.learners.model.shared?.restore(first.shared)
  }

  /** The next rows of a batch. Where series learn from each other they are of different series. */
  #cut(batch: Batch, from: number, isStop: IsStop): Omit<Sent, 'coming'> {
    const { rows } = this.#home
    const most = Math.min(batch.size, from + AT_ONCE * this.#workers.length)
    const met = new Set<string>()
    const cut: KeyRow[] = []
    let to = from
    while (to < most) {
      rows.load(batch, to)
      const { key, values, texts } = rows
      if (this.#isShared && met.has(key)) break
      met.add(key)
      cut.push({ key, number: this.#numberOf(key), values: values.slice(), texts: [...texts] })
      to++
      if (isStop(to)) break
    }
    return { from, to, rows: cut }
  }

  async #look(sent: Omit<Sent, 'coming'>): Promise<Sent> {
    return { ...sent, coming: await this.#learn([], sent.rows) }
  }

  /** Learns rows that were sent, and sends those that come next. @returns how these look */
  async #learn(rows: readonly KeyRow[], next: readonly KeyRow[] = []): Promise<ComingRow[]> {
    const [mine, theirs] = [this.#byThread(rows), this.#byThread(next)]
    const answers = await this.#askAll<RowsAnswer>((i) => ({
      rows: theirs[i] as KeyRow[],
      take: (mine[i] as KeyRow[]).length,
    }))
    for (const taken of this.#inOrder(rows, answers, ({ taken }) => taken)) {
      this.#ready.push(taken)
      for (const one of taken.news ?? []) this.#hear(one as { readonly time: number })
    }
    return this.#isShared ? this.#inOrder(next, answers, ({ coming }) => coming) : []
  }

  #hear(news: { readonly time: number }): void {
    this.#news.push(news)
    if (news.time > this.#at) this.#at = news.time
  }

  /** What threads answered for rows, in the order of the rows. */
  #inOrder<Answer, T>(
    rows: readonly KeyRow[],
    answers: readonly Answer[],
    of: (a: Answer) => readonly T[],
  ): T[] {
    const at: number[] = answers.map(() => 0)
    return rows.map(({ key }) => {
      const i = this.#threadOf(key)
      const place = at[i] as number
      at[i] = place + 1
      return of(answers[i] as Answer)[place] as T
    })
  }

  #byThread(rows: readonly KeyRow[]): KeyRow[][] {
    const each = this.#workers.map((): KeyRow[] => [])
    for (const row of rows) each[this.#threadOf(row.key)]?.push(row)
    return each
  }

  #threadOf(key: string): number {
    return this.#numberOf(key) % this.#workers.length
  }

  #numberOf(key: string): number {
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    const number = this.#numbers.size
    this.#numbers.set(key, number)
    return number
  }

  /** One question for each thread; all hear the news first. */
  #askAll<Answer>(questionFor: (i: number) => Question): Promise<Answer[]> {
    const news = this.#news
    this.#news = []
    return Promise.all(
      this.#workers.map((worker, i) =>
        askThread<Answer>(worker, { ...questionFor(i), news } as KeysQuestion),
      ),
    )
  }
}

type Question = KeysQuestion extends infer Each ? (Each extends unknown ? Omit<Each, 'news'> : never) : never

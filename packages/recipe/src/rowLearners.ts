import { ArgumentError, type Keyed, keyed, readSave, type Store, writeSave } from 'credence'
import { bytes, counter, nullable, shape, string } from 'credence/kinds'
import type { RowRecord } from './record.ts'
import type { RowLearner, RowModel, RowReader, RowState } from './rowModel.ts'

/** Where the states of series are kept that are not at hand. */
export interface KeysKeeping {
  /** Bytes that those at hand may take, about. */
  readonly memory: number
  readonly store: Store
}

/** A row before it is learnt. Plain data. */
export interface ComingRow {
  /** When it is, on the clock that all series share; NaN where that is not known. */
  readonly time: number
  /** Whether it has no outcome: then it shows nothing to other series. */
  readonly blank: boolean
}

/** What a run over many series goes on from; their states are in the store. Plain data. */
interface KeysLeft {
  readonly t: number
  /** The series that learnt last; null before the first row. */
  readonly last: string | null
  /** What they have in common; null where each is learnt alone. */
  readonly shared: Uint8Array | null
}

/**
 * A recipe at work on the rows of many series: each has a state of its own, made when its first row comes.
 *
 * Where they learn nothing from each other, the numbers of a series are those of a file with its rows alone, bit for bit.
 * `t` counts the rows of all.
 */
export class RowLearners {
  readonly model: RowModel
  /** The cell of the target in the last row, where it is there and is not an outcome. */
  unread: string | undefined
  /** Rows taken, also those without an outcome. */
  t = 0
  readonly #reader: RowReader
  readonly #each: Keyed<unknown, RowRecord, RowRecord, RowState, unknown>
  readonly #first: RowLearner
  #last: string | null = null

  /** @param one at work on no row yet: what each series begins as */
  constructor(one: RowLearner, keeping: KeysKeeping) {
    this.model = one.model
    this.#first = one
    this.#reader = one.reader
    this.#each = keyed(one.model as never, keeping)
  }

  /** Forecasts, learns, and reports both. */
  step(row: Float64Array, texts: readonly string[], key: string): RowRecord {
    const state = this.#each.state(key)
    const { input, y, unread } = this.#reader.read(row, texts, state)
    const record = y === undefined ? this.model.pass(state, input) : this.#each.learn(key, input, y as number)
    return this.took(key, record, unread)
  }

  /** The record of a row of this series, which was learnt here or in another thread: as the next of all. */
  took(key: string, record: RowRecord, unread: string | undefined): RowRecord {
    this.#last = key
    this.unread = unread
    this.t++
    return { ...record, t: this.t }
  }

  /** What a row that is not learnt yet will mean to other series. Rows of its series that come before it must be learnt. */
  coming(row: Float64Array, texts: readonly string[], key: string): ComingRow {
    try {
      const state = this.#each.state(key)
      const { input, y } = this.#reader.read(row, texts, state)
      return { time: this.model.timeOf?.(state, input) ?? Number.NaN, blank: y === undefined }
    } catch {
      // Whatever is wrong with it shows when it is learnt.
      return { time: Number.NaN, blank: false }
    }
  }

  /** The learner within of the series that learnt last. */
  get learner(): object {
    return this.model.within(this.#lastState)
  }

  /** The learner within of one of the series. */
  learnerOf(key: string): object {
    return this.model.within(this.#each.state(key))
  }

  /** Whether outcomes are classes. */
  get classifies(): boolean {
    return this.model.classifies(this.#lastState)
  }

  /** Experts of different series are not the same experts: nothing is said of their weights and losses. */
  readonly weights: undefined
  readonly losses: undefined

  get lawAt(): number | undefined {
    return this.model.lawAt
  }

  get inner(): RowModel['inner'] {
    return this.model.inner
  }

  get reasons(): RowModel['reasons'] {
    return this.model.reasons
  }

  get #lastState(): RowState {
    return this.#last === null ? this.#first.state : this.#each.state(this.#last)
  }

  /** Hands all states to the store, and returns what else is needed to go on. */
  save(): Uint8Array {
    this.flush()
    return this.left
  }

  /** Hands all states to the store. */
  flush(): void {
    this.#each.flush()
  }

  /** The state of one of the series. */
  saveOf(key: string): Uint8Array {
    return this.#each.save(key)
  }

  /** Goes on from a state of one of the series that another thread has saved. */
  restoreOf(key: string, bytes: Uint8Array): void {
    this.#each.restore(key, bytes)
  }

  /** The series that learnt last; null before the first row. */
  get last(): string | null {
    return this.#last
  }

  /** What is needed to go on, besides the states. */
  get left(): Uint8Array {
    const shared = this.model.shared?.save() ?? null
    const state: KeysLeft = { t: this.t, last: this.#last, shared }
    return writeSave({ description: DESCRIPTION, state })
  }

  /** Goes on from a save, with the store that it was made with. */
  restore(bytes: Uint8Array): this {
    const { description, state } = readSave(bytes)
    if (JSON.stringify(description) !== JSON.stringify(DESCRIPTION))
      throw new ArgumentError('the save is of one series, and this run is of many', 'other-save')
    LEFT.check(state, 'series')
    const { t, last, shared } = state as KeysLeft
    if (shared) this.model.shared?.restore(shared)
    this.t = t
    this.#last = last
    return this
  }
}

const DESCRIPTION = { model: 'rows by key' }
const LEFT = shape<KeysLeft>({ t: counter, last: nullable(string), shared: nullable(bytes()) })

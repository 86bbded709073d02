import { show } from '../base/check.ts'
import { ArgumentError } from '../base/errors.ts'
import { expectSame, fromBytes, toBytes } from '../base/save/save.ts'
import { bytes as bytesOf, listOf, names, nullable, type StateShape, shape } from '../base/shape.ts'
import { Keyed, type KeyedOptions } from '../live/keyed.ts'
import type { LateOutcome } from '../live/live.ts'
import type { RawRow } from '../rows/rows.ts'
import type { AutoLearner } from './auto.ts'
import type { AutoAnswer, AutoIssued, AutoModel, AutoState } from './autoModel.ts'
import type { AutoRound } from './autoRound.ts'
import type { Pool } from './pool/pool.ts'

/** Where the series of a table are kept: see `keyed`. */
export type EachKeeping = Pick<KeyedOptions, 'capacity' | 'store'>

interface EachSave {
  /** What all series share; null where each is learnt alone. */
  readonly pool: Uint8Array | null
  readonly keys: readonly string[]
  readonly states: readonly Uint8Array[]
}

const SAVED: StateShape<EachSave> = /* @__PURE__ */ shape<EachSave>({
  pool: nullable(bytesOf()),
  keys: names,
  states: listOf(bytesOf(), ({ keys }: EachSave) => keys.length),
})

/**
 * `auto` on a table of several series: each by a learner of its own, and by what the others know.
 *
 *     const stores = auto({ by: 'store' })
 *     stores.learn({ day: '2026-03-01', store: 'north' }, 512)
 *     stores.predict({ day: '2026-03-02', store: 'north' }).upper
 *     stores.of('north').path(14)
 *
 * Numbers are learnt from other series too, as far as that was right for each: see `Pool`. It takes rows in the order of
 * their times. Classes, rows forecast several ahead and series that are learnt `alone` have the numbers of an `auto` of
 * their own, bit for bit. The columns that tell series apart are not features: within a series they are always the same.
 */
export class AutoEach<Answer = AutoAnswer> {
  readonly model: AutoModel
  /** The columns that tell series apart. */
  readonly by: readonly string[]
  #keyed: Keyed<RawRow, AutoAnswer, AutoRound, AutoState, AutoIssued>
  readonly #keeping: EachKeeping
  /** At work on no row: what each series begins as. */
  readonly one: AutoLearner<Answer>
  /** What all series share; undefined where each is learnt alone. */
  readonly pool: Pool | undefined

  constructor(
    one: AutoLearner<Answer>,
    by: readonly string[],
    pool: Pool | undefined,
    keeping: EachKeeping = {},
  ) {
    const model = one.model as unknown as AutoModel
    this.one = one
    this.pool = pool
    this.model = model
    this.by = by
    this.#keyed = new Keyed(model, keeping)
    this.#keeping = keeping
  }

  /** The key of the series that a row is of: its cell, or several as JSON. */
  keyOf(row: RawRow): string {
    const cells = this.by.map((name) => {
      const cell = (row as Readonly<Record<string, unknown>>)[name]
      if (cell === undefined || cell === null)
        throw new ArgumentError(
          `a row must say which series it is of in ${JSON.stringify(name)}; received ${show(cell)}`,
          'bad-row',
        )
      return String(cell)
    })
    return cells.length === 1 ? cells[0] : JSON.stringify(cells)
  }

  predict(row: RawRow, options: { readonly id?: string | number } = {}): Answer {
    return this.#keyed.predict(this.keyOf(row), this.#rest(row), options) as Answer
  }

  /** Learns the outcome of a row: a number, or the name of a class. */
  learn(row: RawRow, y: number | string | boolean): AutoRound {
    return this.#keyed.learn(this.keyOf(row), this.#rest(row), y as number)
  }

  /** Learns the outcome of a forecast of this series that was given an id. */
  learnLate(key: string, late: LateOutcome): AutoRound {
    return this.#keyed.learn(key, late)
  }

  has(key: string): boolean {
    return this.#keyed.has(key)
  }

  /** One series: its coverage, its columns, its path. What it learns here, it learns. */
  of(key: string): AutoLearner<Answer> {
    if (!this.has(key)) throw new ArgumentError(`no series ${JSON.stringify(key)} was learnt`, 'no-such-key')
    return this.one.over(this.#keyed.state(key))
  }

  /** The series whose states are at hand. */
  keys(): IterableIterator<string> {
    return this.#keyed.keys()
  }

  get size(): number {
    return this.#keyed.size
  }

  /** All that is remembered. With a store, the states go there. */
  save(): Uint8Array {
    const stored = this.#keeping.store !== undefined
    if (stored) this.#keyed.flush()
    const keys = stored ? [] : [...this.#keyed.keys()]
    const pool = this.pool?.save() ?? null
    const state: EachSave = { pool, keys, states: keys.map((key) => this.#keyed.save(key)) }
    return toBytes({ description: this.#description, state })
  }

  /** Goes on from a save of the same model, bit for bit. */
  restore(bytes: Uint8Array): this {
    const { description, state } = fromBytes(bytes)
    expectSame(description, this.#description)
    SAVED.check(state, '')
    const { pool, keys, states } = state as EachSave
    // Beside the series that are here: one that is refused must not change any, and those of before are no part of the save.
    const restored = new Keyed(this.model, this.#keeping)
    keys.forEach((key, i) => {
      restored.restore(key, states[i])
    })
    if (pool) this.pool?.restore(pool)
    this.#keyed = restored
    return this
  }

  get #description(): { model: string; by: string[]; of: AutoModel['description'] } {
    return { model: 'auto-each', by: [...this.by], of: this.model.description }
  }

  #rest(row: RawRow): RawRow {
    const rest = Object.entries(row).filter(([name]) => !this.by.includes(name))
    return Object.fromEntries(rest) as RawRow
  }
}

import { ArgumentError } from '../base/errors.ts'
import { expectSame, fromBytes, toBytes } from '../base/save/save.ts'
import { bytes, listOf, names, type StateShape, shape, string, tupleOf, whole } from '../base/shape.ts'
import { type Keyed, type KeyedOptions, keyed } from '../live/keyed.ts'
import type { Path } from '../paths/path.ts'
import type { PathRound } from '../paths/pathInput.ts'
import { PATHS, type PathOptions } from '../paths/paths.ts'
import { type KeyInput, type KeyIssued, KeyModel, type KeyState } from './keyModel.ts'
import { Rehearsals } from './rehearsals.ts'
import type { SharedState, Tally } from './shared.ts'

/** Where the series of a crowd are kept: see `keyed`. */
export type CrowdKeeping = Pick<KeyedOptions, 'capacity' | 'store'>

interface CrowdSave {
  readonly shared: SharedState
  readonly tally: Tally
  readonly at: number
  readonly keys: readonly string[]
  readonly states: readonly Uint8Array[]
  readonly rehearsals: readonly (readonly [string, KeyState])[]
}

/**
 * Many series that learn from each other: a path for each key, told what all keys have shown.
 *
 *     const shops = crowd({ steps: 12, seasons: [12] })
 *     for (const { shop, month, sales } of rows) shops.learn(shop, { at: month }, sales)   // months in their order
 *     shops.predict('north').steps[0].mean
 *
 * Each key weighs its experts by its own errors. It starts from the weights that were right for other keys at its age,
 * with their season, growth and typical errors. So a new key starts well, and an odd one leaves the crowd.
 *
 * What is shared is learnt when a period is over: when a row of a later place comes. Rows of one place may come in any
 * order, and none of them has seen the others.
 */
export class Crowd {
  readonly model: KeyModel
  readonly #keeping: CrowdKeeping
  #keyed: Keyed<KeyInput, Path, PathRound, KeyState, KeyIssued>
  readonly #rehearsals: Rehearsals
  /** The place of the period that is open; −1 before the first. */
  #at = -1
  /** What is shared, the open period included: made when it is asked for. */
  #ahead: SharedState | undefined

  constructor(options: PathOptions, keeping: CrowdKeeping = {}) {
    this.model = new KeyModel(PATHS.read(options))
    this.#keyed = keyed(this.model, keeping)
    this.#keeping = keeping
    this.#rehearsals = new Rehearsals(this.model)
  }

  /** Learns the next outcome of a key. Places must not fall: rows of all keys come in the order of their places. */
  learn(key: string, input: KeyInput, y: number): PathRound {
    const last = this.#keyed.has(key) ? this.#keyed.state(key).last : -1
    const at = input.at ?? (last < 0 ? Math.max(0, this.#at) : last + 1)
    if (at < this.#at) {
      throw new ArgumentError(
        `rows of all keys come in the order of their places: ${at} of ${JSON.stringify(key)} comes after ${this.#at}`,
      )
    }
    // A row that is refused must not end the period.
    this.model.expect(last, { ...input, at }, y)
    if (at > this.#at) this.close()
    const round = this.#keyed.learn(key, { ...input, at }, y)
    this.#rehearsals.learn(key, { ...input, at }, y, this.#keyed.state(key))
    this.#at = at
    this.#ahead = undefined
    return round
  }

  /** The next rows of a key, as all know it by now. */
  predict(key: string, input: KeyInput = {}): Path {
    const { model } = this
    const { shared } = model
    model.shared = this.#closed()
    try {
      return this.#keyed.predict(key, input)
    } finally {
      model.shared = shared
    }
  }

  /** Ends the period: what its rows have shown is shared. A row of a later place does it by itself. */
  close(): void {
    const { model } = this
    if (model.tally.sums.period[0] === 0) return
    model.sharing.close(model.shared, model.tally)
    model.tally = model.sharing.tally()
    this.#ahead = undefined
  }

  has(key: string): boolean {
    return this.#keyed.has(key)
  }

  /** The keys whose states are at hand. */
  keys(): IterableIterator<string> {
    return this.#keyed.keys()
  }

  get size(): number {
    return this.#keyed.size
  }

  /** Outcomes learnt by a key. */
  round(key: string): number {
    return this.#keyed.round(key)
  }

  delete(key: string): void {
    this.#keyed.delete(key)
    this.#rehearsals.states.delete(key)
  }

  /** All that is remembered. With a store, the states go there, and the bytes hold what is shared. */
  save(): Uint8Array {
    const { model } = this
    const stored = this.#keeping.store !== undefined
    const keys = stored ? [] : [...this.#keyed.keys()]
    if (stored) this.#keyed.flush()
    const state: CrowdSave = {
      shared: model.shared,
      tally: model.tally,
      at: this.#at,
      keys,
      states: keys.map((key) => this.#keyed.save(key)),
      rehearsals: [...this.#rehearsals.states],
    }
    return toBytes({ description: model.description, state })
  }

  /** Goes on from a save of a crowd with the same options, bit for bit. */
  restore(bytes: Uint8Array): this {
    const { model } = this
    const { description, state } = fromBytes(bytes)
    expectSame(description, model.description)
    const { shared, tally, at, keys, states, rehearsals } = this.#accept(state)
    // Beside the series that are here: one that is refused must not change any, and those of before are no part of the save.
    const restored = keyed(model, this.#keeping)
    keys.forEach((key, i) => {
      restored.restore(key, states[i])
    })
    this.#keyed = restored
    this.#rehearsals.states.clear()
    for (const [key, own] of rehearsals) this.#rehearsals.states.set(key, own)
    model.shared = shared
    model.tally = tally
    this.#at = at
    this.#ahead = undefined
    return this
  }

  #closed(): SharedState {
    const { model } = this
    if (model.tally.sums.period[0] === 0) return model.shared
    this.#ahead ??= model.sharing.ahead(model.shared, model.tally)
    return this.#ahead
  }

  #accept(state: unknown): CrowdSave {
    const { sharing, init } = this.model
    shape<CrowdSave>({
      shared: sharing.stateShape,
      tally: sharing.tallyShape,
      at: whole(-1),
      keys: names,
      states: listOf(bytes(), ({ keys }: CrowdSave) => keys.length),
      rehearsals: listOf(tupleOf<unknown>([string, init]) as StateShape<[string, KeyState]>),
    }).check(state, '')
    return state as CrowdSave
  }
}

/** Many series that learn from each other. */
export function crowd(options: PathOptions, keeping: CrowdKeeping = {}): Crowd {
  return new Crowd(options, keeping)
}

import { approximateBytes } from '../base/approximateBytes.ts'
import { expectMethods, positiveInteger, refuseUnknown, show } from '../base/check.ts'
import { ArgumentError } from '../base/errors.ts'
import type { Model, Modelled } from '../nouns/model.ts'
import { type IdOptions, idIn, NONE } from './idOptions.ts'
import { isLate, type Lateness, type LateOutcome, Live, type LiveState } from './live.ts'
import { modelOf } from './modelOf.ts'
import type { Id } from './openRounds.ts'

/** Where the states of keys go that are not at hand: a Map of bytes, a folder, a database. */
export interface Store {
  get(key: string): Uint8Array | undefined
  put(key: string, bytes: Uint8Array): void
  delete(key: string): void
}

export interface KeyedOptions {
  /** How many states are kept at hand; the least recently used goes to the store. @default no limit */
  readonly capacity?: number
  /** Bytes that the states at hand may take, about; beyond them the least recently used go to the store. @default no limit */
  readonly memory?: number
  /** Where the others go. Without a store a limit is an error: states would be lost. */
  readonly store?: Store
  /** How many predictions of one key may wait for their outcome at once. @default 1000 */
  readonly openRounds?: number
  /** True if `learn(key, y)` means the forecast given last. @default false */
  readonly pending?: boolean
}

/**
 * One model, and a state for each key, made when the key is first seen. Scratch belongs to the model and is shared.
 *
 * A key's numbers are those of a learner of its own, bit for bit.
 */
export class Keyed<Input = unknown, Answer = unknown, Round = unknown, State = unknown, Issued = unknown> {
  readonly model: Model<Input, Answer, Round, State, Issued>
  readonly #live: Live<Input, Answer, Round, State, Issued>
  /** Least recently used first: a Map remembers the order of insertion. */
  readonly #streams = new Map<string, LiveState<State>>()
  readonly #capacity: number
  readonly #memory: number
  /** What each state took when it was last measured, and their sum. */
  readonly #sizes = new Map<string, number>()
  #bytes = 0
  readonly #store: Store | undefined

  constructor(model: Model<Input, Answer, Round, State, Issued>, options: KeyedOptions = {}) {
    refuseUnknown('keyed', options, ['capacity', 'memory', 'store', 'openRounds', 'pending'])
    const { capacity, memory, store, ...liveOptions } = options
    if (capacity !== undefined) positiveInteger('capacity', capacity)
    if (store) expectMethods('store', store, ['get', 'put', 'delete'])
    if (memory !== undefined) positiveInteger('memory', memory)
    for (const [name, limit] of Object.entries({ capacity, memory })) {
      if (limit === undefined || store) continue
      throw new ArgumentError(`${name} ${limit} needs a store: states beyond it would be lost`)
    }
    this.model = model
    this.#live = new Live(model, liveOptions)
    this.#capacity = capacity ?? Infinity
    this.#memory = memory ?? Infinity
    this.#store = store
  }

  /** The forecast of this key. Changes nothing but for the open forecasts: see `Learner.predict`. */
  predict(key: string, input: Input, options: IdOptions = NONE): Answer {
    const id = idIn('predict', options)
    // Who only asks about a key leaves none behind.
    if (id === undefined && !this.has(expectKey(key))) return this.#live.predict(this.#live.init(), input)
    return this.#on(key, (live) => this.#live.predict(live, input, id))
  }

  /** Learns an outcome of this key: with its input, or by the id of its forecast. */
  learn(key: string, input: Input, y: number): Round
  learn(key: string, late: LateOutcome): Round
  learn(key: string, first: Input | LateOutcome, y?: number): Round {
    return this.#on(key, (live) =>
      y === undefined && isLate(first)
        ? this.#live.learnById(live, first.id, first.y)
        : this.#live.learn(live, first as Input, y as number),
    )
  }

  /** Learns the outcome of the forecast that this key gave last, without an id. */
  learnPending(key: string, y: number): Round {
    return this.#on(key, (live) => this.#live.learnPending(live, y))
  }

  /** Gives up on the outcome of an open prediction. */
  skip(key: string, id: Id): void {
    this.#on(key, (live) => this.#live.skip(live, id))
  }

  has(key: string): boolean {
    return this.#streams.has(key) || this.#store?.get(key) !== undefined
  }

  /** The model's state of this key, live. */
  state(key: string): State {
    return this.#at(key).state
  }

  /** Outcomes learnt by this key. */
  round(key: string): number {
    return this.#at(key).round
  }

  lateness(key: string): Lateness {
    return this.#live.lateness(this.#at(key))
  }

  delete(key: string): void {
    this.#forget(key)
    this.#store?.delete(key)
  }

  /** The keys whose states are at hand, least recently used first. */
  keys(): IterableIterator<string> {
    return this.#streams.keys()
  }

  /** How many states are at hand. */
  get size(): number {
    return this.#streams.size
  }

  /** All that is remembered of a key, as bytes with a version and a checksum. */
  save(key: string): Uint8Array {
    return this.#toBytes(this.#at(key))
  }

  /** Goes on from a save of a key of the same model. What is damaged or of another model is refused. */
  restore(key: string, bytes: Uint8Array): void {
    this.#keep(expectKey(key), this.#live.restore(bytes))
  }

  /** Hands every state to the store; they stay at hand. */
  flush(): void {
    const store = this.#expectStore()
    for (const [key, live] of this.#streams) store.put(key, this.#toBytes(live))
  }

  /** A call that throws leaves no key behind. */
  #on<T>(key: string, call: (live: LiveState<State>) => T): T {
    const known = this.#streams.has(key)
    const live = this.#at(key)
    try {
      const given = call(live)
      this.#measure(key, live)
      return given
    } catch (error) {
      // If it came from the store, it is still there as it was.
      if (!known) this.#forget(key)
      throw error
    }
  }

  #at(key: string): LiveState<State> {
    const found = this.#streams.get(key)
    if (!found) return this.#keep(expectKey(key), this.#fetch(key) ?? this.#live.init())
    if (this.#store) {
      this.#streams.delete(key)
      this.#streams.set(key, found)
    }
    return found
  }

  #keep(key: string, live: LiveState<State>): LiveState<State> {
    if (!this.#streams.has(key) && this.#streams.size >= this.#capacity) this.#evict()
    this.#streams.set(key, live)
    return live
  }

  #evict(): void {
    const [key, live] = this.#streams.entries().next().value as [string, LiveState<State>]
    // Before it is let go: a store that throws must not lose it.
    this.#expectStore().put(key, this.#toBytes(live))
    this.#forget(key)
  }

  #forget(key: string): void {
    this.#streams.delete(key)
    this.#bytes -= this.#sizes.get(key) ?? 0
    this.#sizes.delete(key)
  }

  /** States grow ever slower: each is measured when its rounds have doubled. */
  #measure(key: string, live: LiveState<State>): void {
    const { round } = live
    if (this.#memory === Infinity || (this.#sizes.has(key) && (round & (round - 1)) !== 0)) return
    const size = approximateBytes(live)
    this.#bytes += size - (this.#sizes.get(key) ?? 0)
    this.#sizes.set(key, size)
    while (this.#bytes > this.#memory && this.#streams.size > 1) this.#evict()
  }

  #fetch(key: string): LiveState<State> | undefined {
    const bytes = this.#store?.get(key)
    return bytes && this.#live.restore(bytes)
  }

  #toBytes(live: LiveState<State>): Uint8Array {
    return this.#live.save(live, 'compact') as Uint8Array
  }

  #expectStore(): Store {
    if (!this.#store) throw new ArgumentError('keyed was given no store', 'not-supported')
    return this.#store
  }
}

export function keyed<Input, Answer, Round, State, Issued>(
  model: Modelled<Model<Input, Answer, Round, State, Issued>>,
  options: KeyedOptions = {},
): Keyed<Input, Answer, Round, State, Issued> {
  return new Keyed(modelOf(model), options)
}

function expectKey(key: string): string {
  if (typeof key === 'string') return key
  throw new ArgumentError(`a key must be a string; received ${show(key)}`)
}

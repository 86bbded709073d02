import type { Fleet } from '../../src/conformal/fleet.ts'
import type { HorizonLearner } from '../../src/conformal/horizons.ts'
import type { Crowd } from '../../src/crowd/crowd.ts'
import type { Keyed } from '../../src/live/keyed.ts'
import type { Id } from '../../src/live/openRounds.ts'
import * as everything from '../all.ts'

/** What a program does to a learner, whatever it is. */
export interface Any {
  predict(input: unknown, options?: { readonly id?: Id }): unknown
  learn(...args: unknown[]): unknown
  skip?(id: Id): void
  mark?(name: string): void
  add?(rule: unknown): unknown
  retire?(expert: number): unknown
  save(format?: 'json'): Uint8Array | string
  restore(saved: Uint8Array | string): unknown
  /** The save of one of many streams, which `restore` takes too. */
  part?(): Uint8Array
  clone?(): Any
  /** All that is remembered, open predictions among it. */
  readonly stream: unknown
}

const KEYS = ['a', 'b', 'c']

/** `keyed` as one learner, whose rounds go to three keys in turn. */
class KeyedStreams implements Any {
  readonly #keyed: Keyed
  #turn = 0

  constructor(keyed: Keyed) {
    this.#keyed = keyed
  }

  predict(input: unknown, options: { readonly id?: Id } = {}): unknown {
    return this.#keyed.predict(this.#key(options.id), input, options)
  }

  learn(...[first, y]: unknown[]): unknown {
    if (y !== undefined) return this.#keyed.learn(this.#key(), first, y as number)
    return this.#keyed.learn(this.#key((first as { id: Id }).id), first as never)
  }

  skip(id: Id): void {
    this.#keyed.skip(this.#key(id), id)
  }

  save(): Uint8Array {
    const parts = KEYS.map((key) => this.#keyed.save(key))
    return everything.writeSave({ description: 'keys', state: { parts, turn: this.#turn } })
  }

  part(): Uint8Array {
    return this.#keyed.save(KEYS[0])
  }

  restore(saved: Uint8Array): void {
    const { description, state } = everything.readSave(saved)
    if (description !== 'keys') {
      this.#keyed.restore(KEYS[0], saved)
      return
    }
    const { parts, turn } = state as { parts: Uint8Array[]; turn: number }
    for (const [i, key] of KEYS.entries()) this.#keyed.restore(key, parts[i])
    this.#turn = turn
  }

  get stream(): unknown {
    return KEYS.map((key) => this.#keyed.save(key))
  }

  /** A forecast with an id is always of the same key; the others take turns. */
  #key(id?: Id): string {
    return KEYS[(id === undefined ? this.#turn++ : Number(id)) % KEYS.length]
  }
}

/** What is remembered in one save. */
class SavedWhole {
  readonly #whole: { save(): Uint8Array; restore(saved: Uint8Array): unknown }

  constructor(whole: { save(): Uint8Array; restore(saved: Uint8Array): unknown }) {
    this.#whole = whole
  }

  save(): Uint8Array {
    return this.#whole.save()
  }

  restore(saved: Uint8Array): void {
    this.#whole.restore(saved)
  }

  get stream(): unknown {
    return this.#whole.save()
  }
}

/** Three keys of a crowd in turn, a period after the other, with gaps. It knows no ids: what has one is the row of a key. */
class CrowdStreams extends SavedWhole implements Any {
  readonly #crowd: Crowd

  constructor(crowd: Crowd) {
    super(crowd)
    this.#crowd = crowd
  }

  predict(input: unknown, { id = this.#rounds() }: { readonly id?: Id } = {}): unknown {
    return this.#crowd.predict(KEYS[Number(id) % KEYS.length], knownIn(input))
  }

  learn(...[first, y]: unknown[]): unknown {
    const rounds = this.#rounds()
    const key = y === undefined ? Number((first as { id: Id }).id) : rounds
    const outcome = y === undefined ? (first as { y: number }).y : (y as number)
    const period = Math.floor(rounds / KEYS.length)
    const at = period + 5 * (period >> 4)
    const known = y === undefined ? {} : knownIn(first)
    return this.#crowd.learn(KEYS[key % KEYS.length], { at, ...known }, outcome)
  }

  #rounds(): number {
    return KEYS.reduce((sum, key) => sum + (this.#crowd.has(key) ? this.#crowd.round(key) : 0), 0)
  }
}

function knownIn(input: unknown): { readonly known?: readonly number[][] } {
  const { known } = input as { readonly known?: readonly number[][] }
  return known ? { known } : {}
}

/** Paths of forecasts: an outcome with the id of a path is that of one of its steps. */
class Paths extends SavedWhole implements Any {
  readonly #learner: HorizonLearner

  constructor(learner: HorizonLearner) {
    super(learner)
    this.#learner = learner
  }

  predict(input: unknown, { id = -1 }: { readonly id?: Id } = {}): unknown {
    return this.#learner.predict(this.#path(input), { id })
  }

  learn(first: unknown): unknown {
    const { id, y } = first as { id: number; y: number }
    return this.#learner.learn({ id, step: this.#step(id), y })
  }

  skip(id: Id): void {
    this.#learner.skip(id, this.#step(Number(id)))
  }

  #path(input: unknown): number[] {
    return Array.from({ length: this.#learner.steps }, (_, step) => (input as number) + step)
  }

  #step(id: number): number {
    return 1 + (Math.abs(id) % this.#learner.steps)
  }
}

/** Three series of a fleet that see the same forecast and outcome, one of them not in every round. */
class Ships implements Any {
  readonly #fleet: Fleet
  readonly #lower = new Float64Array(KEYS.length)
  readonly #upper = new Float64Array(KEYS.length)

  constructor(fleet: Fleet) {
    this.#fleet = fleet
    fleet.add(...KEYS)
  }

  predict(input: unknown): unknown {
    const forecast = input as number
    const last = forecast > 1 ? Number.NaN : forecast
    this.#fleet.predictAll([forecast, -forecast, last], this.#lower, this.#upper)
    return { lower: this.#lower[0], upper: this.#upper[0] }
  }

  learn(y: unknown): unknown {
    const outcome = y === null ? Number.NaN : (y as number)
    this.#fleet.learnAll([outcome, outcome, Number.NaN])
    return undefined
  }

  save(): Uint8Array {
    return this.#fleet.save()
  }

  restore(saved: Uint8Array): void {
    this.#fleet.restore(saved)
  }

  /** Series by series: the whole has room for many more, and would take most of the time of all programs. */
  get stream(): unknown {
    return this.#fleet.keys.map((key) => this.#fleet.save(key))
  }
}

/** What programs are built from: the public names, with those of many streams behind the interface of one. */
export const names: Readonly<Record<string, unknown>> = {
  ...everything,
  keyed(of: never, options: { readonly capacity?: number }) {
    const kept = new Map<string, Uint8Array>()
    const store = {
      get: (key: string) => kept.get(key),
      put: (key: string, bytes: Uint8Array) => void kept.set(key, bytes),
      delete: (key: string) => void kept.delete(key),
    }
    return new KeyedStreams(everything.keyed(of, options.capacity ? { ...options, store } : options))
  },
  crowd: (options: everything.PathOptions) => new CrowdStreams(everything.crowd(options)),
  horizons: (options: everything.HorizonOptions) => new Paths(everything.horizons(options)),
  fleet: (options: everything.FleetOptions) => new Ships(everything.fleet(options)),
}

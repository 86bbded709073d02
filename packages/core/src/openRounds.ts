import { type Beliefs, createBeliefs } from './beliefs.ts'
import { show } from './check.ts'
import { ArgumentError } from './errors.ts'
import { createWeights, type Weights } from './weights.ts'

/** Names a prediction whose outcome comes later. */
export type Id = string | number

/** Predictions that wait for their outcome, with the beliefs and weights they were issued with. Plain data. */
export interface OpenRoundsState {
  /** By slot; null is free. */
  readonly ids: (Id | null)[]
  /** When each slot was issued, by slot: the order of expiry. */
  readonly issued: Float64Array
  /** How many rounds had been learnt when each slot was issued, by slot. */
  readonly rounds: Float64Array
  /** By slot: x, mean, variance, noise, awake, weights, log-weights. */
  readonly data: Float64Array
  /** The last ids that were closed, and how: a ring. */
  readonly closed: { id: Id; how: 'answered' | 'skipped' | 'expired' }[]
  closings: number
  sequence: number
  answered: number
  skipped: number
  expired: number
  outOfOrder: number
}

/** What an open round was issued with, as `recall` fills it. */
export interface Issued {
  readonly x: Float64Array
  readonly beliefs: Beliefs
  readonly weights: Weights
}

export function createIssued(dimension: number, size: number): Issued {
  return { x: new Float64Array(dimension), beliefs: createBeliefs(size), weights: createWeights(size) }
}

export function createOpenRounds(capacity: number, dimension: number, size: number): OpenRoundsState {
  return {
    ids: new Array<Id | null>(capacity).fill(null),
    issued: new Float64Array(capacity),
    rounds: new Float64Array(capacity),
    data: new Float64Array(capacity * (dimension + 6 * size)),
    closed: [],
    closings: 0,
    sequence: 0,
    answered: 0,
    skipped: 0,
    expired: 0,
    outOfOrder: 0,
  }
}

function partsOf({ x, beliefs, weights }: Issued): readonly Float64Array[] {
  const { mean, variance, noise, awake } = beliefs
  return [x, mean, variance, noise, awake, weights.linear, weights.log]
}

/** The open rounds of a learner: the state, and an index of it that is derived, not saved. */
export class OpenRounds {
  readonly state: OpenRoundsState
  /** Slot by id, oldest first: a Map remembers the order of insertion. */
  readonly #slots = new Map<Id, number>()
  readonly #free: number[] = []

  constructor(state: OpenRoundsState) {
    this.state = state
    const taken: number[] = []
    for (let slot = state.ids.length - 1; slot >= 0; slot--) {
      if (state.ids[slot] === null) this.#free.push(slot)
      else taken.push(slot)
    }
    taken.sort((a, b) => state.issued[a] - state.issued[b])
    for (const slot of taken) this.#slots.set(state.ids[slot] as Id, slot)
  }

  get size(): number {
    return this.#slots.size
  }

  /** @param round how many rounds have been learnt */
  keep(id: Id, issued: Issued, round: number): void {
    if (this.#slots.has(id)) throw new ArgumentError(`id ${show(id)} is already waiting for its outcome`)
    if (this.#free.length === 0) this.#expireOldest()
    const { state } = this
    const slot = this.#free.pop() as number
    state.ids[slot] = id
    state.issued[slot] = state.sequence++
    state.rounds[slot] = round
    this.#slots.set(id, slot)
    let at = slot * this.#width
    for (const part of partsOf(issued)) {
      state.data.set(part, at)
      at += part.length
    }
  }

  /** Fills `out` with what `id` was issued with, and says after how many rounds; it stays open. */
  recall(id: Id, out: Issued): number {
    const slot = this.#slots.get(id)
    if (slot === undefined) throw new ArgumentError(this.#whyUnknown(id))
    let at = slot * this.#width
    for (const part of partsOf(out)) {
      part.set(this.state.data.subarray(at, at + part.length))
      at += part.length
    }
    return this.state.rounds[slot]
  }

  close(id: Id, how: 'answered' | 'skipped'): void {
    if (!this.#slots.has(id)) throw new ArgumentError(this.#whyUnknown(id))
    if (how === 'answered' && this.#oldest !== id) this.state.outOfOrder++
    this.#release(id, how)
  }

  get #width(): number {
    return this.state.data.length / this.state.ids.length
  }

  get #oldest(): Id {
    return this.#slots.keys().next().value as Id
  }

  #expireOldest(): void {
    this.#release(this.#oldest, 'expired')
  }

  #release(id: Id, how: 'answered' | 'skipped' | 'expired'): void {
    const { state } = this
    const slot = this.#slots.get(id) as number
    this.#slots.delete(id)
    this.#free.push(slot)
    state.ids[slot] = null
    state[how]++
    const at = state.closings++ % state.ids.length
    if (at === state.closed.length) state.closed.push({ id, how })
    else Object.assign(state.closed[at], { id, how })
  }

  #whyUnknown(id: Id): string {
    const { closed, closings } = this.state
    let past: (typeof closed)[number] | undefined
    // From the latest back: an id may have been used before.
    for (let i = 1; i <= closed.length && !past; i++) {
      const entry = closed[(closings - i) % this.state.ids.length]
      if (entry.id === id) past = entry
    }
    if (!past) return `no open prediction has the id ${show(id)}`
    if (past.how === 'expired')
      return `id ${show(id)} expired: at most ${this.state.ids.length} predictions wait for their outcome`
    return `id ${show(id)} was already ${past.how}`
  }
}

import { show } from '../base/check.ts'
import { ArgumentError } from '../base/errors.ts'
import { expectWhole, misfit } from '../base/save/shape.ts'
import { also, anything, counter, listOf, oneOf, type StateShape, shape } from '../base/shape.ts'

/** Names a prediction whose outcome comes later. */
export type Id = string | number

type Closing = 'answered' | 'skipped' | 'expired'

/** Predictions that wait for their outcome, and what became of the last ones. Plain data: only what is open is kept whole. */
export interface OpenRoundsState {
  /** Oldest first, with what each was issued with. */
  readonly open: { readonly id: Id; readonly order: number; readonly issued: unknown }[]
  /** The last ids that were closed, and how: a ring. */
  readonly closed: { id: Id; how: Closing }[]
  closings: number
  issued: number
  answered: number
  skipped: number
  expired: number
  outOfOrder: number
}

/**
 * At most `capacity` are open, and as many closed ones are known.
 *
 * @param issued the shape of what each was issued with
 */
export function openRoundsOf(capacity: number, issued: StateShape): StateShape<OpenRoundsState> {
  const upTo = <T>(of: StateShape<T>): StateShape<T[]> =>
    also(listOf(of), ({ length }, path) => void expectWhole(`the length of ${path}`, length, 0, capacity))
  const fields = shape<OpenRoundsState>({
    open: upTo(shape<OpenRoundsState['open'][number]>({ id: ID, order: counter, issued })),
    closed: upTo(
      shape<OpenRoundsState['closed'][number]>({ id: ID, how: oneOf('answered', 'skipped', 'expired') }),
    ),
    closings: counter,
    issued: counter,
    answered: counter,
    skipped: counter,
    expired: counter,
    outOfOrder: counter,
  })
  return also(fields, ({ open, issued: all }, path) => {
    let last = -1
    for (const { order } of open) last = expectWhole(`${path}.open[].order`, order, last + 1, all - 1)
    const ids = open.map(({ id }) => id)
    if (new Set(ids).size < ids.length) misfit(`${path}.open`, 'of different ids', ids)
  })
}

const ID: StateShape<Id> = /* @__PURE__ */ also(anything as StateShape<Id>, (id, path) => {
  if (!isId(id)) misfit(path, 'a string or a finite number', id)
})

function isId(id: unknown): id is Id {
  return typeof id === 'string' || Number.isFinite(id)
}

export function expectId(id: unknown): void {
  if (isId(id)) return
  throw new ArgumentError(`id must be a string or a finite number; received ${show(id)}`)
}

export function noSuchId(id: Id): ArgumentError {
  return new ArgumentError(`no open prediction has the id ${show(id)}`, 'no-such-id')
}

/** The open rounds of one state, with an index of it that is derived and not saved. */
export class OpenRounds {
  readonly state: OpenRoundsState
  readonly #capacity: number
  readonly #open = new Map<Id, OpenRoundsState['open'][number]>()
  readonly #closed = new Map<Id, Closing>()

  constructor(state: OpenRoundsState, capacity: number) {
    this.state = state
    this.#capacity = capacity
    for (const entry of state.open) this.#open.set(entry.id, entry)
    const { closed, closings } = state
    // From the oldest on: an id may have been used twice.
    for (let i = 0; i < closed.length; i++) {
      const { id, how } = closed[(closings + i) % closed.length]
      this.#closed.set(id, how)
    }
  }

  get size(): number {
    return this.state.open.length
  }

  /** Refuses an id that waits for its outcome already, or that has had one. */
  expectNew(id: Id): void {
    if (this.#open.has(id))
      throw new ArgumentError(`id ${show(id)} is already waiting for its outcome`, 'id-waiting')
    if (this.#closed.has(id)) throw this.#unknown(id)
  }

  keep(id: Id, issued: unknown): void {
    const { state } = this
    if (state.open.length >= this.#capacity) this.#close(state.open[0].id, 'expired')
    const entry = { id, order: state.issued++, issued }
    state.open.push(entry)
    this.#open.set(id, entry)
  }

  /** What `id` was issued with; it stays open. */
  recall(id: Id): unknown {
    const entry = this.#open.get(id)
    if (!entry) throw this.#unknown(id)
    return entry.issued
  }

  close(id: Id, how: 'answered' | 'skipped'): void {
    if (!this.#open.has(id)) throw this.#unknown(id)
    if (how === 'answered' && this.state.open[0].id !== id) this.state.outOfOrder++
    this.#close(id, how)
  }

  #close(id: Id, how: Closing): void {
    const { state } = this
    const { order } = this.#open.get(id) as { order: number }
    state.open.splice(placeOf(state.open, order), 1)
    this.#open.delete(id)
    state[how]++
    const at = state.closings++ % this.#capacity
    if (at < state.closed.length) {
      const before = state.closed[at]
      this.#closed.delete(before.id)
      before.id = id
      before.how = how
    } else state.closed.push({ id, how })
    this.#closed.set(id, how)
  }

  #unknown(id: Id): ArgumentError {
    const how = this.#closed.get(id)
    if (!how) return noSuchId(id)
    const why =
      how === 'expired'
        ? `expired: at most ${this.#capacity} predictions wait for their outcome`
        : `was already ${how}`
    return new ArgumentError(`id ${show(id)} ${why}`, `id-${how}`)
  }
}

/** Where the entry with this order stands: they are sorted by it. */
function placeOf(open: OpenRoundsState['open'], order: number): number {
  let low = 0
  let high = open.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (open[middle].order < order) low = middle + 1
    else high = middle
  }
  return low
}

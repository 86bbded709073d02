import { turn } from '../base/slices.ts'

/** Something that happened to a key, as watchers hear of it. */
export interface LiveEvent {
  readonly model: string
  readonly key: string
  readonly seq: number
  readonly op: string
  /** JSON text: the answer that was given. */
  readonly body: string
}

export interface NumberedEvent extends LiveEvent {
  /** The number among all that this worker told. */
  readonly number: number
}

export interface Interest {
  readonly model?: string
  readonly key?: string
}

/** Called with events in their order, one bunch for all watchers of the same interest. */
export type Watcher = (bunch: Bunch) => void

/** Events that are told together. Whatever a watcher makes of them is made once for all of them. */
export class Bunch {
  readonly events: readonly NumberedEvent[]
  #text: Uint8Array | undefined

  constructor(events: readonly NumberedEvent[]) {
    this.events = events
  }

  text(write: (event: NumberedEvent) => string): Uint8Array {
    this.#text ??= new TextEncoder().encode(this.events.map(write).join(''))
    return this.#text
  }
}

interface Group {
  readonly watchers: Set<Watcher>
  pending: NumberedEvent[]
}

/** The last events that a newcomer may still be told. */
const KEPT = 4096
/** Milliseconds between two bunches. */
const PAUSE = 50
/** Watchers told at a time: each then writes to its connection. */
const AT_ONCE = 16

/** Tells watchers what this worker has committed, in bunches. */
export class Hub {
  /** Names this life of the worker: numbers of another life mean nothing here. */
  readonly life: string
  readonly #groups = new Map<string, Group>()
  readonly #ends = new Set<() => void>()
  readonly #kept: NumberedEvent[] = []
  #deliveries: { readonly bunch: Bunch; readonly to: readonly Watcher[] }[] = []
  #number = 0
  #watchers = 0
  #telling = false

  constructor(life: string) {
    this.life = life
  }

  get watchers(): number {
    return this.#watchers
  }

  get number(): number {
    return this.#number
  }

  tell(event: LiveEvent): void {
    const numbered = { ...event, number: ++this.#number }
    this.#kept[this.#number % KEPT] = numbered
    if (this.#groups.size === 0) return
    const { model, key } = event
    for (const name of [nameOf({}), nameOf({ model }), nameOf({ model, key })]) {
      this.#groups.get(name)?.pending.push(numbered)
    }
    if (!this.#telling) void this.#run()
  }

  /** What was told after `number`; undefined if some of it is forgotten. */
  since(number: number, interest: Interest): NumberedEvent[] | undefined {
    if (number > this.#number || this.#number - number > KEPT) return undefined
    const missed: NumberedEvent[] = []
    for (let n = number + 1; n <= this.#number; n++) {
      const event = this.#kept[n % KEPT] as NumberedEvent
      if (isOf(event, interest)) missed.push(event)
    }
    return missed
  }

  /** Tells what comes after this call. Returns the way to stop listening. @param end called when the worker goes */
  listen(interest: Interest, watcher: Watcher, end: () => void): () => void {
    const name = nameOf(interest)
    const group = this.#groups.get(name) ?? { watchers: new Set(), pending: [] }
    this.#groups.set(name, group)
    // What waits is for those who were here before.
    this.#take(group)
    group.watchers.add(watcher)
    this.#ends.add(end)
    this.#watchers++
    return () => {
      if (!group.watchers.delete(watcher)) return
      this.#watchers--
      this.#ends.delete(end)
      if (group.watchers.size === 0 && this.#groups.get(name) === group) this.#groups.delete(name)
    }
  }

  /** Ends every open connection: the watchers ask another worker, or this one when it is back. */
  close(): void {
    for (const end of this.#ends) end()
  }

  #take(group: Group): void {
    if (group.pending.length === 0) return
    this.#deliveries.push({ bunch: new Bunch(group.pending), to: [...group.watchers] })
    group.pending = []
  }

  /** The first bunch goes at once, others after a pause: many small ones cost more than a few large ones. */
  async #run(): Promise<void> {
    this.#telling = true
    do {
      await turn()
      for (const group of this.#groups.values()) this.#take(group)
      const deliveries = this.#deliveries
      this.#deliveries = []
      for (const { bunch, to } of deliveries) {
        for (const [i, watcher] of to.entries()) {
          watcher(bunch)
          if (i % AT_ONCE === AT_ONCE - 1) await turn()
        }
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE).unref())
    } while (this.#deliveries.length > 0 || [...this.#groups.values()].some(({ pending }) => pending.length))
    this.#telling = false
  }
}

/** A model's name has no slash. */
function nameOf({ model = '', key }: Interest): string {
  return key === undefined ? model : `${model}/${key}`
}

function isOf(event: LiveEvent, { model, key }: Interest): boolean {
  return (model === undefined || event.model === model) && (key === undefined || event.key === key)
}

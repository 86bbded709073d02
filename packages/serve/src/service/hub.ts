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

/** The last events that a newcomer may still be told. */
const KEPT = 4096

/** Tells watchers what this worker has committed. */
export class Hub {
  /** Names this life of the worker: numbers of another life mean nothing here. */
  readonly life: string
  readonly #watchers = new Map<(event: NumberedEvent) => void, Interest>()
  readonly #ends = new Set<() => void>()
  readonly #kept: NumberedEvent[] = []
  #number = 0

  constructor(life: string) {
    this.life = life
  }

  get watchers(): number {
    return this.#watchers.size
  }

  get number(): number {
    return this.#number
  }

  tell(event: LiveEvent): void {
    const numbered = { ...event, number: ++this.#number }
    this.#kept[this.#number % KEPT] = numbered
    for (const [watcher, interest] of this.#watchers) if (isOf(numbered, interest)) watcher(numbered)
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

  /** Returns the way to stop listening. @param end called when the worker goes */
  listen(interest: Interest, watcher: (event: NumberedEvent) => void, end: () => void): () => void {
    this.#watchers.set(watcher, interest)
    this.#ends.add(end)
    return () => {
      this.#watchers.delete(watcher)
      this.#ends.delete(end)
    }
  }

  /** Ends every open connection: the watchers ask another worker, or this one when it is back. */
  close(): void {
    for (const end of this.#ends) end()
  }
}

function isOf(event: LiveEvent, { model, key }: Interest): boolean {
  return (model === undefined || event.model === model) && (key === undefined || event.key === key)
}

/**
 * Keeps streams of entries. A stream has a key, a head (how many entries it ever had) and sometimes a snapshot:
 * the state after `seq` entries, so that the entries up to there may be cut.
 *
 * All correctness rests on `commit`: it is atomic, durable before it resolves, and refuses a head that moved.
 */
export interface Journal {
  /** Whether other processes may write to it: then what memory holds may be behind. */
  readonly shared: boolean
  /** The streams that exist among `keys`, with every entry after the snapshot. */
  load(keys: readonly string[]): Promise<Map<string, Stream>>
  /** The heads of the streams that exist among `keys`. */
  heads(keys: readonly string[]): Promise<Map<string, number>>
  /** All of it or nothing. @throws {Fenced} if one head is not where its writer believes it */
  commit(writes: readonly Write[]): Promise<void>
  /** Keys in order, or those with the largest mark first. */
  list(query: ListQuery): Promise<Listed[]>
  /** How many streams there are. */
  count(): Promise<number>
  /** Resolves if the journal can be written to now. */
  ready(): Promise<void>
  close(): Promise<void>
}

export interface Stream {
  readonly head: number
  readonly mark: number
  readonly snapshot?: Snapshot
  readonly tail: readonly string[]
}

export interface Snapshot {
  readonly seq: number
  readonly bytes: Uint8Array
}

export interface Write {
  readonly key: string
  /** The head before these entries; 0: the stream does not exist. */
  readonly from: number
  readonly entries: readonly string[]
  /** The state after `from` entries. */
  readonly snapshot?: Uint8Array
  /** Where the key stands in a listing by mark; below 0 it is not listed. */
  readonly mark?: number
}

export interface ListQuery {
  readonly prefix: string
  /** A part of the key, after the prefix. */
  readonly contains?: string
  readonly by: 'key' | 'mark'
  /** The last row of the page before this one. */
  readonly after?: { readonly key: string; readonly mark: number }
  /** Only keys with at least this mark. @default 0 */
  readonly least?: number
  readonly limit: number
}

export interface Listed {
  readonly key: string
  readonly head: number
  readonly mark: number
}

/** A head was not where the writer believed it: somebody else has written. Read again. */
export class Fenced extends Error {
  override readonly name = 'Fenced'
}

/** The journal could not be read or written. Nothing is known to be lost: send the event again. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable'

  constructor(cause: unknown) {
    super('the journal could not be read or written', { cause })
  }
}

/** The store was made by a newer program. */
export class NewerSchema extends Error {
  override readonly name = 'NewerSchema'

  constructor(found: number, known: number) {
    super(`the database has schema ${found}, and this program knows ${known}: a newer program wrote it`)
  }
}

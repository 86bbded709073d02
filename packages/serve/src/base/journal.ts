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
  heads(keys: readonly string[]): Promise<Map<string, Head>>
  /**
   * All of it or nothing.
   *
   * @param guard a stream that must still be where the writer believes it, and is not written
   * @throws {Fenced} if one head is not where its writer believes it
   */
  commit(writes: readonly Write[], guard?: Guard): Promise<void>
  /** Keys in order, or those with the largest mark first. */
  list(query: ListQuery): Promise<Listed[]>
  /** How many streams there are. */
  count(): Promise<number>
  /** Bytes on disk. */
  size(): Promise<number>
  /** Resolves if the journal answers, and is not one that takes no writes. */
  ready(): Promise<void>
  /** Rounds of a stream that were kept, in their order. */
  history(query: HistoryQuery): Promise<Kept[]>
  /** Removes some of the kept rounds before this time. Returns how many; 0: there are none left. */
  cutHistory(before: number): Promise<number>
  /** Lets the disk forget what was removed, and gives room back. */
  purge(): Promise<void>
  close(): Promise<void>
}

/** Where a stream stands. */
export interface Head {
  /** How many entries it ever had. */
  readonly head: number
  /**
   * A number drawn when the stream was made. A stream that is removed and made again has another: a writer that still
   * believes in the old one is refused, although the numbers of its entries may come again.
   */
  readonly epoch: number
}

export interface Guard extends Head {
  readonly key: string
}

export interface Stream extends Head {
  readonly mark: number
  readonly snapshot?: Snapshot
  readonly tail: readonly string[]
  /** As they were at the snapshot, in order. */
  readonly names: readonly NameChunk[]
}

/** Some names of events, as bytes. Chunks are numbered; only the last one is ever written again. */
export interface NameChunk {
  readonly nth: number
  readonly bytes: Uint8Array
}

export interface Snapshot {
  readonly seq: number
  readonly bytes: Uint8Array
}

export interface Write {
  readonly key: string
  /** The head before these entries; 0: the stream does not exist. */
  readonly from: number
  /** The life of the stream that the writer knows; of a new stream, the one it shall have. @default 0 */
  readonly epoch?: number
  readonly entries: readonly string[]
  /** The state after `from` entries. */
  readonly snapshot?: Uint8Array
  /** Goes with a snapshot: puts these chunks of names, and drops those before `first`. */
  readonly names?: { readonly first: number; readonly chunks: readonly NameChunk[] }
  /** Rounds to keep beside the entries. */
  readonly history?: readonly Kept[]
  /** Milliseconds since 1970; absent: as it was. */
  readonly seen?: number
  /** Removes the stream and all it holds. Entries are not kept. */
  readonly remove?: true
  /** Where the key stands in a listing by mark; below 0 it is not listed. */
  readonly mark?: number
}

/** A round that is kept for those who look back. */
export interface Kept {
  readonly seq: number
  /** Milliseconds since 1970. */
  readonly at: number
  /** JSON text. */
  readonly body: string
}

export interface HistoryQuery {
  readonly key: string
  /** Only rounds at this time or later, and before the other. Milliseconds since 1970. */
  readonly from?: number
  readonly to?: number
  /** The number of the last one of the page before. */
  readonly after?: number
  readonly limit: number
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
  /** When the last event came, milliseconds since 1970; 0 if it is not known. */
  readonly seen: number
}

/** A head was not where the writer believed it: another worker has written. Read again. */
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

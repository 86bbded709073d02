import {
  Fenced,
  type Guard,
  type Head,
  type HistoryQuery,
  type Journal,
  type Kept,
  type Listed,
  type ListQuery,
  type NameChunk,
  type Stream,
  type Write,
} from '../base/journal.ts'

interface Held {
  head: number
  epoch: number
  mark: number
  seen: number
  snapshot?: { readonly seq: number; readonly bytes: Uint8Array }
  tail: string[]
  names: NameChunk[]
  history: Kept[]
}

/** A journal that forgets with the process: for tests and trials. */
export function memoryJournal(): Journal {
  const streams = new Map<string, Held>()
  const expectAt = ({ key, head, epoch }: Guard): void => {
    const kept = streams.get(key)
    if ((kept?.head ?? 0) !== head || (kept && kept.epoch !== epoch)) {
      throw new Fenced(`the head of ${key} moved`)
    }
  }
  return {
    shared: false,
    load: async (keys) => picked(streams, keys, streamOf),
    heads: async (keys) => picked(streams, keys, ({ head, epoch }): Head => ({ head, epoch })),
    async commit(writes, guard) {
      for (const { key, from, epoch = 0 } of writes) expectAt({ key, head: from, epoch })
      if (guard) expectAt(guard)
      for (const write of writes) {
        if (write.remove) streams.delete(write.key)
        else streams.set(write.key, written(streams.get(write.key), write))
      }
    },
    async list(query) {
      return Array.from(streams, ([key, { head, mark, seen }]) => ({ key, head, mark, seen }))
        .filter((row) => matches(row, query))
        .sort(query.by === 'key' ? byKey : byMark)
        .slice(0, query.limit)
    },
    async count() {
      return streams.size
    },
    async size() {
      return 0
    },
    async history(query) {
      return (streams.get(query.key)?.history ?? [])
        .filter((row) => isAsked(row, query))
        .slice(0, query.limit)
    },
    async cutHistory(before) {
      let cut = 0
      for (const held of streams.values()) {
        const left = held.history.filter(({ at }) => at >= before)
        cut += held.history.length - left.length
        held.history = left
      }
      return cut
    },
    async ready() {},
    async purge() {},
    async close() {},
  }
}

/** What is kept under those of the keys that are there. */
function picked<T>(
  streams: ReadonlyMap<string, Held>,
  keys: readonly string[],
  of: (kept: Held) => T,
): Map<string, T> {
  return new Map(
    keys.flatMap((key) => {
      const kept = streams.get(key)
      return kept ? [[key, of(kept)] as const] : []
    }),
  )
}

function streamOf({ history: _, seen: __, ...stream }: Held): Stream {
  return { ...stream, tail: stream.tail.slice(), names: stream.names.slice() }
}

function written(before: Held | undefined, write: Write): Held {
  const { from, epoch = 0, entries, snapshot, names, history = [], mark, seen } = write
  const kept: Held = before ?? { head: 0, epoch, mark: 0, seen: 0, tail: [], names: [], history: [] }
  if (snapshot) {
    kept.snapshot = { seq: from, bytes: snapshot }
    kept.tail = []
  }
  if (names) {
    const put = new Set(names.chunks.map(({ nth }) => nth))
    kept.names = kept.names.filter(({ nth }) => nth >= names.first && !put.has(nth))
    kept.names.push(...names.chunks)
  }
  kept.tail.push(...entries)
  kept.history.push(...history)
  kept.head = from + entries.length
  if (mark !== undefined) kept.mark = mark
  if (seen !== undefined) kept.seen = seen
  return kept
}

function isAsked({ seq, at }: Kept, { from = -Infinity, to = Infinity, after = 0 }: HistoryQuery): boolean {
  return seq > after && at >= from && at < to
}

function matches(row: Listed, { prefix, contains = '', by, after, least = 0 }: ListQuery): boolean {
  if (row.mark < least || !row.key.startsWith(prefix)) return false
  if (!row.key.slice(prefix.length).includes(contains)) return false
  return !after || (by === 'key' ? byKey : byMark)(after, row) < 0
}

type Row = Pick<Listed, 'key' | 'mark'>

// Code units, as the collations of both databases compare ASCII.
function byKey(a: Row, b: Row): number {
  return a.key < b.key ? -1 : a.key > b.key ? 1 : 0
}

function byMark(a: Row, b: Row): number {
  return b.mark - a.mark || byKey(a, b)
}

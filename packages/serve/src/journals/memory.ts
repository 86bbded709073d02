import { Fenced, type Journal, type Listed, type ListQuery, type Stream } from '../journal.ts'

interface Kept {
  head: number
  mark: number
  snapshot?: { readonly seq: number; readonly bytes: Uint8Array }
  tail: string[]
}

/** A journal that forgets with the process: for tests and trials. */
export function memoryJournal(): Journal {
  const streams = new Map<string, Kept>()
  return {
    shared: false,
    async load(keys) {
      const found = new Map<string, Stream>()
      for (const key of keys) {
        const kept = streams.get(key)
        if (kept) found.set(key, { ...kept, tail: kept.tail.slice() })
      }
      return found
    },
    async heads(keys) {
      return new Map(keys.filter((key) => streams.has(key)).map((key) => [key, streams.get(key)!.head]))
    },
    async commit(writes) {
      for (const { key, from } of writes) {
        if ((streams.get(key)?.head ?? 0) !== from) throw new Fenced(`the head of ${key} moved`)
      }
      for (const { key, from, entries, snapshot, mark } of writes) {
        const kept: Kept = streams.get(key) ?? { head: 0, mark: 0, tail: [] }
        if (snapshot) {
          kept.snapshot = { seq: from, bytes: snapshot }
          kept.tail = []
        }
        kept.tail.push(...entries)
        kept.head = from + entries.length
        if (mark !== undefined) kept.mark = mark
        streams.set(key, kept)
      }
    },
    async list(query) {
      return Array.from(streams, ([key, { head, mark }]) => ({ key, head, mark }))
        .filter((row) => matches(row, query))
        .sort(query.by === 'key' ? byKey : byMark)
        .slice(0, query.limit)
    },
    async count() {
      return streams.size
    },
    async ready() {},
    async close() {},
  }
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

import { Fenced, type Journal, type Write } from '../base/journal.ts'

/** One promise of a journal, for any test framework: `for (const { promise, check } of …) it(promise, check)`. */
export interface JournalClause {
  readonly promise: string
  check(): Promise<void>
}

export interface JournalContractOptions {
  /** An empty journal. */
  create(): Promise<Journal>
  /** A second writer to what `create` made last; absent where there can be none. */
  again?(): Promise<Journal>
}

/** What every journal must keep. A check throws if its promise is broken. */
export function journalContract({ create, again }: JournalContractOptions): readonly JournalClause[] {
  const on = (promise: string, work: (journal: Journal) => Promise<void>): JournalClause => ({
    promise,
    async check() {
      const journal = await create()
      try {
        await work(journal)
      } finally {
        await journal.close()
      }
    },
  })
  return [
    on('gives back what was committed, in order', async (journal) => {
      await journal.commit([write('a', 0, ['1', '2'])])
      await journal.commit([write('a', 2, ['3']), write('b', 0, ['x'])])
      const found = await journal.load(['a', 'b', 'nobody'])
      same(found.get('a')?.tail, ['1', '2', '3'])
      same(found.get('a')?.head, 3)
      same(found.get('b')?.tail, ['x'])
      same(found.has('nobody'), false)
      same(await journal.count(), 2)
      same([...(await journal.heads(['a', 'b', 'nobody']))].sort(), [
        ['a', { head: 3, epoch: 0 }],
        ['b', { head: 1, epoch: 0 }],
      ])
    }),
    on('refuses a head that moved, and keeps nothing of the whole batch', async (journal) => {
      await journal.commit([write('a', 0, ['1'])])
      for (const from of [0, 2]) {
        await fenced(journal.commit([write('b', 0, ['x']), write('a', from, ['2'])]))
      }
      const found = await journal.load(['a', 'b'])
      same(found.get('a')?.tail, ['1'])
      same(found.has('b'), false)
    }),
    on('refuses a stream that was believed to exist', async (journal) => {
      await fenced(journal.commit([write('a', 3, ['4'])]))
      same((await journal.load(['a'])).size, 0)
    }),
    on('keeps a snapshot in the place of the entries before it', async (journal) => {
      await journal.commit([write('a', 0, ['1', '2'])])
      const snapshot = Uint8Array.from({ length: 300 }, (_, i) => i)
      await journal.commit([{ ...write('a', 2, ['3']), snapshot }])
      const stream = (await journal.load(['a'])).get('a')
      same(stream?.head, 3)
      same(stream?.snapshot?.seq, 2)
      same(Array.from(stream?.snapshot?.bytes ?? []), Array.from(snapshot))
      same(stream?.tail, ['3'])
      await journal.commit([{ ...write('a', 3, []), snapshot: new Uint8Array([7]) }])
      const later = (await journal.load(['a'])).get('a')
      same([later?.head, later?.snapshot?.seq, later?.tail.length], [3, 3, 0])
    }),
    on('refuses a writer from before a snapshot, although its numbers are free again', async (journal) => {
      await journal.commit([write('a', 0, ['1', '2'])])
      await journal.commit([{ ...write('a', 2, ['3']), snapshot: new Uint8Array([1]) }])
      await fenced(journal.commit([write('a', 1, ['zombie'])]))
      await fenced(journal.commit([{ ...write('a', 1, []), snapshot: new Uint8Array([2]) }]))
      same((await journal.load(['a'])).get('a')?.snapshot?.bytes.at(0), 1)
    }),
    on('removes a stream with all it holds, and refuses a writer that knew it before', async (journal) => {
      const born = { ...write('a', 0, ['1', '2']), epoch: 7 }
      await journal.commit([born, write('b', 0, ['x'])])
      const names = { first: 0, chunks: [{ nth: 0, bytes: Uint8Array.of(1, 2, 3) }] }
      await journal.commit([{ ...write('a', 2, ['3']), epoch: 7, snapshot: Uint8Array.of(9), names }])
      await fenced(journal.commit([{ ...write('a', 2, []), epoch: 7, remove: true }]))
      await fenced(journal.commit([{ ...write('a', 3, []), epoch: 8, remove: true }]))
      await journal.commit([{ ...write('a', 3, []), epoch: 7, remove: true }, write('b', 1, ['y'])])
      same((await journal.load(['a'])).size, 0)
      same(await journal.count(), 1)
      same((await journal.load(['b'])).get('b')?.tail, ['x', 'y'])
      await journal.commit([{ ...write('a', 0, ['one', 'two', 'three']), epoch: 8 }])
      await fenced(journal.commit([{ ...write('a', 3, ['zombie']), epoch: 7 }]))
      const again = (await journal.load(['a'])).get('a')
      same(
        [again?.tail, again?.epoch, again?.names, again?.snapshot],
        [['one', 'two', 'three'], 8, [], undefined],
      )
      await journal.purge()
    }),
    on('keeps names in chunks: the last is written again, the first go', async (journal) => {
      await journal.commit([write('a', 0, ['1'])])
      const put = async (first: number, ...nths: number[]): Promise<void> => {
        const chunks = nths.map((nth) => ({ nth, bytes: Uint8Array.of(nth, first) }))
        await journal.commit([{ ...write('a', 1, []), snapshot: Uint8Array.of(1), names: { first, chunks } }])
      }
      const found = async (): Promise<unknown[]> =>
        ((await journal.load(['a'])).get('a')?.names ?? []).map(({ nth, bytes }) => [nth, ...bytes])
      await put(0, 0, 1)
      await put(0, 1, 2)
      same(await found(), [
        [0, 0, 0],
        [1, 1, 0],
        [2, 2, 0],
      ])
      await put(2, 2, 3)
      same(await found(), [
        [2, 2, 2],
        [3, 3, 2],
      ])
      await put(4)
      same(await found(), [])
    }),
    on('refuses all of a batch if the stream that guards it has moved', async (journal) => {
      await journal.commit([{ ...write('guard', 0, ['1']), epoch: 5 }])
      await journal.commit([write('a', 0, ['1'])], { key: 'guard', head: 1, epoch: 5 })
      await journal.commit([{ ...write('guard', 1, ['2']), epoch: 5 }])
      await fenced(journal.commit([write('a', 1, ['2'])], { key: 'guard', head: 1, epoch: 5 }))
      await fenced(journal.commit([write('a', 1, ['2'])], { key: 'guard', head: 2, epoch: 6 }))
      await journal.commit([write('a', 1, ['2'])], { key: 'guard', head: 2, epoch: 5 })
      same((await journal.load(['a'])).get('a')?.tail, ['1', '2'])
    }),
    on('says when the last event of a stream came', async (journal) => {
      await journal.commit([
        { ...write('a', 0, ['1']), seen: 1000 },
        { ...write('b', 0, ['1']), seen: 2000 },
        { ...write('c', 0, ['1']), seen: 1000 },
      ])
      await journal.commit([{ ...write('c', 1, ['2']), seen: 3000 }])
      await journal.commit([{ ...write('c', 2, []), mark: 0 }])
      same((await journal.list({ prefix: '', by: 'key', limit: 9 }))[0]?.seen, 1000)
      if ((await journal.size()) < 0) throw new Error('a size below 0')
    }),
    on(
      'keeps rounds by key and time, in their order, until they are cut or their stream is removed',
      async (journal) => {
        const round = (seq: number, at: number) => ({ seq, at, body: `{"n":${seq}}` })
        await journal.commit([
          { ...write('a', 0, ['1', '2']), history: [round(1, 1000), round(2, 2000)] },
          { ...write('b', 0, ['1']), history: [round(1, 1500)] },
        ])
        await journal.commit([
          { ...write('a', 2, ['3']), history: [round(3, 3000)], snapshot: Uint8Array.of(1) },
        ])
        const seqs = async (query: object) =>
          (await journal.history({ key: 'a', limit: 9, ...query })).map(({ seq }) => seq)
        same(await seqs({}), [1, 2, 3])
        same(await seqs({ from: 2000 }), [2, 3])
        same(await seqs({ to: 2000 }), [1])
        same(await seqs({ after: 1, limit: 1 }), [2])
        same(await journal.history({ key: 'b', limit: 9 }), [round(1, 1500)])
        let cut = 0
        for (let last = 1; last > 0; cut += last) last = await journal.cutHistory(2000)
        same(cut, 2)
        same(await seqs({}), [2, 3])
        await journal.commit([{ ...write('a', 3, []), remove: true }])
        same(await seqs({}), [])
        await journal.purge()
      },
    ),
    on('takes any text in keys and entries', async (journal) => {
      const texts = [
        '’',
        '"\\\n\t',
        '🜂',
        '%_*',
        `${'k'.repeat(500)}`,
        "'; drop table stream; --",
        '{a,b}',
        'null',
      ]
      await journal.commit(texts.map((text) => write(text, 0, [text, `"${text}"`])))
      const found = await journal.load(texts)
      for (const text of texts) same(found.get(text)?.tail, [text, `"${text}"`])
    }),
    on('takes a batch of 512 entries over 300 keys', async (journal) => {
      const writes = Array.from({ length: 300 }, (_, i) => write(`key-${i}`, 0, i < 212 ? ['1', '2'] : ['1']))
      await journal.commit(writes)
      const found = await journal.load(writes.map(({ key }) => key))
      same(
        [...found.values()].reduce((sum, { head }) => sum + head, 0),
        512,
      )
    }),
    on('lists keys in order, page by page, by prefix and by part', async (journal) => {
      await journal.commit(['m/b', 'm/a', 'm/ab', 'n/a', 'm'].map((key) => write(key, 0, ['1'])))
      const all = { prefix: 'm/', by: 'key', limit: 2 } as const
      const first = await journal.list(all)
      same(keys(first), ['m/a', 'm/ab'])
      same(keys(await journal.list({ ...all, after: first[1]! })), ['m/b'])
      same(keys(await journal.list({ ...all, contains: 'b' })), ['m/ab', 'm/b'])
      same(keys(await journal.list({ ...all, contains: 'm' })), [])
    }),
    on('lists the largest mark first, and hides what is below 0', async (journal) => {
      const marks = { a: 0, b: 2, c: 5, d: 2, e: -1 }
      await journal.commit(Object.entries(marks).map(([key, mark]) => ({ ...write(key, 0, ['1']), mark })))
      const worst = { prefix: '', by: 'mark', least: 1, limit: 2 } as const
      const first = await journal.list(worst)
      same(keys(first), ['c', 'b'])
      same(keys(await journal.list({ ...worst, after: first[1]! })), ['d'])
      same(keys(await journal.list({ prefix: '', by: 'key', limit: 9 })), ['a', 'b', 'c', 'd'])
      await journal.commit([{ ...write('c', 1, []), mark: 0 }])
      same(keys(await journal.list({ ...worst, limit: 9 })), ['b', 'd'])
      same((await journal.load(['d'])).get('d')?.mark, 2)
    }),
    ...(again ? twoWriters(on, again) : []),
  ]
}

function twoWriters(
  on: (promise: string, work: (journal: Journal) => Promise<void>) => JournalClause,
  again: () => Promise<Journal>,
): JournalClause[] {
  return [
    on('lets one of two writers win each entry, and tells the other', async (one) => {
      const two = await again()
      try {
        let refused = 0
        for (let head = 0; head < 50; head++) {
          const results = await Promise.allSettled(
            [one, two].map((journal, i) => journal.commit([write('a', head, [`${i}`])])),
          )
          const lost = results.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
          for (const { reason } of lost) if (!(reason instanceof Fenced)) throw reason
          refused += lost.length
        }
        same(refused, 50)
        same((await two.load(['a'])).get('a')?.tail.length, 50)
      } finally {
        await two.close()
      }
    }),
    on('never lets two writers of the same keys in opposite order wait for each other', async (one) => {
      const two = await again()
      try {
        const names = Array.from({ length: 40 }, (_, i) => `k${i}`)
        for (let head = 0; head < 20; head++) {
          const batch = names.map((key) => write(key, head, ['x']))
          const results = await Promise.allSettled([one.commit(batch), two.commit([...batch].reverse())])
          same(results.filter(({ status }) => status === 'fulfilled').length, 1)
        }
      } finally {
        await two.close()
      }
    }),
    on('shows a second reader what was committed, at once', async (one) => {
      const two = await again()
      try {
        await one.commit([write('a', 0, ['1'])])
        same((await two.heads(['a'])).get('a')?.head, 1)
      } finally {
        await two.close()
      }
    }),
  ]
}

function write(key: string, from: number, entries: readonly string[]): Write {
  return { key, from, entries }
}

function keys(rows: readonly { readonly key: string }[]): string[] {
  return rows.map(({ key }) => key)
}

function same(found: unknown, expected: unknown): void {
  const [a, b] = [JSON.stringify(found), JSON.stringify(expected)]
  if (a !== b) throw new Error(`expected ${b}; found ${a}`)
}

async function fenced(commit: Promise<void>): Promise<void> {
  try {
    await commit
  } catch (error) {
    if (error instanceof Fenced) return
    throw error
  }
  throw new Error('a commit over a head that moved was taken')
}

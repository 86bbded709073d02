import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Fold } from '../base/fold.ts'
import type { Journal } from '../base/journal.ts'
import { memoryJournal } from '../journals/memory.ts'
import { type Toy, toyFold } from '../testing/toyFold.ts'
import { activate } from './entry.ts'
import { Busy, Draining, Keyed } from './keyed.ts'

const shared = (): Journal => ({ ...memoryJournal(), shared: true })
const add = (id: string, add: unknown, key = 'a') => ({ key, id, body: { add } })
const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('a repeated event', () => {
  it('gets the first answer and changes nothing, also in the same batch, after a snapshot and after a restart', async () => {
    const journal = memoryJournal()
    const keyed = new Keyed(toyFold, journal, { snapshotEvery: 3 })
    const [first, twin] = await Promise.all([keyed.submit(add('1', 5)), keyed.submit(add('1', 5))])
    expect(twin).toEqual({ ...first, repeated: true })
    for (let i = 2; i < 12; i++) await keyed.submit(add(`${i}`, i))
    for (const worker of [keyed, new Keyed(toyFold, journal)]) {
      expect(await worker.submit(add('1', 5))).toEqual({ ...first, repeated: true })
      expect(await worker.read('a', ({ seq }) => seq)).toBe(11)
    }
  })

  it('with other contents is refused, and is not written', async () => {
    const keyed = new Keyed(toyFold, memoryJournal())
    const outcomes = await Promise.all([keyed.submit(add('1', 5)), keyed.submit(add('1', 6))])
    expect(outcomes.map(({ status }) => status)).toEqual([200, 422])
    expect((await keyed.submit(add('1', 7))).status).toBe(422)
    expect(await keyed.read('a', ({ seq }) => seq)).toBe(1)
  })

  it('is forgotten after as many others as were asked for', async () => {
    const keyed = new Keyed(toyFold, memoryJournal(), { remember: 2, names: 0 })
    for (const id of ['1', '2', '3']) await keyed.submit(add(id, 1))
    expect((await keyed.submit(add('3', 1))).repeated).toBe(true)
    expect((await keyed.submit(add('1', 1))).repeated).toBe(false)
  })

  it('without a name is another event', async () => {
    const keyed = new Keyed(toyFold, memoryJournal())
    for (let i = 0; i < 3; i++) expect((await keyed.submit(add('', 1))).repeated).toBe(false)
    expect(await keyed.read('a', ({ seq }) => seq)).toBe(3)
  })
})

it('writes nothing of an event that is refused, or that fails, and goes on with the others of its key', async () => {
  const journal = memoryJournal()
  const broken: string[] = []
  const keyed = new Keyed(toyFold, journal, { watch: { broken: (key) => broken.push(key) } })
  await keyed.submit(add('0', 3))
  const results = await Promise.allSettled([
    keyed.submit(add('1', 'x')),
    keyed.submit(add('2', 5)),
    keyed.submit(add('3', 'throw')),
    keyed.submit(add('4', 7)),
    keyed.submit(add('5', 1, 'b')),
  ])
  const statuses = results.map((one) => (one.status === 'fulfilled' ? one.value.status : one.reason.name))
  expect(statuses).toEqual([400, 200, 'FailedEvent', 200, 200])
  expect(broken).toEqual(['a'])
  const alone = new Keyed(toyFold, memoryJournal())
  for (const [id, value] of [
    ['0', 3],
    ['2', 5],
    ['4', 7],
  ] as const)
    await alone.submit(add(id, value))
  const state = await alone.read('a', ({ state }) => state)
  expect(await keyed.read('a', ({ state }) => state)).toEqual(state)
  expect((await keyed.reread('a')).state).toEqual(state)
  expect((await journal.load(['a'])).get('a')?.head).toBe(3)
})

it('gives the state of an offline run, however events fall on workers, batches, snapshots and evictions', async () => {
  const event = fc.record({
    key: fc.constantFrom('a', 'b', 'c'),
    value: fc.nat(99),
    worker: fc.nat(2),
    wait: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { maxLength: 60 }),
      fc.integer({ min: 1, max: 5 }),
      async (events, snapshotEvery) => {
        const journal = shared()
        const workers = [1, 2, 3].map(
          (cache) =>
            new Keyed(toyFold, journal, { snapshotEvery, cache, batch: 4, lanes: cache === 3 ? 2 : 1 }),
        )
        const submitted: Promise<unknown>[] = []
        for (const [i, { key, value, worker, wait }] of events.entries()) {
          submitted.push(workers[worker]!.submit(add(`${i}`, value, key)))
          if (wait) await tick()
        }
        await Promise.all(submitted)
        for (const key of ['a', 'b', 'c']) {
          const entry = await workers[0]!.reread(key)
          const own = events.flatMap((event, i) =>
            event.key === key ? [{ id: `${i}`, value: event.value }] : [],
          )
          expect(entry.state.count).toBe(own.length)
          expect(entry.seq).toBe(own.length)
          for (const worker of workers)
            expect(await worker.read(key, ({ state }) => state.sum)).toBe(entry.state.sum)
        }
      },
    ),
    { numRuns: 150 },
  )
})

it('lets a worker that was away read what others wrote, and write after it', async () => {
  const journal = shared()
  const [one, two] = [new Keyed(toyFold, journal), new Keyed(toyFold, journal)]
  await one.submit(add('1', 1))
  await two.submit(add('2', 2))
  expect(await one.read('a', ({ seq }) => seq)).toBe(2)
  await two.submit(add('3', 3))
  const late = await one.submit(add('4', 4))
  expect(late.seq).toBe(4)
  expect(await two.read('a', ({ state }) => state)).toEqual(await one.read('a', ({ state }) => state))
})

it('tells callers when a commit fails, keeps nothing of it in memory, and takes the repeat', async () => {
  const journal = memoryJournal()
  let full = false
  const failing: Journal = {
    ...journal,
    commit: (writes) => (full ? Promise.reject(new Error('disk full')) : journal.commit(writes)),
  }
  const keyed = new Keyed(toyFold, failing)
  await keyed.submit(add('1', 1))
  full = true
  await expect(keyed.submit(add('2', 2))).rejects.toMatchObject({
    name: 'Unavailable',
    cause: new Error('disk full'),
  })
  full = false
  expect(await keyed.read('a', ({ seq }) => seq)).toBe(1)
  expect(await keyed.submit(add('2', 2))).toMatchObject({ seq: 2, repeated: false })
})

it('answers only after the commit', async () => {
  const journal = memoryJournal()
  const order: string[] = []
  const slow: Journal = {
    ...journal,
    async commit(writes) {
      await tick()
      await journal.commit(writes)
      order.push('committed')
    },
  }
  const keyed = new Keyed(toyFold, slow)
  await keyed.submit(add('1', 1)).then(() => order.push('answered'))
  expect(order).toEqual(['committed', 'answered'])
})

it('refuses more than may wait, over all and per key', async () => {
  const keyed = new Keyed(toyFold, memoryJournal(), { waiting: 3, waitingPerKey: 2 })
  const results = await Promise.allSettled(
    ['a', 'a', 'a', 'b', 'c'].map((key, i) => keyed.submit(add(`${i}`, 1, key))),
  )
  expect(
    results.map((result) => (result.status === 'rejected' ? result.reason instanceof Busy : 'taken')),
  ).toEqual(['taken', 'taken', true, 'taken', true])
  expect(keyed.waiting).toBe(0)
})

it('drains: finishes what waits, writes snapshots, takes nothing more', async () => {
  const journal = memoryJournal()
  const keyed = new Keyed(toyFold, journal)
  const waiting = [1, 2, 3].map((i) => keyed.submit(add(`${i}`, i)))
  await keyed.drain()
  expect((await Promise.all(waiting)).map(({ seq }) => seq)).toEqual([1, 2, 3])
  await expect(keyed.submit(add('4', 4))).rejects.toThrow(Draining)
  const stream = (await journal.load(['a'])).get('a')
  expect([stream?.snapshot?.seq, stream?.tail.length]).toEqual([3, 0])
  const entry = await activate<Toy>(toyFold, 'a', stream, { remember: 64, names: 9, namesFor: 1 })
  expect(entry.state.count).toBe(3)
})

it('drains more keys than one commit takes, says how many are left, and stops where the database hangs', async () => {
  const journal = memoryJournal()
  const keys = Array.from({ length: 200 }, (_, i) => `k${i}`)
  let commits = 0
  let hangs = Infinity
  const slow: Journal = {
    ...journal,
    commit: (writes) => (commits++ < hangs ? journal.commit(writes) : new Promise(() => {})),
  }
  const [all, some] = [new Keyed(toyFold, slow), new Keyed(toyFold, slow)]
  const left: number[] = []
  await Promise.all(keys.map((key) => all.submit(add('1', 1, key))))
  expect(await all.drain(Infinity, (now) => left.push(now))).toBe(0)
  expect(left).toEqual([200, 136, 72, 8])
  for (const { snapshot } of (await journal.load(keys)).values()) expect(snapshot?.seq).toBe(1)

  await Promise.all(keys.map((key) => some.submit(add('2', 2, key))))
  hangs = commits + 1
  expect(await some.drain(performance.now() + 600)).toBe(136)
  const found = [...(await journal.load(keys)).values()]
  expect(found.filter(({ snapshot, head }) => snapshot?.seq === head)).toHaveLength(64)
  expect(found.every(({ head }) => head === 2)).toBe(true)
})

it('drains beside another worker: the one that wrote a key last writes its snapshot', async () => {
  const journal = shared()
  const workers = [new Keyed(toyFold, journal), new Keyed(toyFold, journal)] as const
  const keys = ['a', 'b', 'c', 'd']
  for (const worker of workers) for (const key of keys) await worker.submit(add(`first ${key}`, 1, key))
  for (const [i, key] of keys.entries()) await workers[i % 2]!.submit(add('second', 2, key))
  for (const worker of workers) await worker.drain()
  for (const stream of (await journal.load(keys)).values()) expect(stream.snapshot?.seq).toBe(stream.head)
})

it('keeps nothing of a key that does not exist', async () => {
  const keyed = new Keyed(toyFold, memoryJournal())
  for (let i = 0; i < 10; i++) expect(await keyed.read(`nobody ${i}`, ({ seq }) => seq)).toBe(0)
  await expect.poll(() => keyed.live).toBe(0)
})

it('writes the mark of a key soon after it changed, without an event', async () => {
  const journal = memoryJournal()
  const keyed = new Keyed(toyFold, journal)
  await keyed.submit(add('1', 6)) // 31 + 6 = 37: the fold marks sums that end in 7
  const marked = async (): Promise<string[]> =>
    (await journal.list({ prefix: '', by: 'mark', least: 1, limit: 9 })).map(({ key }) => key)
  await expect.poll(marked).toEqual(['a'])
  await keyed.submit(add('2', 1))
  await expect.poll(marked).toEqual([])
})

it('lets others have their turn while a large batch is applied, and while a long tail is read', async () => {
  const slow: Fold<Toy> = {
    ...toyFold,
    apply(state, event, seq) {
      const end = performance.now() + 0.5
      while (performance.now() < end);
      return toyFold.apply(state, event, seq)
    },
  }
  const journal = memoryJournal()
  const turnsDuring = async (work: () => Promise<unknown>): Promise<number> => {
    let turns = 0
    let running = true
    const count = (): void => {
      turns++
      if (running) setImmediate(count)
    }
    setImmediate(count)
    await work()
    running = false
    return turns
  }
  const keyed = new Keyed(slow, journal, { snapshotEvery: 1000 })
  const events = Array.from({ length: 300 }, (_, i) => keyed.submit.bind(keyed, add(`${i}`, 1)))
  // 150 ms of work, of which at most 8 are done at a time.
  expect(await turnsDuring(() => Promise.all(events.map((send) => send())))).toBeGreaterThan(15)
  expect(await turnsDuring(() => new Keyed(slow, journal).read('a', () => {}))).toBeGreaterThan(15)
})

import { Client } from '@credence/client'
import { expect, it } from 'vitest'
import { client } from '../testing/httpClient.ts'

const toy = { task: 'toy', width: 2 }

/** The client of the project, over a link that loses the first answers. */
async function overBadLink(): Promise<{ lossy: Client; sound: Client; lose(answers: number): void }> {
  const { fetch: send } = await client()
  let left = 0
  const fetch: typeof globalThis.fetch = async (...given) => {
    const response = await send(...given)
    if (left-- > 0) throw new TypeError('fetch failed')
    return response
  }
  const url = 'http://localhost'
  const sound = new Client({ url, fetch: send })
  await sound.putModel('m', toy)
  return { lossy: new Client({ url, fetch }), sound, lose: (answers) => (left = answers) }
}

it('learns each of 500 named events once, although an answer is lost', async () => {
  const { lossy, sound, lose } = await overBadLink()
  const events = Array.from(
    { length: 500 },
    (_, i) => ({ model: 'm', key: 'a', op: 'learn', event: `n${i}`, input: 1, y: i % 3 }) as const,
  )
  lose(1)
  const statuses: number[] = []
  for await (const { status, body } of lossy.replay(events)) {
    statuses.push(status)
    if (status === 409) expect(body).toMatchObject({ type: '/problems/already-taken' })
  }
  expect(new Set(statuses)).toEqual(new Set([200, 409]))
  expect((await sound.key('m', 'a')).rounds).toBe(500)
})

it('learns each event of a batch once, although none has a name and an answer is lost', async () => {
  const { lossy, sound, lose } = await overBadLink()
  const events = Array.from(
    { length: 500 },
    () => ({ model: 'm', key: 'a', op: 'learn', input: 1, y: 1 }) as const,
  )
  lose(1)
  await lossy.events(events)
  expect((await sound.key('m', 'a')).rounds).toBe(500)
  await lossy.events(events)
  expect((await sound.key('m', 'a')).rounds).toBe(1000)
})

it('observes 50 outcomes at once, and each counts', async () => {
  const { lossy, sound, lose } = await overBadLink()
  lose(3)
  await Promise.all(Array.from({ length: 50 }, (_, i) => lossy.observe('m', 'a', i % 2)))
  // The first outcome has none before it to forecast from.
  expect((await sound.key('m', 'a')).rounds).toBe(49)
})

it('deletes and restores once, although the answer is lost', async () => {
  const { lossy, sound, lose } = await overBadLink()
  for (const key of ['a', 'b']) await sound.learn('m', key, { input: 1, y: 1 })
  const saved = await sound.save('m', 'a')
  lose(1)
  await lossy.restore('m', 'b', saved)
  lose(1)
  await lossy.deleteKey('m', 'a')
  expect((await sound.keys('m')).keys.map(({ key }) => key)).toEqual(['b'])
  expect(await lossy.deleteKeys('m', { prefix: 'b' })).toBe(1)
})

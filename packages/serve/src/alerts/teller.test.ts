import { describe, expect, it } from 'vitest'
import type { Journal } from '../base/journal.ts'
import { memoryJournal } from '../journals/memory.ts'
import { Service } from '../service/service.ts'
import { toyModel } from '../testing/toyModel.ts'
import { Teller } from './teller.ts'
import { sign } from './webhook.ts'

interface Told {
  readonly id: string
  readonly body: { readonly key: string; readonly kind: string; readonly reason: string }
}

async function worker(journal: Journal, answers: () => number, told: Told[]) {
  const service = await Service.open(journal, toyModel)
  await service.registry.change('m', { op: 'put', model: 'm', recipe: { task: 'toy' }, at: 0, limit: 9 })
  const send: typeof fetch = async (_url, init) => {
    const headers = new Headers(init?.headers)
    const body = String(init?.body)
    const id = headers.get('webhook-id') as string
    const signature = sign('secret', id, Number(headers.get('webhook-timestamp')), body)
    expect(headers.get('webhook-signature')).toBe(`v1,${signature}`)
    told.push({ id, body: JSON.parse(body) })
    return new Response(null, { status: answers() })
  }
  const teller = new Teller(service, { url: 'http://127.0.0.1:9/', secret: 'secret', send })
  teller.stop()
  service.alerted = () => {}
  const miss = async (times: number): Promise<void> => {
    for (let i = 0; i < times; i++) {
      await service.submit(
        service.registry.get('m')!,
        'a',
        { op: 'learn', input: 0, y: 1000 * 3 ** i },
        `e${i}`,
      )
    }
  }
  const open = () => service.keyed.read('m/a', ({ state }) => state.alerts.filter(({ open }) => open).length)
  return { service, teller, miss, open }
}

describe('an alert', () => {
  it('is told once, signed, although two workers know of it', async () => {
    const told: Told[] = []
    const journal = { ...memoryJournal(), shared: true }
    const [one, two] = [await worker(journal, () => 200, told), await worker(journal, () => 200, told)]
    await one.miss(5)
    await Promise.all([one.teller.tell('m/a'), two.teller.tell('m/a'), one.teller.tell('m/a')])
    expect(told.map(({ body }) => body)).toMatchObject([
      { key: 'a', kind: 'misses', reason: '4 outcomes in a row outside their intervals' },
    ])
    await two.teller.tell('m/a')
    expect([told.length, await one.open()]).toEqual([1, 0])
  })

  it('that could not be told waits, and is told with the same id by a worker that finds it later', async () => {
    const told: Told[] = []
    const journal = { ...memoryJournal(), shared: true }
    const first = await worker(journal, () => 500, told)
    await first.miss(4)
    await first.teller.tell('m/a')
    await first.service.close()
    expect(told).toHaveLength(1)
    const second = await worker(journal, () => 204, told)
    await second.teller.sweep()
    expect(told).toHaveLength(1) // the claim still holds
    const now = Date.now
    try {
      Date.now = () => now() + 60_000
      await second.teller.sweep()
    } finally {
      Date.now = now
    }
    expect(told.map(({ id }) => id)).toEqual([told[0]?.id, told[0]?.id])
    expect(await second.open()).toBe(0)
  })
})

it('signs as the library of Standard Webhooks does: its own test vector', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const signature = sign(secret, 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1614265330, '{"test": 2432232314}')
  expect(signature).toBe('g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})

import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import type { Journal } from '../base/journal.ts'
import { memoryJournal } from '../journals/memory.ts'
import { Service } from '../service/service.ts'
import { toyModel } from '../testing/toyModel.ts'
import { alertmanagerTarget, webhookTarget } from './targets.ts'
import { Teller } from './teller.ts'

interface Told {
  readonly id: string
  readonly body: { readonly alerts: readonly { readonly id: string; readonly key: string }[] }
}

async function worker(journal: Journal, answers: () => number, told: Told[]) {
  const service = await Service.open(journal, toyModel)
  await service.registry.change('m', { op: 'put', model: 'm', recipe: { task: 'toy' }, at: 0, limit: 9 })
  const send: typeof fetch = async (_url, init) => {
    const headers = new Headers(init?.headers)
    const body = String(init?.body)
    const id = headers.get('webhook-id') as string
    // Their library checks what ours sends.
    new Webhook('secret', { format: 'raw' }).verify(body, Object.fromEntries(headers))
    told.push({ id, body: JSON.parse(body) })
    return new Response(null, { status: answers() })
  }
  const teller = new Teller(service, [webhookTarget('http://127.0.0.1:9/', 'secret', send)])
  teller.stop()
  service.alerted = () => {}
  const learn = (key: string, y: number) =>
    service.submit(service.registry.get('m')!, key, { op: 'learn', input: 0, y }, '')
  const miss = async (times: number, key = 'a'): Promise<void> => {
    for (let i = 0; i < times; i++) await learn(key, 1000 * 3 ** i)
  }
  const open = () => service.keyed.read('m/a', ({ state }) => state.alerts.filter(({ open }) => open).length)
  return { service, teller, miss, learn, open }
}

describe('an alert', () => {
  it('is told once, signed, although two workers know of it', async () => {
    const told: Told[] = []
    const journal = { ...memoryJournal(), shared: true }
    const [one, two] = [await worker(journal, () => 200, told), await worker(journal, () => 200, told)]
    await one.miss(5)
    await Promise.all([one.teller.tell('m/a'), two.teller.tell('m/a'), one.teller.tell('m/a')])
    expect(told.map(({ body }) => body)).toMatchObject([
      {
        type: 'alerts',
        alerts: [
          {
            status: 'firing',
            key: 'a',
            kind: 'misses',
            reason: '4 outcomes in a row outside their intervals',
          },
        ],
      },
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

it('tells the alerts of many keys in one call, and later that they are over', async () => {
  const told: Told[] = []
  const { teller, miss, learn, service } = await worker(memoryJournal(), () => 200, told)
  const keys = ['a', 'b', 'c']
  for (const key of keys) await miss(4, key)
  await teller.tell(...keys.map((key) => `m/${key}`))
  expect(told.map(({ body }) => body.alerts.map(({ key }) => key))).toEqual([keys])
  const { mean } = JSON.parse((await service.forecast(service.registry.get('m')!, 'a', 0)).body) as {
    mean: number
  }
  await learn('a', mean)
  await teller.tell('m/a')
  expect(told[1]?.body.alerts).toMatchObject([
    { key: 'a', status: 'resolved', id: told[0]?.body.alerts[0]?.id, resolvedAt: expect.any(String) },
  ])
})

it('tells Alertmanager what it takes: labels, a beginning and an end', async () => {
  const calls: [string, unknown][] = []
  const send = (async (url, init) => {
    calls.push([String(url), JSON.parse(String(init?.body))])
    return new Response()
  }) as typeof fetch
  const target = alertmanagerTarget('http://am:9093/', send)
  const about = { id: 'i', model: 'm', key: 'k', event: 3, kind: 'misses', reason: 'r' } as const
  const [at, resolvedAt] = ['2026-01-01T00:00:00.000Z', '2026-01-01T01:00:00.000Z']
  expect(await target.send([{ ...about, at, resolvedAt, status: 'resolved' }])).toBe(true)
  expect(calls).toEqual([
    [
      'http://am:9093/api/v2/alerts',
      [
        {
          labels: { alertname: 'Credence', model: 'm', key: 'k', kind: 'misses', alert_id: 'i' },
          annotations: { summary: 'r' },
          startsAt: at,
          endsAt: resolvedAt,
        },
      ],
    ],
  ])
})

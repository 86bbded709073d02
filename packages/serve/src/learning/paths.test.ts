import type { PathStep } from '@credence/client'
import { describe, expect, it } from 'vitest'
import { memoryJournal } from '../journals/memory.ts'
import { buildModel } from '../recipes/buildModel.ts'
import { Service } from '../service/service.ts'

const lagged = {
  task: 'regression',
  features: ['lag1', 'lag2'],
  loss: 'log-density',
  experts: [{ kind: 'conjugate', noise: [0.5, 2], priorVariance: [1, 10] }],
}
const HOUR = 3_600_000

function walk(seed: number): () => number {
  let at = seed
  const draw = (): number => {
    at = (at * 48271) % 2147483647
    return at / 2147483647 - 0.5
  }
  let y = 0
  return () => {
    y = 0.8 * y + 4 * draw()
    return y
  }
}

async function open(recipe: unknown, journal = memoryJournal()) {
  const service = await Service.open(journal, buildModel, { snapshotEvery: 20 })
  await service.registry.change('m', { op: 'put', model: 'm', recipe, at: 0, limit: 9 })
  const model = service.registry.get('m')!
  const body = (answer: { status: number; body: string }) => JSON.parse(answer.body)
  return {
    service,
    observe: (y: number, t: number) =>
      service.submit(model, 'k', { op: 'observe', y, at: t * HOUR }, `observe/${t}`),
    path: async (id: string, ahead: number): Promise<PathStep[]> =>
      body(await service.submit(model, 'k', { op: 'path', id, ahead }, `path/${id}`)).path,
    look: async (ahead: number) => service.path(model, 'k', ahead),
    body,
  }
}

describe('a path', () => {
  it('covers each step as often as asked, once earlier paths have shown how far they are off', async () => {
    const { observe, path } = await open(lagged)
    const next = walk(3)
    const paths: PathStep[][] = []
    const ys: number[] = []
    for (let t = 0; t < 260; t++) {
      ys.push(next())
      await observe(ys[t] as number, t)
      paths.push(t >= 2 ? await path(`${t}`, 4) : [])
    }
    for (const step of [1, 4]) {
      const judged = paths.flatMap((steps, t) => {
        const { lower, upper } = steps[step - 1] ?? { lower: null, upper: null }
        const y = ys[t + step]
        return t < 60 || lower === null || upper === null || y === undefined ? [] : [lower <= y && y <= upper]
      })
      const share = judged.filter(Boolean).length / judged.length
      expect(share, `step ${step}`).toBeGreaterThan(0.84)
      expect(share, `step ${step}`).toBeLessThan(0.96)
    }
    const widths = (paths.at(-1) ?? []).map(({ lower, upper }) => (upper ?? 0) - (lower ?? 0))
    expect(widths[3]).toBeGreaterThan(widths[0] ?? Infinity)
  })

  it('without an id changes nothing; with one it goes on from snapshots and a restart, bit for bit', async () => {
    const journal = memoryJournal()
    const [whole, first] = [await open(lagged), await open(lagged, journal)]
    for (const { observe, path, look } of [whole, first]) {
      const next = walk(5)
      for (let t = 0; t < 50; t++) {
        await observe(next(), t)
        if (t >= 2) await path(`${t}`, 3)
        if (t >= 2) await look(5)
      }
    }
    const second = await open(lagged, journal)
    const seen = [await whole.look(6), await second.look(6)]
    expect(seen[1]).toEqual(seen[0])
    expect(await whole.look(6)).toEqual(seen[0])
  })

  it('is refused before there are outcomes to start from, and where a model needs more than outcomes', async () => {
    const empty = await (await open(lagged)).look(3)
    expect(empty).toMatchObject({
      status: 422,
      body: expect.stringContaining('a path needs 2 observed outcomes'),
    })
    const features = await open({ ...lagged, features: ['temperature'] })
    expect((await features.look(3)).status).toBe(422)
  })

  it('of auto follows the season that its past shows', async () => {
    const { observe, look, body } = await open({ task: 'auto', as: 'series' })
    const y = (t: number): number => 10 * Math.sin((2 * Math.PI * t) / 12)
    for (let t = 0; t < 90; t++) await observe(y(t), t)
    const { path } = body(await look(6)) as { path: PathStep[] }
    for (const { step, mean } of path) expect(Math.abs(mean - y(89 + step)), `step ${step}`).toBeLessThan(4)
  })
})

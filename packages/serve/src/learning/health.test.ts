import type { RoundRecord } from '@credence/client'
import { approximateBytes } from 'credence/kinds'
import { describe, expect, it } from 'vitest'
import { buildModel } from '../recipes/buildModel.ts'
import { createHealth, recordHealth, type Trouble } from './health.ts'
import { healthOf } from './healthView.ts'

const round = (covered: boolean, width = 2): RoundRecord => ({
  mean: 0,
  lower: -width / 2,
  upper: width / 2,
  y: covered ? 0 : width,
  loss: 0,
  covered,
})

/** Park and Miller's. */
function draws(seed: number): () => number {
  let at = seed
  return () => {
    at = (at * 48271) % 2147483647
    return at / 2147483647
  }
}

function kindsOver(seed: number, rounds: number, missRate: number): Set<Trouble['kind']> {
  const draw = draws(seed)
  const health = createHealth()
  const kinds = new Set<Trouble['kind']>()
  for (let t = 0; t < rounds; t++) {
    for (const { kind } of recordHealth(health, round(draw() >= missRate), 0.9)) kinds.add(kind)
  }
  return kinds
}

describe('a series whose intervals cover as promised', () => {
  it('raises an alert in at most one of some hundred lives, however long it is looked at', () => {
    let alerted = 0
    for (let seed = 1; seed <= 300; seed++) if (kindsOver(seed, 1000, 0.1).size > 0) alerted++
    expect(alerted).toBeLessThanOrEqual(3)
  })
})

it('has a mean loss still after an outcome whose loss is no number any more', () => {
  const health = createHealth()
  for (const loss of [2, Infinity, 4, 1.7e308]) recordHealth(health, { ...round(true), loss }, 0.9)
  recordHealth(health, { ...round(true), loss: 1.7e308 }, 0.9)
  expect(Number.isFinite(healthOf(health).meanLoss)).toBe(true)
})

describe('a series in trouble', () => {
  it('is found out when it covers 75 % where 90 % was asked for', () => {
    for (let seed = 1; seed <= 20; seed++) expect(kindsOver(seed, 1000, 0.25)).toContain('coverage')
  })

  it('is found out by a run of misses, later in its life by a longer one', () => {
    const early = createHealth()
    const runs = [1, 2, 3, 4].map(() => recordHealth(early, round(false), 0.9).length)
    expect(runs).toEqual([0, 0, 0, 1])
    const late = createHealth()
    for (let t = 0; t < 1000; t++) recordHealth(late, round(t % 10 > 0), 0.9)
    const later = Array.from({ length: 10 }, () => recordHealth(late, round(false), 0.9)).flat()
    expect(later.filter(({ kind }) => kind === 'misses')).toMatchObject([
      { reason: '10 outcomes in a row outside their intervals' },
    ])
  })

  it('is found out by a jump of the width, where no change of the errors is looked for', () => {
    const jumps = (watched: boolean): Trouble[] => {
      const health = createHealth()
      for (let t = 0; t < 30; t++) recordHealth(health, round(true), 0.9, watched)
      return recordHealth(health, round(true, 9), 0.9, watched)
    }
    expect(jumps(false)).toMatchObject([{ kind: 'width' }])
    expect(jumps(true)).toEqual([])
  })

  it('is found out by the conformal layer itself, where the recipe asks for its alerts', () => {
    const { series: model } = buildModel({ task: 'conformal', alerts: { rate: 0.01 } })
    const [series, health, draw] = [model.begin(), createHealth(), draws(7)]
    const found: Trouble[] = []
    for (let t = 0; t < 400; t++) {
      const y = (t < 200 ? 1 : 8) * (draw() - 0.5)
      found.push(...recordHealth(health, series.learn({ forecast: 0 }, y), 0.9))
      if (t === 199) expect(found).toEqual([])
    }
    expect(found.map(({ kind }) => kind)).toContain('change')
    expect(found.find(({ kind }) => kind === 'change')?.reason).toMatch(
      /^the errors grew \(a false alarm in at most 1 of /,
    )
  })

  it('is found out when the errors of a watched series grow, and not when they shrink', () => {
    const found = (late: number): Trouble[] => {
      const [health, draw] = [createHealth(), draws(7)]
      return Array.from({ length: 400 }, (_, t) => {
        const y = (t < 250 ? 1 : late) * (draw() - 0.5)
        return recordHealth(health, { ...round(t % 10 > 0), y }, 0.9, true)
      }).flat()
    }
    expect(found(4)).toMatchObject([
      { kind: 'change', reason: expect.stringMatching(/^the errors grew \(a false alarm in at most 1 of /) },
    ])
    expect(found(1)).toEqual([])
    expect(found(0.1)).toEqual([])
  })

  it('takes little to watch while it is short', () => {
    const [health, draw] = [createHealth(), draws(7)]
    const bytesAfter = (rounds: number): number => {
      while (health.rounds < rounds) recordHealth(health, { ...round(true), y: draw() }, 0.9, true)
      return approximateBytes(health.watch)
    }
    expect(bytesAfter(100)).toBeLessThan(100)
    expect(bytesAfter(300)).toBeLessThan(6000)
    expect(bytesAfter(5000)).toBeLessThan(35_000)
  })
})

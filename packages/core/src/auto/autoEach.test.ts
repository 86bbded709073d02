import { describe, expect, it } from 'vitest'
import { normal, seededRng, uniform } from '../math/index.ts'
import { auto } from './auto.ts'

const day = (t: number): string => new Date(Date.UTC(2026, 0, 1 + t)).toISOString().slice(0, 10)
const STORES = { north: 100, south: 3 }
const at = (t: number, level: number): number => level * (10 + (t % 7) + 0.3 * Math.sin(3 * t))

/** Stores sell in the same week, and more in promotions, each in its own units. */
function learnt(days: number, changed = Infinity, options: { alone?: boolean } = {}) {
  const stores = auto({ by: 'store', ...options })
  for (let t = 0; t < days; t++) {
    for (const [store, level] of Object.entries(STORES)) {
      const y = at(t, level)
      stores.learn({ day: day(t), store }, store === 'north' && t >= changed ? 7 * y + 1000 : y)
    }
  }
  return stores
}

describe('auto over several series', () => {
  const twenty = learnt(20)

  it('has the numbers of an auto for each where each is learnt alone, bit for bit, and its path', () => {
    const stores = learnt(30, Infinity, { alone: true })
    for (const [store, level] of Object.entries(STORES)) {
      const alone = auto()
      for (let t = 0; t < 30; t++) alone.learn({ day: day(t) }, at(t, level))
      const [one, other] = [stores.predict({ day: day(30), store }), alone.predict({ day: day(30) })]
      expect([one.mean, one.lower, one.upper]).toEqual([other.mean, other.lower, other.upper])
      expect(stores.of(store).path(3).steps[2].mean).toBe(alone.path(3).steps[2].mean)
    }
    expect([...stores.keys()]).toEqual(['north', 'south'])
  })

  it('learns nothing from the same time or the future of any series', () => {
    const [usual, changed] = [twenty, learnt(20, 19)]
    // North was another one on day 19. South has not seen that on day 19, and has on day 20.
    const south = (stores: typeof usual, t: number) => stores.predict({ day: day(t), store: 'south' }).mean
    expect(south(changed, 19)).toBe(south(usual, 19))
    expect(south(changed, 20)).not.toBe(south(usual, 20))
    expect(south(learnt(20, 10, { alone: true }), 20)).toBe(south(learnt(20, Infinity, { alone: true }), 20))
  })

  it('adds nothing to rows that come after one of a later time', () => {
    const [sorted, apart] = [auto({ by: 'store' }), auto({ by: 'store', alone: true })]
    for (const stores of [sorted, apart]) {
      for (const [store, level] of Object.entries(STORES))
        for (let t = 0; t < (store === 'north' ? 25 : 20); t++)
          stores.learn({ day: day(t), store }, at(t, level))
    }
    const row = { day: day(20), store: 'south' }
    expect(sorted.predict(row).mean).toBe(apart.predict(row).mean)
    expect(sorted.pool?.late).toBe(20)
  })

  it('changes nothing when it is asked', () => {
    const before = twenty.save()
    const stores = auto({ by: 'store' }).restore(before)
    for (const t of [19, 20, 30]) stores.predict({ day: day(t), store: 'south' })
    expect(stores.save()).toEqual(before)
    const row = { day: day(20), store: 'north' }
    const asked = stores.predict(row)
    expect(stores.learn(row, 1000)).toMatchObject({
      mean: asked.mean,
      lower: asked.lower,
      upper: asked.upper,
    })
  })

  it('lets new series begin with what the others know', () => {
    const rng = seededRng(2)
    const error = (alone: boolean): number => {
      const shops = auto({ by: 'shop', task: 'regression', alone })
      let sum = 0
      for (let t = 0; t < 60; t++) {
        for (let s = 0; s < 8; s++) {
          // Two shops open on day 40.
          if (s > 5 && t < 40) continue
          const promotion = Number(uniform(rng) < 0.3)
          const week = [0, 0.1, 0.1, 0.2, 0.3, 0.5, 0.4][t % 7]
          const y = 3 ** s * (1 + week + 0.6 * promotion + 0.05 * normal(rng))
          const { mean, known } = shops.learn({ day: day(t), shop: `shop ${s}`, promotion }, y)
          if (s > 5 && known) sum += Math.abs(y - mean) / 3 ** s
        }
      }
      return sum
    }
    expect(error(false)).toBeLessThan(0.85 * error(true))
  })

  it('goes on from bytes bit for bit', () => {
    const [stores, again] = [0, 1].map(() => auto({ by: 'store' }).restore(twenty.save()))
    const row = { day: day(20), store: 'north' }
    expect(again.learn(row, 1)).toEqual(stores.learn(row, 1))
    expect(again.save()).toEqual(stores.save())
    expect(() => auto({ by: 'store', alone: true }).restore(stores.save())).toThrow()
    expect(() => auto({ by: ['store', 'item'] }).restore(stores.save())).toThrow()
  })

  it('names what is wrong with a row, a column and a key', () => {
    const stores = auto({ by: ['region', 'store'] })
    expect(() => stores.learn({ region: 'a', day: day(0) }, 1)).toThrow(
      /a row must say which series it is of in "store"; received undefined/,
    )
    expect(() => stores.of('x')).toThrow(/no series "x" was learnt/)
    expect(() => auto({ by: [] })).toThrow(/by must/)
    stores.learn({ region: 'a', store: 'b', day: day(0) }, 1)
    expect([...stores.keys()]).toEqual(['["a","b"]'])
  })
})

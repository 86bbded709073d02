import { describe, expect, it } from 'vitest'
import { auto } from './auto.ts'

const day = (t: number): string => new Date(Date.UTC(2026, 0, 1 + t)).toISOString().slice(0, 10)
const STORES = { north: 100, south: 3 }
const at = (t: number, level: number): number => level * (10 + (t % 7) + 0.3 * Math.sin(3 * t))

function learnt(days: number, changed = Infinity) {
  const stores = auto({ by: 'store' })
  for (let t = 0; t < days; t++) {
    for (const [store, level] of Object.entries(STORES)) {
      const y = at(t, level)
      stores.learn({ day: day(t), store }, store === 'north' && t >= changed ? 7 * y + 1000 : y)
    }
  }
  return stores
}

describe('auto over several series', () => {
  it('has the numbers of an auto for each, bit for bit, and its path', () => {
    const stores = learnt(30)
    for (const [store, level] of Object.entries(STORES)) {
      const alone = auto()
      for (let t = 0; t < 30; t++) alone.learn({ day: day(t) }, at(t, level))
      const [one, other] = [stores.predict({ day: day(30), store }), alone.predict({ day: day(30) })]
      expect([one.mean, one.lower, one.upper]).toEqual([other.mean, other.lower, other.upper])
      expect(stores.of(store).path(3).steps[2].mean).toBe(alone.path(3).steps[2].mean)
    }
    expect([...stores.keys()]).toEqual(['north', 'south'])
  })

  it('changes no bit of a series when another one changes', () => {
    const row = { day: day(20), store: 'south' }
    expect(learnt(20, 10).predict(row).mean).toBe(learnt(20).predict(row).mean)
  })

  it('goes on from bytes bit for bit', () => {
    const stores = learnt(20)
    const again = auto({ by: 'store' }).restore(stores.save())
    const row = { day: day(20), store: 'north' }
    expect(again.learn(row, 1)).toEqual(stores.learn(row, 1))
    expect(again.save()).toEqual(stores.save())
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

import { describe, expect, it } from 'vitest'
import { storeIn } from '../../test/storeIn.ts'
import { normal, seededRng } from '../math/rng.ts'
import { paths } from '../paths/paths.ts'
import { modelContract } from '../testing/modelContract.ts'
import { predictTrees } from '../trees/boosting/trees.ts'
import { type Crowd, crowd } from './crowd.ts'
import { Grove } from './grove.ts'
import { type KeyInput, KeyModel } from './keyModel.ts'

const PLAN = { steps: 4, seasons: [4], coverage: 0.9, known: 0, year: 0 }
const SHAPE = [1.3, 0.8, 0.7, 1.2]

/** Quarters of shops that share a season: `rows[at][key]`. */
function shops(keys: number, quarters: number, seed = 1): number[][] {
  const rng = seededRng(seed)
  const levels = Array.from({ length: keys }, (_, i) => 20 * (i + 1))
  return Array.from({ length: quarters }, (_, at) =>
    levels.map((level) => level * SHAPE[at % 4] * Math.exp(0.01 * at + 0.05 * normal(rng))),
  )
}

function learnAll(rows: readonly (readonly number[])[], many: Crowd = crowd(PLAN)): Crowd {
  rows.forEach((row, at) => {
    row.forEach((y, key) => {
      if (!Number.isNaN(y)) many.learn(`shop ${key}`, { at }, y)
    })
  })
  return many
}

const stepsOf = (many: Crowd, key: string): readonly number[] =>
  many.predict(key).steps.flatMap(({ mean, lower, upper }) => [mean, lower, upper])

/** More keys in a period than are kept of it. */
function wide(): Crowd {
  return learnAll(shops(150, 14))
}

describe('a crowd', () => {
  it('forecasts nothing from the future of any key', () => {
    const rows = shops(4, 20)
    const until = 15
    const early = learnAll(rows.slice(0, until))
    const asKnownThen = [0, 1, 2, 3].map((key) => stepsOf(early, `shop ${key}`))
    const changed = rows.map((row, at) => (at < until ? row : row.map((y) => 7 * y + 1000)))
    const said: (readonly number[])[] = []
    const many = crowd(PLAN)
    changed.forEach((row, at) => {
      if (at === until) for (let key = 0; key < 4; key++) said.push(stepsOf(many, `shop ${key}`))
      row.forEach((y, key) => {
        many.learn(`shop ${key}`, { at }, y)
      })
    })
    expect(said).toEqual(asKnownThen)
  })

  it('issues the forecast of a row before any outcome of its period is known', () => {
    const rows = shops(4, 20)
    const rounds = [1, 100].map((factor) => {
      const many = learnAll(rows.slice(0, 19))
      many.learn('shop 0', { at: 19 }, factor * rows[19][0])
      return many.learn('shop 1', { at: 19 }, rows[19][1])
    })
    expect(rounds[1]).toEqual(rounds[0])
  })

  it('gives a new key the season of the others', () => {
    const rows = shops(8, 40)
    const many = learnAll(rows)
    const rng = seededRng(9)
    const alone = paths(PLAN)
    const error = { pooled: 0, alone: 0 }
    const fresh = Array.from({ length: 8 }, (_, i) => 500 * SHAPE[i % 4] * Math.exp(0.05 * normal(rng)))
    fresh.forEach((y, i) => {
      if (i > 0) {
        error.pooled += Math.abs(y - many.predict('new').steps[0].mean)
        error.alone += Math.abs(y - alone.predict({}).steps[0].mean)
      }
      many.learn('new', { at: 40 + i }, y)
      alone.learn({}, y)
    })
    expect(error.pooled).toBeLessThan(0.7 * error.alone)
  })

  it('gives a new key an interval after its first row', () => {
    const many = learnAll(shops(6, 20))
    many.learn('new', { at: 20 }, 300)
    const { lower, upper } = many.predict('new').steps[0]
    expect(upper - lower).toBeLessThan(1000)
    expect(lower).toBeLessThan(upper)
  })

  it('lets an odd key leave: it is forecast nearly as well as alone', () => {
    const rows = shops(6, 44)
    const rng = seededRng(5)
    const odd = Array.from(
      { length: 44 },
      (_, at) => 100 * SHAPE[(at + 2) % 4] * Math.exp(0.05 * normal(rng)),
    )
    const many = crowd(PLAN)
    const alone = paths(PLAN)
    const error = { pooled: 0, alone: 0 }
    odd.forEach((y, at) => {
      if (at >= 20) {
        error.pooled += Math.abs(y - many.predict('odd').steps[0].mean)
        error.alone += Math.abs(y - alone.predict({}).steps[0].mean)
      }
      rows[at].forEach((value, key) => {
        many.learn(`shop ${key}`, { at }, value)
      })
      many.learn('odd', { at }, y)
      alone.learn({}, y)
    })
    expect(error.pooled).toBeLessThan(1.1 * error.alone)
  })

  it('continues from bytes bit for bit, in the middle of a period', () => {
    const rows = shops(4, 26)
    const one = learnAll(rows.slice(0, 20))
    one.learn('shop 0', { at: 20 }, 50)
    const other = crowd(PLAN).restore(one.save())
    for (const many of [one, other]) {
      many.learn('shop 1', { at: 20 }, 60)
      rows.slice(21).forEach((row, i) => {
        many.learn('shop 2', { at: 21 + i }, row[2])
      })
    }
    expect(stepsOf(other, 'shop 2')).toEqual(stepsOf(one, 'shop 2'))
    expect(other.save()).toEqual(one.save())
  })

  describe('with trees over the rows of all keys', () => {
    const rows = shops(8, 50)
    const hasTrees = (many: Crowd): boolean => many.model.shared.grove.trees.count > 0

    it('forecasts by the mean of the trees grown last and those before them, once there are both', () => {
      const { shared, sharing } = learnAll(rows).model
      const x = new Float64Array(11).fill(1)
      const [last, before] = [shared.grove.trees, shared.grove.before].map((trees) => predictTrees(trees, x))
      expect(last).not.toBe(before)
      const grove = new Grove(x.length, 4)
      expect(grove.predict(shared.grove, x)).toBeCloseTo((last + before) / 2, 12)
      const none = sharing.init().grove
      expect(grove.predict({ ...shared.grove, before: none.before }, x)).toBe(last)
      expect(grove.predict(none, x)).toBeNaN()
    })

    it('keeps nothing of one key in the state of another, whichever was asked last', () => {
      const asked = crowd({ steps: 5 })
      for (let at = 0; at < 12; at++) {
        asked.learn('old', { at }, 3)
        if (at > 8) asked.learn('new', { at }, 3)
      }
      const copy = crowd({ steps: 5 }).restore(asked.save())
      for (const key of ['new', 'old']) asked.predict(key)
      for (const many of [asked, copy]) many.learn('new', { at: 12 }, 3)
      expect(asked.save()).toEqual(copy.save())
    })

    it('forecasts nothing from the future of any key', () => {
      const until = 44
      const early = learnAll(rows.slice(0, until))
      expect(hasTrees(early)).toBe(true)
      const asKnownThen = stepsOf(early, 'shop 3')
      const changed = rows.map((row, at) => (at < until ? row : row.map((y) => 9 * y + 500)))
      const many = learnAll(changed.slice(0, until))
      expect(stepsOf(many, 'shop 3')).toEqual(asKnownThen)
      changed[until].forEach((y, key) => {
        if (key !== 3) many.learn(`shop ${key}`, { at: until }, y)
      })
      const round = many.learn('shop 3', { at: until }, rows[until][3])
      expect(round.mean).toBe(asKnownThen[0])
    })

    it('forecasts within an open period as when it is closed', () => {
      const many = crowd(PLAN)
      const grown = new Set<number>()
      rows.forEach((row, at) => {
        row.forEach((y, key) => {
          many.learn(`shop ${key}`, { at }, y)
        })
        const open = stepsOf(many, 'shop 2')
        many.close()
        expect(stepsOf(many, 'shop 2')).toEqual(open)
        grown.add(many.model.shared.grove.next)
      })
      expect(grown.size).toBeGreaterThan(3)
    })

    it('continues from bytes bit for bit, before and after trees are grown', () => {
      const cells = rows.flatMap((row, at) => row.map((y, key) => ({ at, key, y })))
      const one = crowd(PLAN)
      // Each save is made in the middle of a period.
      const saves = new Map<number, Uint8Array>()
      cells.forEach(({ at, key, y }, i) => {
        one.learn(`shop ${key}`, { at }, y)
        if (key === 0 && [10, 27, 44].includes(at)) saves.set(i + 1, one.save())
      })
      for (const [from, bytes] of saves) {
        const other = crowd(PLAN).restore(bytes)
        for (const { at, key, y } of cells.slice(from)) other.learn(`shop ${key}`, { at }, y)
        expect(hasTrees(other)).toBe(true)
        expect(Buffer.from(other.save()).equals(one.save())).toBe(true)
      }
    })

    it('is hardly worse than each key alone where keys have nothing in common', () => {
      const rng = seededRng(11)
      const error = { pooled: 0, alone: 0 }
      const many = crowd(PLAN)
      const alone = Array.from({ length: 8 }, () => paths(PLAN))
      for (let at = 0; at < 60; at++) {
        for (let key = 0; key < 8; key++) {
          const y = 100 * (key + 1) * (1 + 0.2 * normal(rng))
          if (at >= 30) {
            error.pooled += Math.abs(y - many.predict(`shop ${key}`).steps[0].mean) / (key + 1)
            error.alone += Math.abs(y - alone[key].predict({}).steps[0].mean) / (key + 1)
          }
          many.learn(`shop ${key}`, { at }, y)
          alone[key].learn({}, y)
        }
      }
      expect(hasTrees(many)).toBe(true)
      expect(error.pooled).toBeLessThan(1.03 * error.alone)
    })

    it('keeps rows of all keys and steps alike, however many come in a period', () => {
      const grove = new Grove(1, 4)
      const state = grove.shape()
      const open = grove.open()
      const rows = 70_000
      for (let i = 0; i < rows; i++) grove.learn(open, Float64Array.of(i % 6), i)
      expect(grove.open.check(open, '')).toBeUndefined()
      grove.close(state, open)
      const kept = state.rows.ys.slice(0, state.rows.count)
      expect(kept.length).toBeGreaterThan(200)
      expect(kept.reduce((sum, i) => sum + i, 0) / kept.length / rows).toBeCloseTo(0.5, 1)
      expect(Math.min(...kept)).toBeLessThan(0.02 * rows)
      expect(Math.max(...kept)).toBeGreaterThan(0.98 * rows)
      const steps = [0, 1, 2, 3, 4, 5].map((step) => kept.filter((i) => i % 6 === step).length)
      expect(Math.min(...steps)).toBeGreaterThan(0.7 * Math.max(...steps))
    })

    it('keeps a bounded number of rows, of many periods', () => {
      const { grove } = wide().model.shared
      expect(grove.rows.count).toBeLessThanOrEqual(240 * 14)
      expect(grove.rows.count).toBeGreaterThan(240 * 3)
    })
  })

  describe('widths of all keys', () => {
    const { sharing } = new KeyModel(PLAN)
    const GROWN_KEYS = 3
    /** What widths above are multiplied by after periods of so many keys, of whose outcomes parts were too high. */
    const widthAfter = (keys: number, parts: readonly number[]): number => {
      const shared = sharing.init()
      for (const part of parts) {
        const tally = sharing.tally()
        tally.sums.period[0] = keys
        tally.sums.misses.set([0, part * keys, keys], 3 * GROWN_KEYS)
        sharing.close(shared, tally)
      }
      expect(shared.stretch[2 * GROWN_KEYS]).toBeLessThan(1)
      return shared.stretch[2 * GROWN_KEYS + 1]
    }
    const times = (count: number, part: number): number[] => new Array<number>(count).fill(part)

    it('grow by a fifth at most after a day that all keys miss, and by as much with 500 keys as with five', () => {
      expect(widthAfter(5, [1])).toBeGreaterThan(1.1)
      expect(widthAfter(5, [1])).toBeLessThan(1.22)
      expect(widthAfter(500, [1])).toBe(widthAfter(5, [1]))
    })

    it('grow by less after the same day when many periods were well covered', () => {
      const calm = times(100, 0.05)
      expect(widthAfter(50, [...calm, 1]) / widthAfter(50, calm)).toBeLessThan(1.06)
    })

    it('grow on where a fifth of the outcomes miss in every period, and shrink where none does', () => {
      expect(widthAfter(50, times(30, 0.2))).toBeGreaterThan(1.5)
      expect(widthAfter(50, times(30, 0))).toBeLessThan(0.9)
    })

    it('end at whole numbers where every outcome was one', () => {
      const many = learnAll(shops(8, 30).map((row) => row.map(Math.round)))
      expect(many.model.shared.stretch[2 * GROWN_KEYS]).not.toBe(1)
      for (const { lower, upper } of many.predict('shop 3').steps) {
        expect([lower, upper]).toEqual([Math.round(lower), Math.round(upper)])
      }
    })
  })

  it('gives the same numbers when states beyond a capacity go to a store', () => {
    const shelf = new Map<string, Uint8Array>()
    const store = storeIn(shelf)
    const rows = shops(5, 14)
    const bounded = learnAll(rows, crowd(PLAN, { capacity: 2, store }))
    expect(bounded.size).toBe(2)
    expect(stepsOf(bounded, 'shop 4')).toEqual(stepsOf(learnAll(rows), 'shop 4'))
    const again = crowd(PLAN, { capacity: 2, store }).restore(bounded.save())
    expect(stepsOf(again, 'shop 0')).toEqual(stepsOf(learnAll(rows), 'shop 0'))
  })

  it('learns across gaps, late starts and keys of other signs without a NaN', () => {
    const rows = shops(4, 30).map((row, at) =>
      row.map((y, key) => {
        if (key === 1 && at % 5 === 2) return Number.NaN
        if (key === 2) return at < 17 ? Number.NaN : y
        return key === 3 ? y - 60 : y
      }),
    )
    const many = learnAll(rows)
    for (let key = 0; key < 4; key++) {
      for (const value of stepsOf(many, `shop ${key}`)) expect(value).toSatisfy(Number.isFinite)
    }
  })

  it('refuses a row before the open period, and one of the same place again', () => {
    const many = learnAll(shops(2, 6))
    expect(() => many.learn('shop 0', { at: 3 }, 1)).toThrow(
      /order of their places: 3 of "shop 0" comes after 5/,
    )
    expect(() => many.learn('shop 0', { at: 5 }, 1)).toThrow(/at must be a whole number after 5/)
    expect(() => many.learn('shop 0', { at: 6 }, Number.NaN)).toThrow(/y must be a number/)
    expect(many.round('shop 0')).toBe(6)
  })
})

describe('one series of a crowd keeps the contract of models', () => {
  const taught = learnAll(shops(3, 12)).model.shared
  const make = (): KeyModel => {
    const model = new KeyModel(PLAN)
    model.shared = structuredClone(taught)
    return model
  }
  const clauses = modelContract<KeyInput>(make, {
    input: () => ({}),
    outcome: (rng) => 100 + 10 * normal(rng),
    rounds: 14,
  })
  it.each(clauses.map((clause) => [clause.promise, clause] as const))('%s', (_, clause) => {
    clause.check()
  })
})

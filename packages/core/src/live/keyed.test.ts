import { expect, it } from 'vitest'
import { storeIn } from '../../test/storeIn.ts'
import { conformalModel } from '../conformal/index.ts'
import { keyed } from './keyed.ts'

it('a call that throws leaves no key behind', () => {
  const series = keyed(conformalModel())
  expect(() => series.learn('typo', { id: 1, y: 1 })).toThrow('no open prediction')
  expect(() => series.predict('bad', Number.NaN)).toThrow('finite number')
  expect(() => series.skip('other', 'q')).toThrow('no open prediction')
  expect(() => series.learn('late', 1, Number.NaN)).toThrow('finite number')
  expect(() => series.predict(7 as never, 1)).toThrow('a key must be a string; received 7')
  expect([...series.keys()]).toEqual([])
  series.learn('kept', 1, 2)
  expect(() => series.learn('kept', 1, Infinity)).toThrow('finite number')
  expect([...series.keys()]).toEqual(['kept'])
  expect(series.round('kept')).toBe(1)
})

/** A store that is a Map. */
function shelf() {
  const bytes = new Map<string, Uint8Array>()
  return { bytes, store: storeIn(bytes) }
}

it('a call that throws leaves what the store holds as it was', () => {
  const { bytes, store } = shelf()
  const series = keyed(conformalModel(), { capacity: 1, store })
  series.learn('a', 1, 2)
  series.learn('b', 1, 2)
  const before = bytes.get('a')
  expect(() => series.learn('a', Number.NaN, 2)).toThrow('finite number')
  expect(bytes.get('a')).toBe(before)
  series.learn('a', 1, 3)
  expect(series.round('a')).toBe(2)
  expect(series.round('b')).toBe(1)
})

it('keeps as many states at hand as the memory holds, and the numbers of every key', () => {
  const [free, { store }] = [keyed(conformalModel()), shelf()]
  const one = keyed(conformalModel(), { memory: 1, store: shelf().store })
  const few = keyed(conformalModel(), { memory: 40_000, store })
  for (let t = 0; t < 40; t++) {
    for (const key of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']) {
      const expected = free.learn(key, 1, (t * 7) % 11)
      expect(few.learn(key, 1, (t * 7) % 11)).toEqual(expected)
      expect(one.learn(key, 1, (t * 7) % 11)).toEqual(expected)
    }
  }
  expect(one.size).toBe(1)
  expect(few.size).toBeGreaterThan(1)
  expect(few.size).toBeLessThan(10)
  expect(free.size).toBe(10)
  few.delete('j')
  expect(few.has('j')).toBe(false)
})

it('a limit without a store is refused: states would be lost', () => {
  expect(() => keyed(conformalModel(), { memory: 1000 })).toThrow('memory 1000 needs a store')
  expect(() => keyed(conformalModel(), { capacity: 2 })).toThrow('capacity 2 needs a store')
  expect(() => keyed(conformalModel(), { memory: 0, store: shelf().store })).toThrow('memory')
})

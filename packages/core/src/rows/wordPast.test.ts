import { expect, test } from 'vitest'
import { normal, seededRng, uniform } from '../math/index.ts'
import { type Rows, type RowsState, rows } from './rows.ts'

/** Shops in turn, each with a level that wanders or stays, learnt by a table of rows. */
function learnt(wanders: boolean, ahead = 1): { own: Rows; state: RowsState; levels: number[] } {
  const rng = seededRng(5)
  const levels = [10, 20, 30, 40]
  const own = rows({ time: null, ahead })
  const state = own.init({ shop: 'shop 0' })
  for (let t = 0; t < 300; t++) {
    const shop = t % 4
    const y = levels[shop] + normal(rng)
    if (wanders) levels[shop] += 2 * normal(rng)
    own.observe(state, own.read(state, { shop: `shop ${shop}` }), y)
  }
  return { own, state, levels }
}

test('the last outcomes of the same word are features where they say something beyond its mean', () => {
  const { own, state } = learnt(true)
  expect(own.freeze(state).names).toContain('y of shop, 1 ago')
})

test('words without a memory of their own get no such features, nor do rows that are forecast earlier', () => {
  const still = learnt(false)
  expect(still.own.freeze(still.state).names.join()).not.toContain('ago')
  const early = learnt(true, 4)
  expect(early.own.freeze(early.state).names.join()).not.toContain('y of shop')
})

test('where outcomes wander whatever the word, the past of a word is no feature', () => {
  const rng = seededRng(6)
  const own = rows({ time: null })
  const state = own.init({ shop: 'shop 0' })
  let level = 0
  for (let t = 0; t < 300; t++) {
    level += normal(rng)
    own.observe(state, own.read(state, { shop: `shop ${Math.floor(3 * uniform(rng))}` }), level)
  }
  expect(own.freeze(state).names.join()).not.toContain('y of shop')
})

test('the past of a word shows after few rows of each of many words', () => {
  const rng = seededRng(7)
  const own = rows({ time: null })
  const state = own.init({ cow: 'cow 0' })
  const levels = Array.from({ length: 60 }, () => 3 * normal(rng))
  for (let t = 0; t < 300; t++) {
    const cow = t % 60
    levels[cow] += normal(rng)
    own.observe(state, own.read(state, { cow: `cow ${cow}` }), levels[cow])
  }
  expect(own.freeze(state).names).toContain('y of cow, 1 ago')
})

test('the past of a word ends before the row, also where the row is replayed', () => {
  const { own, state } = learnt(true)
  const encoding = own.freeze(state)
  const place = encoding.names.indexOf('y of shop, 1 ago')
  const x = new Float64Array(encoding.names.length)
  const outcome = (row: number): number => own.replay(state, encoding, row, x)
  const before = outcome(96)
  outcome(100)
  expect(x[place]).toBe(before)
  const last = outcome(298)
  own.encode(state, encoding, own.read(state, { shop: 'shop 2' }), 0, x)
  expect(x[place]).toBe(last)
  own.encode(state, encoding, own.read(state, { shop: 'a new one' }), 0, x)
  expect(Number.isFinite(x[place])).toBe(true)
})

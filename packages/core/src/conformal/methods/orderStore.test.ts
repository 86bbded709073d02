import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countBelow, countUpTo, createOrderStore, insert, quantileOf, select } from './orderStore.ts'

describe('an order store', () => {
  it('agrees with a sorted array, with and without a limit, ties included', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true })), { maxLength: 200 }),
        fc.option(fc.integer({ min: 1, max: 20 })),
        (values, limit) => {
          const store = createOrderStore(limit)
          for (const value of values) insert(store, value)
          const kept = values.slice(limit === null ? 0 : Math.max(0, values.length - limit))
          const sorted = Float64Array.from(kept).sort()
          expect(store.size).toBe(sorted.length)
          sorted.forEach((value, i) => {
            expect(select(store, i + 1) === value).toBe(true)
          })
          for (const probe of [-Infinity, -1, 0, 2.5, ...kept]) {
            expect(countBelow(store, probe)).toBe(kept.filter((value) => value < probe).length)
            expect(countUpTo(store, probe)).toBe(kept.filter((value) => value <= probe).length)
          }
        },
      ),
    )
  })

  it('selects the ⌈np⌉-th smallest as the quantile, clipping the level', () => {
    const store = createOrderStore()
    expect(quantileOf(store, 0.5)).toBe(0)
    for (const value of [30, 10, 20, 40]) insert(store, value)
    expect([-1, 0, 0.25, 0.26, 0.5, 0.75, 1, 2].map((p) => quantileOf(store, p))).toEqual([
      10, 10, 10, 20, 20, 30, 40, 40,
    ])
  })

  it('goes on from a clone as if nothing had happened', () => {
    const store = createOrderStore(7)
    for (let i = 0; i < 50; i++) insert(store, Math.sin(i))
    const copy = structuredClone(store)
    for (let i = 50; i < 90; i++) for (const each of [store, copy]) insert(each, Math.sin(i))
    expect(copy).toEqual(store)
  })

  it('takes room for what it holds, not for what it may hold', () => {
    const store = createOrderStore(1_000_000)
    for (const value of [1, 2]) insert(store, value)
    expect(store.keys).toHaveLength(64)
    for (let i = 0; i < 100; i++) insert(store, i)
    expect(store.keys).toHaveLength(128)
    const small = createOrderStore(100)
    for (let i = 0; i < 250; i++) insert(small, i)
    expect(small.keys).toHaveLength(100)
    expect([select(small, 1), select(small, 100)]).toEqual([150, 249])
  })

  it('stays shallow when a hundred thousand equal or sorted numbers come', () => {
    for (const next of [() => 1, (i: number) => i]) {
      const store = createOrderStore()
      for (let i = 0; i < 100_000; i++) insert(store, next(i))
      const depth = (node: number): number =>
        node < 0 ? 0 : 1 + Math.max(depth(store.left[node]), depth(store.right[node]))
      expect(depth(store.root)).toBeLessThan(80)
    }
  })
})

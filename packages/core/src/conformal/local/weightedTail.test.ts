import fc from 'fast-check'
import { expect, it } from 'vitest'
import { above, aboveNegated } from '../memories/fast/quantiles.ts'
import { createOrdered, putInOrder, weightedTail } from './weightedTail.ts'

const numbers = fc.array(fc.double({ min: -100, max: 100, noNaN: true }), { minLength: 2, maxLength: 60 })

it('keeps the slots in the order of values and of sizes, whatever is put into which slot', () => {
  fc.assert(
    fc.property(numbers, fc.array(fc.nat(1000)), (values, slots) => {
      const rows = createOrdered(values.length)
      for (const [slot, value] of values.entries()) putInOrder(rows, slot, value)
      for (const [i, slot] of slots.entries())
        putInOrder(rows, slot % values.length, values[i % values.length])
      const sorted = (order: Uint16Array) => Array.from(order, (slot) => rows.values[slot])
      expect(sorted(rows.byValue)).toEqual(Array.from(rows.values).sort((a, b) => a - b))
      const sizes = sorted(rows.bySize).map(Math.abs)
      expect(sizes).toEqual(Array.from(rows.values, Math.abs).sort((a, b) => a - b))
    }),
  )
})

it('equals the conformal quantile of a memory where every row counts for one', () => {
  fc.assert(
    fc.property(numbers, fc.double({ min: 0.001, max: 0.9, noNaN: true }), (values, level) => {
      const n = values.length
      // Beyond the largest value memories go on by their range, rows by the size of the largest.
      const miss = Math.max(level, 1.001 / (n + 1))
      const rows = createOrdered(n)
      for (const [slot, value] of values.entries()) putInOrder(rows, slot, value)
      const ones = new Float64Array(n).fill(1)
      const sorted = Float64Array.from(values).sort()
      expect(weightedTail(rows, ones, n, miss, 'values')).toBeCloseTo(above(sorted, 0, n, miss), 9)
      expect(weightedTail(rows, ones, n, miss, 'negated')).toBeCloseTo(aboveNegated(sorted, 0, n, miss), 9)
      const sizes = Float64Array.from(values, Math.abs).sort()
      expect(weightedTail(rows, ones, n, miss, 'sizes')).toBeCloseTo(above(sizes, 0, n, miss), 9)
    }),
  )
})

it('rows without weight do not count', () => {
  const rows = createOrdered(6)
  for (const [slot, value] of [1, 2, 3, 100, 200, 300].entries()) putInOrder(rows, slot, value)
  const weights = Float64Array.of(1, 1, 1, 0, 0, 0)
  expect(weightedTail(rows, weights, 3, 0.5, 'values')).toBe(2)
})

import { expect, it } from 'vitest'
import { inUnit, normalStart, pushScale, SCALE, SCALE_WINDOW, scaleOf } from './runningScale.ts'

it('the unit is the median of the last positive sizes; zeros are left out', () => {
  const store = SCALE()
  expect(scaleOf(store)).toBe(0)
  for (const score of [0, -3, 0, 1, 0, 2, 0]) pushScale(store, score)
  expect(scaleOf(store)).toBe(2)
  pushScale(store, 10)
  expect(scaleOf(store)).toBe(2)
  for (let t = 0; t < SCALE_WINDOW; t++) pushScale(store, 5)
  expect(scaleOf(store)).toBe(5)
})

it('a score in units of the past is bounded, and without a past its own unit', () => {
  expect(inUnit(2, 5)).toBe(2.5)
  expect(inUnit(0, -5)).toBe(-1)
  expect(inUnit(0, 0)).toBe(0)
  expect(inUnit(1e-300, 1e300)).toBe(1e300)
  expect(inUnit(1e-300, -1e300)).toBe(-1e300)
})

it('a normal error of median size 1 is below the start as often as asked', () => {
  expect(normalStart(0.5)).toBeCloseTo(1, 12)
  expect(normalStart(0.9)).toBeCloseTo(1.6448536269514722 / 0.6744897501960817, 9)
})

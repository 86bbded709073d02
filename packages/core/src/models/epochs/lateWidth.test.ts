import { expect, it } from 'vitest'
import { forgetErrors, LATE_WIDTH, observeError, widthOf } from './lateWidth.ts'

it('errors as large as said leave the width, and larger ones widen it; 0/0 and ∞/∞ say nothing', () => {
  const state = LATE_WIDTH()
  observeError(state, 2, 2)
  expect(widthOf(state)).toBe(1)
  observeError(state, 0, 0)
  observeError(state, Infinity, Infinity)
  expect(widthOf(state)).toBe(1)
  observeError(state, 5, 1)
  expect(widthOf(state)).toBeGreaterThan(1)
  forgetErrors(state)
  expect(state).toEqual(LATE_WIDTH())
})

import { expect, it } from 'vitest'
import { SaveClock } from './saveClock.ts'

it('saves half a minute after the last save, and not before', () => {
  const clock = new SaveClock(1000)
  expect([2000, 30_999, 31_000].map((now) => clock.isDue(now))).toEqual([false, false, true])
  clock.saved(40_000)
  expect([69_999, 70_000].map((now) => clock.isDue(now))).toEqual([false, true])
})

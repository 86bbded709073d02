import { expect, it } from 'vitest'
import { createJump, hasJumped, settleJump } from './jump.ts'

/** The rows at which a jump is told. */
function toldAt(errors: readonly number[]): readonly number[] {
  const state = createJump()
  return errors.flatMap((error, row) => {
    if (!hasJumped(state, error, error, row >= 20)) return []
    settleJump(state)
    return [row]
  })
}

const usual = (rows: number, scale = 1): number[] =>
  Array.from({ length: rows }, (_, row) => scale * (1 + (row % 5) / 2))

it('tells a jump of noise within five rows, and once', () => {
  const told = toldAt([...usual(100), ...usual(100, 10)])
  expect(told).toHaveLength(1)
  expect(told[0]).toBeLessThan(105)
})

it('takes no single outlier, no morning after a quiet night and no smaller noise for a jump', () => {
  expect(toldAt([...usual(100), 1e6, ...usual(100)])).toEqual([])
  const day = [...usual(12), ...new Array<number>(12).fill(0)]
  expect(toldAt(Array.from({ length: 20 }, () => day).flat())).toEqual([])
  expect(toldAt([...usual(100), ...usual(100, 0.1)])).toEqual([])
})

import { expect, it } from 'vitest'
import { CLASSES, observeClasses, summariseClasses } from './classes.ts'

const NAMES = ['cat', 'dog']

function after(rows: number) {
  const state = CLASSES()
  for (let t = 1; t <= rows; t++) {
    const y = t % 3 === 0 ? 'dog' : 'cat'
    // One row is a great surprise.
    const p = t === 500 ? 0.999 : 0.7
    const label = t === 500 ? 'dog' : y
    const probabilities = { [label]: p, [label === 'cat' ? 'dog' : 'cat']: 1 - p }
    observeClasses(state, NAMES, { t, y, label, probabilities, set: [label] }, Number.NaN)
  }
  return summariseClasses(state)
}

it('the summary of classes counts every row once, however long the run, and keeps what surprised most', () => {
  const { stretches, hardest, latest, reliability } = after(5000) as NonNullable<ReturnType<typeof after>>
  expect(stretches.length).toBeLessThanOrEqual(120)
  const counted = stretches.map(({ came }) => came.reduce((sum, count) => sum + count, 0))
  expect(counted.reduce((sum, count) => sum + count, 0)).toBe(5000)
  expect(stretches.map(({ rows }) => rows)).toEqual(counted)
  expect(hardest[0]?.t).toBe(500)
  expect(latest.map(({ t }) => t)).toEqual([4993, 4994, 4995, 4996, 4997, 4998, 4999, 5000])
  expect(reliability.reduce((sum, { rows }) => sum + rows, 0)).toBe(10_000)
})

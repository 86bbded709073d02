import { expect, it } from 'vitest'
import { conformal } from '../conformal/index.ts'

it('an outcome told with its input is that of the forecast that waits at this input', () => {
  const learner = conformal()
  for (let t = 0; t < 40; t++) {
    learner.predict(t)
    learner.learn(t, t + (t % 5))
  }
  expect(learner.round).toBe(40)
  const shown = learner.predict(7)
  // The state moves on, and the forecast that was shown is what is scored.
  learner.predict(8, { id: 'late' })
  learner.learn({ id: 'late', y: 900 })
  const { lower, upper } = learner.learn(7, 8)
  expect([lower, upper]).toEqual([shown.lower, shown.upper])
  expect(learner.stream.pending).toBe(null)
})

it('an outcome told with another input leaves the forecast that waits, and only one may', () => {
  const learner = conformal()
  learner.predict(3)
  learner.predict(3)
  expect(learner.learn(4, 5).round).toBe(1)
  expect(() => learner.predict(5)).toThrow('a forecast is already waiting for its outcome')
  expect(learner.learn(3.5).round).toBe(2)
  expect(() => learner.learn(3.5)).toThrow('learn needs a forecast in round 3')
  expect(learner.predict(5).extent).toBe('infinite')
})

it('inputs are the same if all that they are made of is', () => {
  const learner = conformal({ overlapping: true })
  learner.predict(3, { groups: ['a', 'b'] })
  expect(() => learner.predict(3, { groups: ['a', 'b'] })).not.toThrow()
  for (const other of [['a'], ['b', 'a'], ['a', 'b', 'c'], []])
    expect(() => learner.predict(3, { groups: other })).toThrow('already waiting')
  expect(() => learner.predict(4, { groups: ['a', 'b'] })).toThrow('already waiting')
})

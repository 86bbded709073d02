import { expect, it } from 'vitest'
import * as credence from '../all.ts'

const { aggregate, absolute, logDensity, svb } = credence

/** What random programs found, each as the smallest program that showed it. */

it('a forecast that overflows in the units of y is an error, and not infinite', () => {
  const far = credence.panelOf([{ init: () => null, predict: () => 1e300, update() {} }])
  const learner = credence.prepared(aggregate({ experts: far, loss: absolute }), {
    target: credence.fixedTarget(0, 1e10),
  })
  expect(() => learner.predict([1])).toThrow('the forecast is Infinity ± ')
})

it('a target of 1.7e308 does not become the unit in which all others are told', () => {
  const learner = credence.prepared(aggregate({ experts: svb({ scale: 1 }), loss: absolute }), {
    target: credence.standardizeTarget(),
  })
  for (const y of [-1.7e308, 3, 4, 3]) learner.learn([1], y)
  expect(Math.abs(learner.predict([1]).mean)).toBeLessThan(1e3)
})

it('a forecast whose spread overflows in the units of y is an error, and no distribution without a median', () => {
  const target = credence.standardizeTarget()
  const inner = aggregate({ experts: credence.linearRegression(), loss: logDensity })
  const learner = credence.prepared(credence.prepared(inner, { target }), { target })
  const rows = [
    [0.3, -1],
    [-0.1, -2],
    [1e150, 0],
    [-1e8, 1e8],
    [-0.4, -1e155],
    [1.6, 1e20],
  ] as const
  for (const [x, y] of rows) learner.learn([x], y)
  expect(() => learner.predict([-1.3])).toThrow('± Infinity in the units of y')
})

it('a forecast with an id that is none opens nothing', () => {
  const learner = credence.conformal()
  const before = learner.save('json')
  expect(() => learner.predict(1, { id: Number.NaN })).toThrow('id must be')
  expect(learner.save('json')).toBe(before)
})

it('a forecast that waits is not that of the object which the caller writes over', () => {
  const learner = credence.conformal({ conformity: credence.quantileBand })
  const band = { lower: 0, upper: 1 }
  learner.predict(band, { id: 'a' })
  band.lower = -100
  band.upper = -99
  expect(learner.learn({ id: 'a', y: 0.25 }).score).toBe(-0.25)
})

it('infinity is no outcome, not even where outcomes have no unit yet', () => {
  const learner = credence.prepared(aggregate({ experts: svb({ scale: 1 }), loss: absolute }), {
    target: credence.standardizeTarget(),
  })
  learner.learn([1], 3)
  for (const y of [Infinity, null as never])
    expect(() => learner.learn([1], y)).toThrow('y must be a finite number')
})

it('outcomes that differ by 1e-320 make no unit in which others overflow', () => {
  const learner = credence.prepared(aggregate({ experts: svb({ scale: 1 }), loss: absolute }), {
    target: credence.standardizeTarget(),
  })
  for (const y of [0, 1e-320, 1, 2, 3]) learner.learn([1], y)
  expect(learner.round).toBe(5)
})

import { describe, expect, it } from 'vitest'
import { aggregate, logDensity, point, squared, svb } from '../doors/index.ts'

describe('a mistake of the caller is told, and changes nothing', () => {
  const make = (dimension?: number) =>
    aggregate({
      experts: svb({ scale: [1, 2] }),
      loss: squared,
      ...(dimension === undefined ? {} : { dimension }),
    })
  const mistakes: readonly (readonly [string, (learner: ReturnType<typeof make>) => unknown, string])[] = [
    ['no x', (learner) => learner.predict(undefined as never), 'x must be an array of numbers'],
    ['one number as x', (learner) => learner.learn(5 as never, 1), 'x must be an array of numbers'],
    ['an id that is none', (learner) => learner.predict([1, 2], { id: Number.NaN }), 'id must be'],
    ['a rule that was not called', (learner) => learner.add(svb as never), 'received a function'],
  ]
  it.each(mistakes)('%s', (_name, mistake, message) => {
    for (const learner of [make(), make(2)]) {
      const before = learner.save('json')
      expect(() => mistake(learner)).toThrow(message)
      expect(learner.save('json')).toBe(before)
    }
  })

  it('a mark without a name', () => {
    expect(() => make(2).mark(undefined as never)).toThrow('the name of a mark must be a text')
  })

  it('an expert added to a prior before anything is known of x', () => {
    const learner = aggregate({ experts: svb({ scale: [1, 2] }), loss: squared, prior: [1, 2] })
    expect(() => learner.add(svb({ scale: 3 }))).toThrow('give aggregate a dimension')
    expect(learner.learn([1], 1).round).toBe(1)
  })
})

it('the noise of a mixture is a number where its square overflows or vanishes', () => {
  for (const scale of [1e200, 1e-200]) {
    const beliefs = { mean: Float64Array.of(0, 0), noise: Float64Array.of(3 * scale, 4 * scale) }
    const weights = { linear: Float64Array.of(0.5, 0.5), log: Float64Array.of(0, 0) }
    const own = point.own(logDensity, beliefs as never, new Float64Array(2), 0, 1, weights)
    expect(own).toBeCloseTo(logDensity.at(0, 0, scale * Math.sqrt(12.5)), 12)
  }
})

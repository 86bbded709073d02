import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normal, seededRng } from '../../math/rng.ts'
import { conformal, normalisedResidual } from '../index.ts'
import { createCentre, followCentre } from './centre.ts'

describe('unbiased', () => {
  it('leaves corrected errors whose clipped mean is at most 2B/ηT, on every sequence of errors within ±B', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -7, max: 7, noNaN: true }), { minLength: 60, maxLength: 400 }),
        (errors) => {
          const centre = createCentre()
          let sum = 0
          errors.forEach((raw, t) => {
            const before = centre.bias
            followCentre(centre, raw - before)
            // From round 50 on each step is 0.02 of what counts of the error.
            if (t >= 50) sum += (centre.bias - before) / 0.02
          })
          expect(Math.abs(centre.bias)).toBeLessThanOrEqual(7.5)
          expect(Math.abs(sum)).toBeLessThanOrEqual((2 * 7.5) / 0.02)
        },
      ),
    )
  })

  it.each([10, 30])('a bias of %d deviations costs less than 2 % of the interval score', (bias) => {
    const score = (off: number, unbiased: boolean) => {
      const rng = seededRng(1)
      const learner = conformal({ unbiased, diagnostics: false })
      let sum = 0
      for (let t = 0; t < 3000; t++) {
        const y = off + normal(rng)
        const { lower, upper } = learner.predict(0)
        learner.learn(y)
        if (t >= 100) sum += upper - lower + 20 * Math.max(0, lower - y, y - upper)
      }
      return sum
    }
    const best = score(0, false)
    expect(score(bias, true) / best).toBeLessThan(1.02)
    expect(score(bias, false) / best).toBeGreaterThan(1.04)
  })

  it('shows the bias, keeps the certificate, and goes on after a save', () => {
    const rng = seededRng(2)
    const learner = conformal({ unbiased: true })
    let other = learner
    for (let t = 0; t < 800; t++) {
      if (t === 400) other = conformal({ unbiased: true }).restore(learner.save())
      expect(other.predict(5)).toEqual(learner.predict(5))
      const y = 12 + normal(rng)
      if (other !== learner) other.learn(y)
      learner.learn(y)
    }
    expect(learner.bias).toBeCloseTo(7, 0)
    const { excess, governed } = learner.coverage.certificate
    expect(excess).toBeCloseTo(governed as number, 6)
  })

  it('is refused where forecasts are not numbers', () => {
    expect(() => conformal({ unbiased: true, conformity: normalisedResidual })).toThrow(
      'unbiased is for forecasts that are numbers',
    )
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normal, seededRng } from '../../math/rng.ts'
import { conformal, normalisedResidual } from '../index.ts'
import { createCentre, followCentre } from './centre.ts'

describe('unbiased', () => {
  it('leaves corrected errors whose clipped mean is at most 2B/ηT, on every sequence of errors within ±B', () => {
    const [largest, eta] = [7, 0.02]
    // Against the correction: errors on the other side of it, or of its own, as far out as they may be.
    const errors = fc.oneof(
      fc.double({ min: -largest, max: largest, noNaN: true }),
      fc.constantFrom('against', 'along'),
    )
    fc.assert(
      fc.property(fc.array(errors, { minLength: 60, maxLength: 400 }), (list) => {
        const centre = createCentre()
        let [sum, rounds] = [0, 0]
        list.forEach((error, t) => {
          const { bias, size } = centre
          const side = bias < 0 ? -largest : largest
          const raw = typeof error === 'number' ? error : error === 'along' ? side : -side
          followCentre(centre, raw - bias)
          expect(Math.abs(centre.bias)).toBeLessThanOrEqual(largest * (1 + 1e-12))
          if (t < 50) return
          rounds++
          sum += Math.max(-3 * size, Math.min(3 * size, raw - bias))
        })
        const mean = Math.abs(sum) / Math.max(1, rounds)
        expect(mean).toBeLessThanOrEqual((2 * largest) / (eta * Math.max(1, rounds)) + 1e-9)
      }),
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

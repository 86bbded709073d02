import { expect, it } from 'vitest'
import { errorsOf } from '../../test/hourlyDemand.ts'

it('auto forecasts 24 rows ahead from what was known then, and still covers', () => {
  const { ratio, coverage, learner } = errorsOf(24, { from: 480 })
  expect(ratio).toBeLessThan(0.9)
  expect(coverage).toBeGreaterThan(0.86)
  expect(learner.features).toContain('y 24 ago')
  expect(learner.features).not.toContain('y 1 ago')
})

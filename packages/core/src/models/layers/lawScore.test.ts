import { expect, it } from 'vitest'
import { BELIEVED } from './lawScore.ts'

const law = { weights: Float64Array.of(1), means: Float64Array.of(0), deviations: Float64Array.of(1) }

it('a belief is a mean with a distribution of as many weights as means and deviations, or without one', () => {
  BELIEVED.check({ mean: 1, law: null }, 'forecast')
  BELIEVED.check({ mean: 1, law }, 'forecast')
  for (const wrong of [7, {}, { ...law, weights: [1] }, { ...law, means: new Float64Array(2) }]) {
    expect(() => BELIEVED.check({ mean: 1, law: wrong }, 'forecast'), JSON.stringify(wrong)).toThrow(
      'forecast.law',
    )
  }
})

import { expect, it } from 'vitest'
import { acceptBelieved } from './lawScore.ts'

const law = { weights: Float64Array.of(1), means: Float64Array.of(0), deviations: Float64Array.of(1) }

it('a belief is a mean with a law of as many weights as means and deviations, or without one', () => {
  acceptBelieved({ mean: 1, law: null })
  acceptBelieved({ mean: 1, law })
  for (const wrong of [7, {}, { ...law, weights: [1] }, { ...law, means: new Float64Array(2) }]) {
    expect(() => acceptBelieved({ mean: 1, law: wrong }), JSON.stringify(wrong)).toThrow('forecast.law')
  }
})

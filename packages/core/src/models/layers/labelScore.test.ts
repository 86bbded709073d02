import { expect, it } from 'vitest'
import { labelScore, labelsIn } from './labelScore.ts'

const labels = (probability: number, threshold: number) =>
  labelsIn(labelScore.lower(probability, threshold), labelScore.upper(probability, threshold))

it('has in its set every label whose score is at most the threshold', () => {
  for (const probability of [0, 0.25, 0.5, 0.75, 1]) {
    for (const threshold of [0, 0.2, 0.25, 0.5, 0.6, 0.75, 1]) {
      const expected = [-1, 1].filter((label) => labelScore.score(probability, label, 0) <= threshold)
      expect(labels(probability, threshold), `${probability} at ${threshold}`).toEqual(expected)
    }
  }
})

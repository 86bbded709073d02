import { expect, it } from 'vitest'
import { meansOf, riverFixture } from '../../test/fixtures/riverFixture.ts'
import { abcStream } from '../../test/fixtures/riverStream.ts'
import { adaptiveRandomForest } from './adaptiveRandomForest.ts'

interface Run {
  readonly predictions: number[]
  readonly warnings: number
  readonly drifts: number
}

const all = { learners: 5, features: 'all' } as const

it.each([
  ['median', adaptiveRandomForest(all)],
  ['mean', adaptiveRandomForest({ ...all, vote: 'mean', leaf: 'mean' })],
] as const)(
  'given the same Poisson draws and all features, its %s is that of River 0.20.1, to 1e-6',
  (vote, rule) => {
    const { predictions, warnings, drifts } = riverFixture<Record<string, Run>>('adaptiveRandomForest')[vote]
    expect(warnings).toBeGreaterThan(5)
    expect(drifts).toBeGreaterThan(5)
    const means = meansOf(rule, abcStream(0), 11)
    predictions.forEach((expected, t) => {
      const error = Math.abs(means[t] - expected) / (1 + Math.abs(expected))
      expect(error, `round ${t}: ${means[t]} ${expected}`).toBeLessThan(1e-6)
    })
  },
)

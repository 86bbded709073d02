import { expect, it } from 'vitest'
import { meansOf, riverFixture } from '../../test/fixtures/riverFixture.ts'
import { abcStream } from '../../test/fixtures/riverStream.ts'
import { hoeffdingAdaptiveTree } from './hoeffdingAdaptiveTree.ts'

interface Run {
  readonly predictions: number[]
  /** Alternates begun, and how many of them were switched to or pruned after a comparison. */
  readonly alternates: [begun: number, switched: number, pruned: number]
}

it('without resampling predicts as River 0.20.1 does, to 1e-6, while alternates come and go', () => {
  const [plain, eager] = riverFixture<{ runs: Run[] }>('hoeffdingAdaptiveTree').runs
  const cases = [
    [plain, abcStream(0), hoeffdingAdaptiveTree({ weight: 0 })],
    [
      eager,
      [...abcStream(1), ...abcStream(2)],
      hoeffdingAdaptiveTree({ weight: 0, leaf: 'mean', gracePeriod: 50, significance: 0.05 }),
    ],
  ] as const
  for (const [{ predictions, alternates }, rows, rule] of cases) {
    expect(alternates[0]).toBeGreaterThan(0)
    const means = meansOf(rule, rows)
    predictions.forEach((expected, t) => {
      const error = Math.abs(means[t] - expected) / (1 + Math.abs(expected))
      expect(error, `round ${t}: ${means[t]} ${expected}`).toBeLessThan(1e-6)
    })
  }
})

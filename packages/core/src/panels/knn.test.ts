import { expect, it } from 'vitest'
import { meansOf, riverFixture } from '../../test/fixtures/riverFixture.ts'
import { abcStream, wideStream } from '../../test/fixtures/riverStream.ts'
import { knn } from './knn.ts'

interface Run {
  readonly stream: 'abc' | 'wide'
  readonly k: number
  readonly window: number
  readonly method: 'mean' | 'weighted_mean'
  readonly predictions: number[]
}

it('predicts as River 0.20.1 with its exact search does, to 1e-12, means and distance-weighted means', () => {
  for (const { stream, k, window, method, predictions } of riverFixture<{ runs: Run[] }>('knn').runs) {
    const rows = (stream === 'abc' ? abcStream(0) : wideStream(7)).slice(0, predictions.length)
    const means = meansOf(
      knn({ neighbours: k, window, weighting: method === 'mean' ? 'mean' : 'distance' }),
      rows,
    )
    predictions.forEach((expected, t) => {
      expect(Math.abs(means[t] - expected), `${stream} round ${t}`).toBeLessThan(
        1e-12 * (1 + Math.abs(expected)),
      )
    })
  }
})

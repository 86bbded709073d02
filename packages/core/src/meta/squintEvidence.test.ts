import { expect, it } from 'vitest'
import { gaussLegendre } from '../math/quadrature.ts'
import { seededRng, uniform } from '../math/rng.ts'
import { squintEvidence } from './squintEvidence.ts'

const { nodes, weights } = gaussLegendre(40)

/** log ∫ by pieces around the peak of ηR − η²V, each narrower than the peak. */
function byPieces(regret: number, variance: number): number {
  const peak = Math.max(0, Math.min(0.5, variance > 0 ? regret / (2 * variance) : regret > 0 ? 0.5 : 0))
  const slope = regret - 2 * peak * variance
  const width = Math.min(0.5, 1 / Math.max(Math.sqrt(variance), Math.abs(slope), 2))
  const ends = [0, 0.5, peak]
  for (let i = 1; i < 60; i++) ends.push(peak - i * width, peak + i * width)
  const kept = ends.filter((end) => end >= 0 && end <= 0.5).sort((a, b) => a - b)
  let sum = 0
  for (let i = 1; i < kept.length; i++) {
    const half = (kept[i] - kept[i - 1]) / 2
    for (let j = 0; j < nodes.length; j++) {
      const off = kept[i - 1] + half * (1 + nodes[j]) - peak
      sum += half * weights[j] * Math.exp(off * slope - off * off * variance)
    }
  }
  return peak * (regret - peak * variance) + Math.log(sum)
}

it('is log ∫ exp(ηR − η²V) over [0, ½] to 13 digits, for R and V of all sizes', () => {
  const rng = seededRng(1)
  for (let i = 0; i < 20_000; i++) {
    const regret = (uniform(rng) < 0.5 ? -1 : 1) * 10 ** (12 * uniform(rng) - 6)
    const size = Math.abs(regret)
    const variance = [
      10 ** (12 * uniform(rng) - 6),
      size * 10 ** (4 * uniform(rng) - 2),
      size * 10 ** (-8 - 8 * uniform(rng)),
      size * (0.4 + 1.2 * uniform(rng)),
    ][i % 4]
    const expected = byPieces(regret, variance)
    const error = Math.abs(squintEvidence(regret, variance) - expected)
    expect(error).toBeLessThanOrEqual(1e-13 * Math.max(1, Math.abs(expected)))
  }
})

it('is finite at the ends', () => {
  expect(squintEvidence(0, 0)).toBeCloseTo(Math.log(0.5), 15)
  expect(squintEvidence(1e6, 0)).toBeCloseTo(5e5 - Math.log(1e6), 9)
  expect(squintEvidence(-1e6, 0)).toBeCloseTo(-Math.log(1e6), 12)
  expect(squintEvidence(-1e6, 1e6)).toBeCloseTo(-Math.log(1e6), 5)
  for (const regret of [-1e6, 0, 1e6]) expect(Number.isFinite(squintEvidence(regret, 1e6))).toBe(true)
})

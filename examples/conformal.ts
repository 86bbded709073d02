import { conformal, normal, seededRng } from 'credence'
import { dtaci } from 'credence/conformal'
import { uniform } from 'credence/random'

/** Intervals around a naive forecaster, the mean of the last ten outcomes, while the noise changes its scale. */
const REGIMES = [1, 1.8, 0.7, 1.4]
const LENGTH = 1500

export interface Hits {
  readonly overall: number
  readonly regimes: readonly number[]
}

export function coverageByRegime(seed = 1): Record<string, Hits> {
  const methods = {
    default: conformal({ coverage: 0.9 }),
    'DtACI on levels': conformal({ coverage: 0.9, method: dtaci({ space: 'level', memory: 500 }) }),
  }
  const hits: Record<string, number[]> = { default: [0, 0, 0, 0], 'DtACI on levels': [0, 0, 0, 0] }
  const rng = seededRng(seed)
  const recent: number[] = []
  for (let t = 0; t < REGIMES.length * LENGTH; t++) {
    const regime = Math.floor(t / LENGTH)
    const x = Math.sqrt(3) * (2 * uniform(rng) - 1)
    const y = 1 + x + REGIMES[regime] * (1 + 0.5 * x) * normal(rng)
    const forecast = recent.reduce((sum, value) => sum + value, 0) / Math.max(1, recent.length)
    for (const [name, intervals] of Object.entries(methods)) {
      intervals.predict(forecast)
      if (intervals.learn(y).covered) hits[name][regime]++
    }
    if (recent.push(y) > 10) recent.shift()
  }
  const share = (counts: number[]): number => counts.reduce((a, b) => a + b, 0) / (counts.length * LENGTH)
  const seen = (counts: number[]): Hits => ({
    overall: share(counts),
    regimes: counts.map((n) => n / LENGTH),
  })
  return Object.fromEntries(Object.entries(hits).map(([name, counts]) => [name, seen(counts)]))
}

for (const [name, { overall, regimes }] of Object.entries(coverageByRegime())) {
  console.log(name.padEnd(16), overall.toFixed(3), ' ', regimes.map((share) => share.toFixed(3)).join('  '))
}

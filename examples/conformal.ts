import { conformal, normal, seededRng } from 'credence'
import { bayesDtaci, dtaci } from 'credence/conformal'
import { uniform } from 'credence/random'

/** Intervals around a naive forecaster, the mean of the last ten outcomes, while the noise changes its scale. */
const REGIMES = [1, 1.8, 0.7, 1.4]
const LENGTH = 1500

export function coverageByRegime(seed = 1): Record<string, number[]> {
  const methods = {
    'Bayes-DtACI': conformal({ coverage: 0.9, method: bayesDtaci() }),
    DtACI: conformal({ coverage: 0.9, method: dtaci() }),
  }
  const hits: Record<string, number[]> = { 'Bayes-DtACI': [0, 0, 0, 0], DtACI: [0, 0, 0, 0] }
  const rng = seededRng(seed)
  const recent: number[] = []
  for (let t = 0; t < REGIMES.length * LENGTH; t++) {
    const regime = Math.floor(t / LENGTH)
    const x = Math.sqrt(3) * (2 * uniform(rng) - 1)
    const y = 1 + x + REGIMES[regime] * (1 + 0.5 * x) * normal(rng)
    const forecast = recent.reduce((sum, value) => sum + value, 0) / Math.max(1, recent.length)
    for (const [name, intervals] of Object.entries(methods)) {
      intervals.predict(forecast)
      if (intervals.learn(y)?.covered) hits[name][regime]++
    }
    recent.push(y)
    if (recent.length > 10) recent.shift()
  }
  return Object.fromEntries(
    Object.entries(hits).map(([name, counts]) => [name, counts.map((n) => n / LENGTH)]),
  )
}

for (const [name, coverages] of Object.entries(coverageByRegime())) {
  console.log(name.padEnd(12), coverages.map((coverage) => coverage.toFixed(3)).join('  '))
}

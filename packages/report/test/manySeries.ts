import { normal, seededRng } from 'credence/random'
import { RunStatistics, type RunSummary } from '../src/index.ts'

const DAY = 86_400_000

/** The summary of a run over many series of very different size: the noise of some is more than is forecast. */
export function manySeries(count: number, rows = 60): RunSummary {
  const statistics = new RunStatistics({ coverage: 0.9, by: ['shop'] })
  const rng = seededRng(8)
  for (let t = 0; t < rows; t++)
    for (let k = 0; k < count; k++) {
      const size = 10 ** (k % 5)
      const level = size * (5 + Math.sin(t / 4))
      const wide = k === 3 ? 4 : 1
      const mean = level + (k === 3 ? size * normal(rng) : 0)
      const y = level + 0.2 * wide * size * normal(rng)
      statistics.observeKey(`shop ${k + 1}`)
      statistics.observeTime(Date.UTC(2026, 0, 1) + t * DAY, t * count + k + 2)
      statistics.add(
        { t: t * count + k + 1, y, mean, lower: mean - 0.33 * size, upper: mean + 0.33 * size },
        {
          reasons: { forecast: mean, base: 5 * size, columns: [{ column: 'day', effect: mean - 5 * size }] },
        },
      )
    }
  return statistics.summary({ seconds: 1, columns: { target: 'sales', used: ['day'], ignored: [] } })
}

import { normal, normalCdf, seededRng } from 'credence/random'
import { RunStatistics, type RunSummary } from '../src/index.ts'

/** The summary of a made-up run in which the better of three experts changes half-way. */
export function aRun(rows: number): RunSummary {
  const statistics = new RunStatistics({ coverage: 0.9, groupedBy: 'shop' })
  const rng = seededRng(4)
  for (let t = 1; t <= rows; t++) {
    const level = Math.sin(t / 500)
    const y = level + 0.3 * normal(rng)
    const mean = level + 0.05 * normal(rng)
    const weights = t < rows / 2 ? [0.8, 0.1, 0.1] : [0.1, 0.1, 0.8]
    const losses = [0.1, 0.2, 0.15].map((loss) => loss + 0.02 * normal(rng))
    const loss = weights.reduce((sum, weight, k) => sum + weight * (losses[k] as number), 0)
    statistics.add(
      { t, y, mean, lower: mean - 0.5, upper: mean + 0.5, loss },
      { weights, losses, lawAt: normalCdf((y - mean) / 0.3) },
      `shop ${t % 5}`,
    )
  }
  return statistics.summary({
    seconds: 1.5,
    columns: { target: 'demand', used: ['price', 'hour'], ignored: ['note'] },
    account: {
      experts: [0.1, 1, 10].map((scale) => ({ scale })),
      loss: 0.11 * rows,
      losses: [0.1 * rows, 0.2 * rows, 0.15 * rows],
      regret: 0.01 * rows,
      bound: 0.02 * rows,
    },
  })
}

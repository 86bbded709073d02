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

/** The summary of a made-up run of three classes, of which the forecast knows something. */
export function aClassRun(rows: number): RunSummary {
  const names = ['billing', 'delivery', 'returns']
  const statistics = new RunStatistics({ coverage: 0.9, labels: true })
  const rng = seededRng(5)
  for (let t = 1; t <= rows; t++) {
    const tops = names.map(() => Math.exp(normal(rng)))
    const sum = tops.reduce((a, b) => a + b)
    const probabilities = tops.map((top) => top / sum)
    const best = probabilities.indexOf(Math.max(...probabilities))
    const came = t % 3 === 0 ? (best + 1) % 3 : best
    statistics.add({
      t,
      y: names[came] as string,
      label: names[best] as string,
      probabilities: Object.fromEntries(names.map((name, k) => [name, probabilities[k] as number])),
      set: names.filter((_, k) => (probabilities[k] as number) > 0.15),
      pointLoss: -Math.log(probabilities[came] as number),
    })
  }
  return statistics.summary({ seconds: 1, columns: { target: 'topic', used: ['words'], ignored: [] } })
}

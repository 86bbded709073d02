import type { Result } from './experiment.ts'
import { estimate } from './statistics.ts'

/** The mean of a curve over replications, with a band of two standard errors. */
export function meanCurve(
  results: readonly Result[],
  group: string,
  name: string,
): { x: readonly number[]; y: number[]; band: { lower: number[]; upper: number[] } } {
  const { x } = results[0].curves[group]
  const at = x.map((_, i) => estimate(results.map((result) => result.curves[group].y[name][i])))
  const reach = at.map(({ error }) => (Number.isFinite(error) ? 2 * error : 0))
  return {
    x,
    y: at.map(({ mean }) => mean),
    band: {
      lower: at.map(({ mean }, i) => mean - reach[i]),
      upper: at.map(({ mean }, i) => mean + reach[i]),
    },
  }
}

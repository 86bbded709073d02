import { digits } from '../digits.ts'
import type { Result, Results } from '../experiment.ts'
import type { Table } from '../table.ts'
import { overviewRow } from '../tables.ts'
import type { SmoothnessSettings } from './settings.ts'

export function overview({ lengths, betas }: SmoothnessSettings, results: Results): Table {
  return {
    columns: ['β', 'slope', 'minimax', ...lengths.map((T) => `KL at T = ${T}`), 'log₂ of the best a, last T'],
    rows: betas.map((beta) => {
      const [name, found, ...rest] = overviewRow([String(beta)], results[`β = ${beta}`], [
        (n) => n.slope,
        ...lengths.map((T) => (n: Result['numbers']) => n[`kl ${T}`]),
        (n) => n[`best log2 a ${lengths[lengths.length - 1]}`],
      ])
      return [name, found, digits(-(2 * beta) / (2 * beta + 1)), ...rest]
    }),
  }
}

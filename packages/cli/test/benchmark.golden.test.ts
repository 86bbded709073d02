import { describe, expect, it } from 'vitest'
import { columns, fixture, gap } from '../../core/test/fixtures.ts'
import { credenceRun, type Line } from './credence.ts'

/** The traces of core/test/fixtures/benchmark once more, from a recipe and a CSV to lines of JSON. */

const PREPARE = {
  A: { scale: 'standardize-file', intercept: false },
  B: { scale: 'standardize-file', intercept: true },
  C: { scale: 'minmax-file', intercept: true },
} as const

describe.each(['boston', 'pima'])('credence run on %s', (name) => {
  describe.each(['A', 'B', 'C'] as const)('prepared as %s', (how) => {
    it.each(['svb', 'oga', 'ogd'] as const)(
      'writes the numbers of an independent program: %s',
      async (algorithm) => {
        const trace = columns(fixture(`benchmark/${name}.${how}.${algorithm}.csv`))
        const loss = name === 'pima' ? { loss: 'hinge' } : {}
        const lines = await credenceRun({ preset: `${algorithm}-ea`, prepare: PREPARE[how], ...loss }, name)
        const at = (column: string): number => trace.names.indexOf(column)
        let worst = 0
        trace.rows.forEach((row, i) => {
          const line = lines[i] as Line
          const check = (column: string, value: unknown): void => {
            worst = Math.max(worst, gap(value as number, row[at(column)] as number))
          }
          check('t', line.t)
          check('ea_pred', line.mean)
          check('ea_point', line.pointLoss)
          check(algorithm === 'ogd' ? 'ea_point' : 'ea_mean', line.loss)
          for (let k = 0; k < 8; k++) {
            check(`w${k + 1}`, line.weights[k])
            check(algorithm === 'ogd' ? `point${k + 1}` : `mean${k + 1}`, line.experts.loss[k])
          }
        })
        expect(trace.rows.length).toBeGreaterThanOrEqual(150)
        expect(worst).toBeLessThan(1e-9)
      },
    )
  })
})

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { columns, fixture, gap } from '../../core/test/fixtures.ts'
import { credenceRun, type Line } from './credence.ts'

/** Gaussian-process aggregation from a recipe and a CSV to lines of JSON; see core/test/fixtures/gp. */

describe.each([
  ['window', 1e-9],
  ['growing', 1e-9],
  ['smooth', 1e-6],
] as const)('credence run on the GP stream %s', (name, tolerance) => {
  it('agrees with 80-bit arithmetic', async () => {
    const settings = JSON.parse(
      readFileSync(new URL(`../../core/test/fixtures/gp/${name}.json`, import.meta.url), 'utf8'),
    )
    const { inverseBandwidth, noise, window, rate, share } = settings
    const lines = await credenceRun(
      {
        preset: 'gp-ea',
        target: 'y',
        experts: [{ kind: 'gp', inverseBandwidth, noise, window }],
        meta: { kind: 'fixed-share', rate, share },
      },
      { csv: fixture(`gp/${name}.input.csv`) },
    )
    const trace = columns(fixture(`gp/${name}.trace.csv`))
    const at = (column: string): number => trace.names.indexOf(column)
    let worst = 0
    for (const row of trace.rows) {
      const line = lines[(row[0] as number) - 1] as Line
      const check = (column: string, value: unknown): void => {
        worst = Math.max(worst, gap(value as number, row[at(column)] as number))
      }
      check('mean', line.mean)
      check('nll', line.loss)
      line.weights.forEach((weight, k) => {
        check(`m${k + 1}`, line.experts.mean[k])
        check(`v${k + 1}`, line.experts.variance[k])
        check(`nll${k + 1}`, line.experts.loss[k])
        check(`w${k + 1}`, weight)
      })
    }
    expect(worst).toBeLessThan(tolerance)
  })
})

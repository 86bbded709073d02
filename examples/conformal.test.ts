import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { coverageByRegime } from './conformal.ts'

it('the conformal example covers 0.9 ± 0.005 by default and near it in every regime, in about 40 lines', () => {
  const all = coverageByRegime(2)
  expect(Math.abs((all.default?.overall as number) - 0.9)).toBeLessThan(0.005)
  for (const { regimes } of Object.values(all)) {
    expect(regimes).toHaveLength(4)
    for (const coverage of regimes) expect(Math.abs(coverage - 0.9)).toBeLessThan(0.03)
  }
  const lines = readFileSync(new URL('./conformal.ts', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  expect(lines.length).toBeLessThan(46)
})

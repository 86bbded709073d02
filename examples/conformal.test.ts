import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { coverageByRegime } from './conformal.ts'

it('the conformal example covers near 0.9 in every regime, in under 40 lines', () => {
  for (const coverages of Object.values(coverageByRegime(2))) {
    expect(coverages).toHaveLength(4)
    for (const coverage of coverages) expect(Math.abs(coverage - 0.9)).toBeLessThan(0.06)
  }
  const lines = readFileSync(new URL('./conformal.ts', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  expect(lines.length).toBeLessThan(40)
})

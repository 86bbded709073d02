import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { aggregate, annealed, fixedShare, logDensity } from '../src/doors/index.ts'
import { plainBackend, wasmBackend } from '../src/gp/fast/backend.ts'
import { type GpOptions, gpOn } from '../src/gp/gp.ts'
import { columns, fixture, gap } from './fixtures.ts'

/** Traces made with 80-bit arithmetic and a fresh Cholesky factor every round; see fixtures/gp/README.md. */

const backends = { wasm: wasmBackend()!, plain: plainBackend }

describe.each([
  ['window', 1e-9],
  ['growing', 1e-9],
  ['smooth', 1e-6],
] as const)('the %s trace', (name, tolerance) => {
  const { inverseBandwidth, noise, window, share, experts } = JSON.parse(
    readFileSync(new URL(`./fixtures/gp/${name}.json`, import.meta.url), 'utf8'),
  ) as GpOptions & { share: number; experts: unknown[] }
  const stream = columns(fixture(`gp/${name}.input.csv`)).rows
  const trace = columns(fixture(`gp/${name}.trace.csv`)).rows
  const size = experts.length

  it.each(Object.entries(backends))('is reproduced on the %s path', (_path, backend) => {
    const learner = aggregate({
      experts: gpOn(() => backend, { inverseBandwidth, noise, window }),
      loss: logDensity,
      score: annealed,
      meta: fixedShare({ rate: 1, share }),
    })
    const expected = new Map(trace.map((row) => [row[0], row]))
    let worst = 0
    for (const [t, row] of stream.entries()) {
      const d = row.length - 1
      const round = learner.learn(row.subarray(0, d), row[d])
      const [, ...numbers] = expected.get(t + 1) ?? []
      if (numbers.length === 0) continue
      const { mean, variance } = round.beliefs
      const actual = [round.mean, round.own, ...mean, ...variance, ...round.losses, ...round.weights]
      expect(actual).toHaveLength(2 + 4 * size)
      actual.forEach((value, i) => {
        worst = Math.max(worst, gap(value, numbers[i]))
      })
    }
    expect(worst).toBeLessThan(tolerance)
  })
})

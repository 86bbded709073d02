import { describe, expect, it } from 'vitest'
import { MemoryCalibration } from '../src/conformal/memories/fast/memoryCalibration.ts'
import { MEMORY_SIZES } from '../src/conformal/memories/memoryOptions.ts'
import { columns, fixture, gap } from './fixtures.ts'

/** Traces of an independent program, 600 rounds each; `residual` is what came, all else was in force before it. */
const CASES = [
  ['gauss', 0.9],
  ['blocks100', 0.9],
  ['rounded', 0.9],
  ['zeros80', 0.9],
  ['jump1e6', 0.9],
  ['cauchy', 0.95],
  ['ar95', 0.8],
] as const

describe.each(CASES)('the trace of memories on %s', (name, coverage) => {
  const trace = columns(fixture(`memories/${name}.csv`))
  const residuals = trace.column('residual')

  it.each([
    ['two ends', 2],
    ['one end', 1],
  ] as const)('%s', (_name, ends) => {
    const own = new MemoryCalibration({
      coverage,
      ends,
      sizes: MEMORY_SIZES,
      periods: [],
      pool: 'none',
      rate: 4,
      share: 0.005,
    })
    const state = own.init()
    const record = new Float64Array(own.recordLength)
    const uppers = trace.column(ends === 2 ? 'upper' : 'threshold')
    const lowers = trace.column('lower')
    const governors = trace.column(ends === 2 ? 'g' : 'g_one')
    let worst = 0
    residuals.forEach((residual, t) => {
      own.issue(state, 0, t, record, 0)
      const upper = own.threshold(record, 0, 0)
      const lower = ends === 2 ? -own.threshold(record, 0, 1) : 0
      if (lower <= upper) {
        worst = Math.max(worst, gap(upper, uppers[t]))
        if (ends === 2) worst = Math.max(worst, gap(lower, lowers[t]))
      } else worst = Math.max(worst, gap((lower + upper) / 2, uppers[t]))
      worst = Math.max(worst, gap(state.governors[0], governors[t]))
      const score = ends === 2 ? residual : Math.abs(residual)
      own.settle(state, 0, t, record, 0, score, residual > uppers[t] || (ends === 2 && residual < lowers[t]))
    })
    expect(worst).toBeLessThan(1e-9)
  })
})

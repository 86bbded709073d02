import { expect, it } from 'vitest'
import { seededRng, studentT, uniform } from '../../../math/rng.ts'
import { DEFAULT_MEMORIES } from '../memoryOptions.ts'
import { MemoryCalibration } from './memoryCalibration.ts'

/** Residuals of all kinds: of any scale, that repeat themselves, mostly zero, and too far to be told apart from infinity. */
const KINDS: readonly ((t: number, noise: number, u: number) => number)[] = [
  (t, noise) => noise * (t % 500 < 250 ? 1 : 1e6),
  // Without −0: the ladder that follows keeps the first of two zeros, and they are equal.
  (_t, noise) => Math.round(noise) + 0,
  (_t, noise, u) => (u < 0.8 ? 0 : noise),
  (t, noise) => (t % 97 === 0 ? 1e305 : 1e-300 * noise),
  () => -2,
]

it.each([1, 2] as const)(
  'compiled kernels give the numbers of the plain code bit for bit: ends %s',
  (ends) => {
    KINDS.forEach((kind, k) => {
      const rng = seededRng(k)
      const options = { ...DEFAULT_MEMORIES, coverage: k === 1 ? 0.5 : 0.9, ends }
      const compiled = new MemoryCalibration(options)
      const plain = new MemoryCalibration(options, false)
      // Two series in turns: each must be taken in anew.
      const states = [compiled.init(2), plain.init(2)]
      const records = states.map(() => new Float64Array(compiled.recordLength))
      for (let t = 0; t < 1300; t++) {
        const series = t % 50 < 40 ? 0 : 1
        const residual = kind(t, studentT(rng, 3), uniform(rng))
        const score = ends === 1 ? Math.abs(residual) : residual
        ;[compiled, plain].forEach((calibration, i) => {
          const record = records[i]
          calibration.issue(states[i], series, t, record, 0)
          const above = calibration.given(record, 0, 0)
          const below = ends === 1 ? Infinity : calibration.given(record, 0, 1)
          calibration.settle(states[i], series, t, record, 0, score, !(-below <= score && score <= above))
        })
        expect(records[0]).toEqual(records[1])
      }
      expect(states[0]).toEqual(states[1])
      compiled.of(states[0].governors.length).check(states[0], 'memories')
    })
  },
)

it('two calibrations that take turns on one state have the numbers of one alone', () => {
  const options = { ...DEFAULT_MEMORIES, coverage: 0.9, ends: 2 as const }
  const [one, other, alone] = [0, 1, 2].map(() => new MemoryCalibration(options))
  const plain = new MemoryCalibration(options, false)
  const [shared, own] = [one.init(1), alone.init(1)]
  const records = [new Float64Array(one.recordLength), new Float64Array(one.recordLength)]
  const rng = seededRng(6)
  for (let t = 0; t < 120; t++) {
    const score = studentT(rng, 3)
    const turns = [one, other, plain, other, one][t % 5]
    for (const [calibration, state, record] of [
      [turns, shared, records[0]],
      [alone, own, records[1]],
    ] as const) {
      calibration.issue(state, 0, t, record, 0)
      calibration.settle(state, 0, t, record, 0, score, score > calibration.given(record, 0, 0))
    }
    expect(records[0]).toEqual(records[1])
  }
  expect(shared).toEqual(own)
})

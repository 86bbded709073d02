import { describe, expect, it } from 'vitest'
import { ArgumentError } from '../../base/errors.ts'
import { holderFunction, holderStream } from './holder.ts'
import { doppler, friedman, gentle, regimes } from './regimes.ts'
import { scaleShift } from './scaleShift.ts'
import type { Example, Synthetic } from './synthetic.ts'
import { uncertaintyToy } from './uncertaintyToy.ts'

const average = (values: readonly number[]) => values.reduce((sum, v) => sum + v, 0) / values.length
const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1]

/** Fewer than four standard errors from what it should be: the seeds are fixed, so this cannot flake. */
function expectMean(values: readonly number[], expected: number) {
  const mean = average(values)
  const error = Math.sqrt(average(values.map((v) => (v - mean) ** 2)) / values.length)
  expect(Math.abs(mean - expected)).toBeLessThan(4 * error)
}

const streams: [string, (seed: number) => Synthetic<never>][] = [
  ['scaleShift, Student', (seed) => scaleShift({ seed, length: 400 }) as Synthetic<never>],
  ['scaleShift, normal', (seed) => scaleShift({ seed, length: 400, errors: 'normal' }) as Synthetic<never>],
  ['regimes', (seed) => regimes({ seed, length: 300 }) as Synthetic<never>],
  ['uncertaintyToy, well specified', (seed) => uncertaintyToy({ seed, length: 400 }) as Synthetic<never>],
  [
    'uncertaintyToy, bimodal',
    (seed) => uncertaintyToy({ seed, length: 400, wellSpecified: false }) as Synthetic<never>,
  ],
  [
    'holderStream',
    (seed) => holderStream({ seed, length: 400, smoothness: 0.7, dimension: 2 }) as Synthetic<never>,
  ],
]

describe.each(streams)('%s', (_name, make) => {
  it('gives the same examples at every iteration of the same seed, and others for another', () => {
    const stream = make(3)
    const once = [...stream]
    expect(once).toHaveLength(stream.length)
    expect([...stream]).toEqual(once)
    expect([...make(3)]).toEqual(once)
    expect([...make(4)]).not.toEqual(once)
  })

  it('has a true density that integrates to 1', () => {
    const stream = make(1)
    const [example] = stream as Iterable<Example>
    // y = mean + tan u covers the whole line, heavy tails included.
    const n = 200_000
    let mass = 0
    for (let i = 0; i < n; i++) {
      const u = (Math.PI * (i + 0.5)) / n - Math.PI / 2
      const y = example.mean + Math.tan(u)
      mass += (Math.exp(stream.logDensity(example as never, y)) / Math.cos(u) ** 2) * (Math.PI / n)
    }
    expect(mass).toBeCloseTo(1, 4)
  })

  it('has outcomes that follow that density: no shifted one predicts them better', () => {
    const stream = make(2)
    const score = (shift: number) =>
      average([...(stream as Iterable<Example>)].map((e) => stream.logDensity(e as never, e.y + shift)))
    for (const shift of [-0.5, 0.5]) expect(score(0)).toBeGreaterThan(score(shift))
  })
})

describe('scaleShift', () => {
  it('changes its scale to 1, 1.8, 0.7 and 1.4 at rounds 1, 1501, 3001 and 4501 of 6000', () => {
    const factors = [...scaleShift()].map(({ x, scale }) => scale / (1 + 0.5 * x[0]))
    for (const [t, factor] of [
      [1, 1],
      [1500, 1],
      [1501, 1.8],
      [3000, 1.8],
      [3001, 0.7],
      [4500, 0.7],
      [4501, 1.4],
      [6000, 1.4],
    ]) {
      expect(factors[t - 1]).toBeCloseTo(factor, 12)
    }
    expect(factors).toHaveLength(6000)
  })

  it('draws x of mean 0 and variance 1 on ±√3, and y = 1 + x + scale·ε', () => {
    const examples = [...scaleShift({ errors: 'normal', length: 20_000 })]
    const x = examples.map((e) => e.x[0])
    expect(Math.max(...x.map(Math.abs))).toBeLessThanOrEqual(Math.sqrt(3))
    expectMean(x, 0)
    expectMean(
      x.map((v) => v * v),
      1,
    )
    const errors = examples.map((e) => (e.y - 1 - e.x[0]) / e.scale)
    expectMean(errors, 0)
    expectMean(
      errors.map((e) => e * e),
      1,
    )
  })

  it('has errors with the quartiles of t₂, ±√(2/3), and t₂’s tails', () => {
    const errors = [...scaleShift({ length: 20_000 })].map((e) => Math.abs(e.y - e.mean) / e.scale)
    expect(median(errors)).toBeCloseTo(Math.sqrt(2 / 3), 1)
    // P(|t₂| > 10) = 1 − 10/√102
    expectMean(
      errors.map((e) => (e > 10 ? 1 : 0)),
      1 - 10 / Math.sqrt(102),
    )
  })

  it('forecasts with the mean of the ten responses before, of those there are, and 0 at first', () => {
    const examples = [...scaleShift({ length: 40 })]
    for (const [i, { forecast }] of examples.entries()) {
      const past = examples.slice(Math.max(0, i - 10), i).map((e) => e.y)
      expect(forecast).toBeCloseTo(past.length === 0 ? 0 : average(past), 12)
    }
  })

  it('refuses scales that are not positive', () => {
    expect(() => scaleShift({ scales: [1, 0] })).toThrow(ArgumentError)
    expect(() => scaleShift({ scales: [] })).toThrow(ArgumentError)
  })
})

describe('regimes', () => {
  it('has the paper’s three functions', () => {
    const half = new Float64Array(10).fill(0.5)
    expect(friedman(half)).toBeCloseTo(10 * Math.SQRT1_2 + 7.5, 12)
    expect(doppler([0, 0])).toBeCloseTo(5 * Math.sin(4 / Math.sqrt(0.001)) + 7.5, 12)
    expect(doppler([0.6, 0.8])).toBeCloseTo(5 * Math.sin(4 / Math.sqrt(1.001)) + 7.5, 12)
    expect(gentle([1, 0, 1])).toBeCloseTo(4 - 8 / Math.PI + 0.25, 12)
  })

  it('runs A, B and C for 1000 rounds each, ten inputs uniform on [0, 1], noise N(0, 1)', () => {
    const examples = [...regimes()]
    expect(examples).toHaveLength(3000)
    for (const [t, regime] of [
      [1, 'A'],
      [1000, 'A'],
      [1001, 'B'],
      [2000, 'B'],
      [2001, 'C'],
      [3000, 'C'],
    ] as const) {
      expect(examples[t - 1].regime).toBe(regime)
    }
    const inputs = examples.flatMap((e) => [...e.x])
    expect(inputs).toHaveLength(30_000)
    expectMean(inputs, 0.5)
    expectMean(
      inputs.map((v) => v * v),
      1 / 3,
    )
    expectMean(
      examples.map((e) => e.y - e.mean),
      0,
    )
    expectMean(
      examples.map((e) => (e.y - e.mean) ** 2),
      1,
    )
  })

  it('is stationary with one regime, and refuses unknown ones', () => {
    const examples = [...regimes({ regimes: ['C'] })]
    expect(examples).toHaveLength(1000)
    // The centred function C has mean 0 over the cube.
    expectMean(
      examples.map((e) => e.mean),
      0,
    )
    expect(() => regimes({ regimes: ['D' as 'A'] })).toThrow('regimes must be among A, B and C; received [D]')
  })
})

describe('uncertaintyToy', () => {
  it('has deviation 0.1 around 0, or around −2 and 2 with equal chance', () => {
    const well = [...uncertaintyToy()].map((e) => e.y)
    expect(well).toHaveLength(6000)
    expectMean(
      well.map((y) => y * y),
      0.01,
    )
    const two = [...uncertaintyToy({ wellSpecified: false })].map((e) => e.y)
    expectMean(
      two.map((y) => Math.sign(y)),
      0,
    )
    expectMean(
      two.map((y) => (Math.abs(y) - 2) ** 2),
      0.01,
    )
  })
})

describe('holderFunction', () => {
  it.each([0.3, 0.5, 0.8, 1.5, 2.5])(
    'has smoothness β = %d: its differences shrink like hᵝ, and no faster',
    (smoothness) => {
      const f = holderFunction({ smoothness })
      const order = Math.floor(smoothness) + 1
      /** Root mean square and largest of the order-th difference of f with step h. */
      const differences = (h: number): [number, number] => {
        let squares = 0
        let largest = 0
        const n = 2000
        for (let i = 0; i < n; i++) {
          const x = ((i * 0.6180339887) % 1) * (1 - order * h)
          let difference = 0
          let binomial = 1
          for (let k = 0; k <= order; k++) {
            difference += binomial * f([x + k * h])
            binomial *= -(order - k) / (k + 1)
          }
          squares += difference ** 2
          largest = Math.max(largest, Math.abs(difference))
        }
        return [Math.sqrt(squares / n), largest]
      }
      const coarse = differences(2 ** -5)
      const fine = differences(2 ** -10)
      expect(Math.log2(coarse[0] / fine[0]) / 5).toBeCloseTo(smoothness, 1)
      expect(Math.log2(coarse[1] / fine[1]) / 5).toBeCloseTo(smoothness, 0)
    },
  )

  it('has the amplitude asked for, and is another function for another functionSeed only', () => {
    const stream = holderStream({ smoothness: 0.7, dimension: 3, amplitude: 2, length: 20_000 })
    const means = [...stream].map((e) => e.mean)
    expectMean(
      means.map((m) => m * m),
      4,
    )
    const x = [0.1, 0.2, 0.3]
    const at = (functionSeed: number) => holderFunction({ smoothness: 0.7, dimension: 3, functionSeed })(x)
    expect(at(1)).toBe(at(1))
    expect(at(1)).not.toBe(at(2))
  })

  it('asks for a positive smoothness', () => {
    expect(() => holderFunction({ smoothness: 0 })).toThrow(
      'smoothness must be a positive number; received 0',
    )
  })
})

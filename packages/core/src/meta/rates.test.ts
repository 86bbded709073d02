import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Round } from '../nouns/metaLearner.ts'
import { constantRate, horizonRate, type RollingRateOptions, rollingRate } from './index.ts'
import { createWindowNorm, pushWindowNorm, pushWindowSquare, windowNorm } from './windowNorm.ts'

/** √Σv², from nothing but the values themselves, scaled by the largest. */
function norm(values: readonly number[]): number {
  const largest = Math.max(...values)
  if (largest === 0) return 0
  const ratios = values.map((value) => (value / largest) ** 2).sort((a, b) => a - b)
  return largest * Math.sqrt(ratios.reduce((sum, ratio) => sum + ratio, 0))
}

function close(actual: number, expected: number): void {
  expect(Math.abs(actual - expected)).toBeLessThanOrEqual(1e-13 * expected)
}

const magnitude = fc.oneof(
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.constantFrom(0, 1e-300, 1e-160, 1, 1e8, 1e160, 1e300),
)

const squarable = fc.oneof(fc.constant(0), fc.double({ min: 1e-130, max: 1e150, noNaN: true }))

describe('the norm of a window', () => {
  it('is that of the last values alone, whatever came before them', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.array(magnitude, { maxLength: 40 }), (size, values) => {
        const window = createWindowNorm(size)
        values.forEach((value, i) => {
          pushWindowNorm(window, value)
          close(windowNorm(window), norm(values.slice(Math.max(0, i + 1 - size), i + 1)))
        })
      }),
    )
  })

  it('is the same of squares as of the numbers themselves', () => {
    fc.assert(
      fc.property(fc.array(squarable, { maxLength: 60 }), (values) => {
        const [ours, squares] = [createWindowNorm(7), createWindowNorm(7)]
        for (const value of values) {
          const expected = pushWindowNorm(ours, value)
          close(pushWindowSquare(squares, value * value), expected)
          close(windowNorm(squares), expected)
        }
      }),
    )
  })

  it('does not remember an outlier of 1e300 when it has left', () => {
    for (const size of [1, 2, 7, 100]) {
      const window = createWindowNorm(size)
      pushWindowNorm(window, 1e300)
      for (let i = 0; i < size; i++) pushWindowNorm(window, 3)
      close(windowNorm(window), 3 * Math.sqrt(size))
    }
  })

  it('does not drift in a hundred thousand rounds', () => {
    const window = createWindowNorm(97)
    const last: number[] = []
    for (let i = 0; i < 100_000; i++) {
      const value = ((i * 7919) % 1009) * 10 ** ((i % 13) - 6)
      pushWindowNorm(window, value)
      last.push(value)
      if (last.length > 97) last.shift()
    }
    close(windowNorm(window), norm(last))
  })
})

interface Entry {
  readonly weights: readonly number[]
  readonly losses: readonly number[]
}

function round({ weights, losses }: Entry): Round {
  return {
    losses: Float64Array.from(losses),
    own: 0,
    awake: new Float64Array(losses.length).fill(1),
    weights: Float64Array.from(weights),
    ownFor: () => 0,
  }
}

/** The rate of each coming round. */
function play(options: RollingRateOptions, entries: readonly Entry[]): number[] {
  const schedule = rollingRate(options)
  const state = schedule.init(entries[0].losses.length)
  return entries.map((entry) => {
    const rate = schedule.rate(state)
    schedule.update(state, round(entry))
    return rate
  })
}

const entry = fc
  .tuple(
    fc.array(fc.double({ min: 0.01, max: 1, noNaN: true }), { minLength: 3, maxLength: 3 }),
    fc.array(fc.double({ min: 0.001, max: 10, noNaN: true }), { minLength: 3, maxLength: 3 }),
  )
  .map(([raw, losses]) => {
    const total = raw.reduce((sum, weight) => sum + weight, 0)
    return { weights: raw.map((weight) => weight / total), losses }
  })

const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, i) => sum + value * b[i], 0)

describe('a rolling rate', () => {
  const forms = {
    'as the paper has it: √(log(IK) / ΣΣω·loss²)': {
      options: {} as RollingRateOptions,
      numerator: (window: number, size: number) => Math.log(window * size),
      moment: ({ weights, losses }: Entry) =>
        dot(
          weights,
          losses.map((loss) => loss ** 2),
        ),
    },
    'as DtACI has it: √((log(2KI) + 1) / Σ(Σω·loss)²)': {
      options: { numerator: 'dtaci', moment: 'squared-mean' } as RollingRateOptions,
      numerator: (window: number, size: number) => Math.log(2 * size * window) + 1,
      moment: ({ weights, losses }: Entry) => dot(weights, losses) ** 2,
    },
  }
  for (const [name, { options, numerator, moment }] of Object.entries(forms)) {
    it(`${name}, over the last I rounds; before round I + 1 the start`, () => {
      fc.assert(
        fc.property(
          fc.integer({ min: 1, max: 6 }),
          fc.array(entry, { minLength: 1, maxLength: 20 }),
          fc.constantFrom(1, 2.72),
          (window, entries, start) => {
            play({ ...options, window, start }, entries).forEach((rate, t) => {
              const sum = entries.slice(t - window, t).reduce((total, item) => total + moment(item), 0)
              if (t < window) expect(rate).toBe(start)
              else close(rate, Math.sqrt(numerator(window, 3) / sum))
            })
          },
        ),
      )
    })
  }

  it('is scale-free: losses a thousand times as large, a rate a thousandth', () => {
    fc.assert(
      fc.property(
        fc.array(entry, { minLength: 5, maxLength: 20 }),
        fc.constantFrom(1e-290, 1e-3, 1e3, 1e299),
        (entries, scale) => {
          const scaled = entries.map(({ weights, losses }) => ({
            weights,
            losses: losses.map((loss) => scale * loss),
          }))
          const plain = play({ window: 4 }, entries)
          play({ window: 4 }, scaled).forEach((rate, t) => {
            if (t >= 4) close(rate * scale, plain[t])
          })
        },
      ),
    )
  })

  it('keeps the last rate over a window of zero losses', () => {
    const zero = { weights: [0.5, 0.5], losses: [0, 0] }
    const one = { weights: [0.5, 0.5], losses: [1, 1] }
    expect(play({ window: 2, start: 3 }, [zero, zero, zero, zero])).toEqual([3, 3, 3, 3])
    const rates = play({ window: 2, start: 3 }, [one, one, zero, zero, zero, zero])
    close(rates[2], Math.sqrt(Math.log(4) / 2))
    close(rates[3], Math.sqrt(Math.log(4)))
    expect(rates.slice(4)).toEqual([rates[3], rates[3]])
  })

  it('is not moved by an enormous loss of an expert without weight', () => {
    for (const huge of [1e100, 1e200, 1e300]) {
      const entry = { weights: [1, 0], losses: [2, huge] }
      const rates = play({ window: 3 }, [entry, entry, entry, entry])
      close(rates[3], Math.sqrt(Math.log(6) / 12))
    }
    const small = { weights: [1 - 1e-300, 1e-300], losses: [0, 1e200] }
    close(play({ window: 1 }, [small, small])[1], Math.sqrt(Math.log(2)) * 1e-50)
  })
})

describe('other rates', () => {
  it('are the number itself, or √(log(KI)/I)/B', () => {
    expect(constantRate(0.3).rate(null)).toBe(0.3)
    const horizon = horizonRate({ interval: 50, bound: 4 })
    close(horizon.rate(horizon.init(7)), Math.sqrt(Math.log(350) / (50 * 16)))
  })

  it('refuse what is no rate', () => {
    expect(() => constantRate(0)).toThrow('rate must be a positive number; received 0')
    expect(() => horizonRate({ interval: 0 })).toThrow('interval must be a positive whole number; received 0')
    expect(() => rollingRate({ window: 1.5 })).toThrow('window must be a positive whole number; received 1.5')
    expect(() => rollingRate({ start: -1 })).toThrow('start must be a positive number; received -1')
    expect(() => rollingRate({ moment: 'third' as 'second' })).toThrow(
      'moment must be one of "second", "squared-mean"; received "third"',
    )
  })
})

it('of one expert over one round any rate will do, but it is one', () => {
  const schedule = horizonRate({ interval: 1, bound: 2 })
  expect(schedule.rate(schedule.init(1))).toBe(0.5)
})

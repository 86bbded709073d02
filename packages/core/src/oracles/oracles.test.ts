import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { absolute, aggregate, ewa, external, fixedShare, pinball, point, squared } from '../doors/index.ts'
import { logistic } from '../losses/index.ts'
import { normal, seededRng, uniform } from '../math/index.ts'
import { bestConvex } from './bestConvex.ts'
import { bestExpert } from './bestExpert.ts'
import { bestLinear } from './bestLinear.ts'
import { bestSequence } from './bestSequence.ts'
import { combinedLoss, type Hindsight } from './oracle.ts'
import { shiftingBound } from './shiftingBound.ts'
import { mixableRate, substitute } from './substitution.ts'

function simulated(seed: number, rounds: number, size: number): Hindsight {
  const rng = seededRng(seed)
  const outcomes = Array.from({ length: rounds }, () => normal(rng))
  const forecasts = outcomes.map((y) => Array.from({ length: size }, () => 0.7 * y + 0.5 * normal(rng) + 0.1))
  return { forecasts, outcomes, loss: squared }
}

/** The least loss over all sequences with at most m switches, by trying every one. */
function everySequence({ forecasts, outcomes, loss }: Hindsight, switches: number): number {
  const size = forecasts[0].length
  let best = Infinity
  const walk = (t: number, expert: number, left: number, sum: number): void => {
    if (t === forecasts.length) {
      best = Math.min(best, sum)
      return
    }
    for (let k = 0; k < size; k++) {
      const spent = t > 0 && k !== expert ? 1 : 0
      if (spent > left || Number.isNaN(forecasts[t][k])) continue
      walk(t + 1, k, left - spent, sum + loss.at(forecasts[t][k], outcomes[t], 1))
    }
  }
  walk(0, -1, switches, 0)
  return best
}

const stream = (size: number, rounds: number) =>
  fc.record({
    forecasts: fc.array(
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: size, maxLength: size }),
      { minLength: rounds, maxLength: rounds },
    ),
    outcomes: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: rounds, maxLength: rounds }),
  })

describe('bestSequence', () => {
  it('is the best of all sequences with at most m switches, and follows the path it names', () => {
    fc.assert(
      fc.property(stream(3, 5), fc.nat(6), fc.boolean(), (data, switches, silent) => {
        const forecasts = data.forecasts.map((row) => row.slice())
        if (silent) forecasts[2][0] = Number.NaN
        const hindsight = { ...data, forecasts, loss: squared, own: 7 }
        const found = bestSequence({ ...hindsight, switches, path: true })
        expect(found.loss).toBeCloseTo(everySequence(hindsight, switches), 12)
        expect(found.regret).toBeCloseTo(7 - found.loss, 12)
        const path = Array.from(found.path as Int32Array)
        const changes = path.filter((k, t) => t > 0 && k !== path[t - 1]).length
        const along = path.reduce((sum, k, t) => sum + (data.outcomes[t] - forecasts[t][k]) ** 2, 0)
        expect(changes).toBeLessThanOrEqual(switches)
        expect(along).toBeCloseTo(found.loss, 12)
      }),
    )
  })

  it('with no switch is the best expert', () => {
    const hindsight = simulated(1, 100, 4)
    expect(bestSequence({ ...hindsight, switches: 0 }).loss).toBeCloseTo(bestExpert(hindsight).loss, 10)
  })

  it('refuses switches that are no whole number', () => {
    expect(() => bestSequence({ ...simulated(1, 3, 2), switches: 1.5 })).toThrow(
      'switches must be a whole number not below 0; received 1.5',
    )
  })
})

describe('bestConvex', () => {
  it('meets the optimality conditions of the quadratic programme', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 1, max: 12 }), (seed, size) => {
        const hindsight = simulated(seed, 60, size)
        const { coefficients, loss } = bestConvex(hindsight)
        expect(coefficients.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12)
        const slopes = coefficients.map((_, k) =>
          hindsight.forecasts.reduce((sum, row, t) => {
            const z = coefficients.reduce((total, weight, l) => total + weight * row[l], 0)
            return sum + 2 * (z - hindsight.outcomes[t]) * row[k]
          }, 0),
        )
        const level = slopes.reduce((sum, slope, k) => sum + coefficients[k] * slope, 0)
        slopes.forEach((slope, k) => {
          expect(coefficients[k]).toBeGreaterThanOrEqual(0)
          expect(slope).toBeGreaterThanOrEqual(level - 1e-9 * (1 + loss))
        })
      }),
      { numRuns: 50 },
    )
  })

  it('shares the weight of identical experts, and survives experts that never differ', () => {
    const { forecasts, outcomes } = simulated(3, 50, 2)
    const twins = forecasts.map((row) => [row[0], row[0], row[1], row[1]])
    const both = bestConvex({ forecasts: twins, outcomes, loss: squared })
    expect(both.loss).toBeCloseTo(bestConvex({ forecasts, outcomes, loss: squared }).loss, 9)
  })

  it.each([absolute, pinball(0.9)])('no other weights do better under $name loss', (loss) => {
    const hindsight = { ...simulated(5, 80, 3), loss }
    const { coefficients, loss: least } = bestConvex(hindsight)
    const rng = seededRng(7)
    let better = 0
    for (let i = 0; i < 20_000; i++) {
      const scale = 10 ** (-5 * uniform(rng))
      const other = coefficients.map((weight) => Math.max(0, weight + scale * normal(rng)))
      const total = other.reduce((sum, weight) => sum + weight, 0)
      if (total === 0) continue
      const tried = combinedLoss(
        hindsight,
        other.map((weight) => weight / total),
      )
      better = Math.max(better, least - tried)
    }
    expect(better).toBeLessThan(1e-13 * least)
  })

  it('finds the weights of absolute loss that a linear programme finds by its corners', () => {
    // Two experts: the loss is convex and piecewise linear in w, so a corner at some y = wx₁ + (1 − w)x₂ is best.
    const hindsight = { ...simulated(11, 60, 2), loss: absolute }
    const corners = hindsight.forecasts
      .map((row, t) => (hindsight.outcomes[t] - row[1]) / (row[0] - row[1]))
      .filter((weight) => weight >= 0 && weight <= 1)
    const exact = Math.min(
      ...[0, 1, ...corners].map((w) => combinedLoss(hindsight, Float64Array.of(w, 1 - w))),
    )
    const { loss } = bestConvex(hindsight)
    expect(loss).toBeGreaterThanOrEqual(exact - 1e-12)
    expect(loss / exact - 1).toBeLessThan(1e-13)
  })

  it('needs every forecast', () => {
    const { forecasts, outcomes } = simulated(3, 5, 2)
    const holes = forecasts.map((row, t) => (t === 2 ? [row[0], Number.NaN] : row))
    expect(() => bestConvex({ forecasts: holes, outcomes, loss: squared })).toThrow(
      'a combination needs every forecast; forecasts[2][1] is NaN',
    )
  })
})

describe('bestLinear', () => {
  it('leaves errors orthogonal to every forecast, dependent ones included', () => {
    const { forecasts, outcomes } = simulated(13, 70, 4)
    const rows = forecasts.map((row) => [...Array.from(row), row[0] + row[1]])
    const { coefficients } = bestLinear({ forecasts: rows, outcomes, loss: squared })
    for (let k = 0; k < 5; k++) {
      const product = rows.reduce((sum, row, t) => {
        const z = coefficients.reduce((total, weight, l) => total + weight * row[l], 0)
        return sum + (outcomes[t] - z) * row[k]
      }, 0)
      expect(Math.abs(product)).toBeLessThan(1e-11)
    }
    expect(coefficients[4]).toBe(0)
  })

  it('never loses to the best convex combination, whatever the loss', () => {
    const rng = seededRng(17)
    for (const loss of [squared, absolute, pinball(0.2)]) {
      const hindsight = { ...simulated(19, 60, 3), loss }
      expect(bestLinear(hindsight).loss).toBeLessThanOrEqual(bestConvex(hindsight).loss * (1 + 1e-7))
    }
    const labels = Array.from({ length: 60 }, () => (uniform(rng) < 0.5 ? -1 : 1))
    const forecasts = labels.map((y) => [y + 2 * normal(rng), 0.5 * y + normal(rng)])
    const hindsight = { forecasts, outcomes: labels, loss: logistic }
    expect(bestLinear(hindsight).loss).toBeLessThanOrEqual(bestConvex(hindsight).loss * (1 + 1e-7))
  })
})

describe('shiftingBound', () => {
  it('bounds what fixed share loses over the best sequence with m switches, whatever comes', () => {
    fc.assert(
      fc.property(
        stream(3, 12),
        fc.nat(4),
        fc.double({ min: 0.05, max: 4, noNaN: true }),
        fc.double({ min: 0.001, max: 0.5, noNaN: true }),
        (data, switches, rate, share) => {
          const learner = aggregate({
            experts: external({ columns: 3 }),
            loss: absolute,
            score: point,
            meta: fixedShare({ rate, share }),
          })
          let own = 0
          data.outcomes.forEach((y, t) => {
            own += learner.learn(data.forecasts[t], y).loss
          })
          const { regret } = bestSequence({ ...data, loss: absolute, switches, own })
          const bound = shiftingBound({ switches, rounds: 12, experts: 3, rate, share })
          expect(regret).toBeLessThanOrEqual(bound + 1e-12)
        },
      ),
    )
  })

  it('is met by a stream that switches its best expert against the learner', () => {
    const [rounds, experts, rate, share] = [400, 4, 0.5, 0.02]
    const learner = aggregate({
      experts: external({ columns: experts }),
      loss: absolute,
      score: point,
      meta: fixedShare({ rate, share }),
    })
    const forecasts: number[][] = []
    const outcomes: number[] = []
    let own = 0
    for (let t = 0; t < rounds; t++) {
      // Of four blocks each has its own perfect expert; the others say the opposite of what comes.
      const good = Math.floor(t / 100)
      const x = Array.from({ length: experts }, (_, k) => (k === good ? 1 : 0))
      forecasts.push(x)
      outcomes.push(1)
      own += learner.learn(x, 1).loss
    }
    const { regret, loss } = bestSequence({ forecasts, outcomes, loss: absolute, switches: 3, own })
    expect(loss).toBe(0)
    expect(regret).toBeGreaterThan(10)
    expect(regret).toBeLessThan(shiftingBound({ switches: 3, rounds, experts, rate, share }))
  })

  it('is infinite where a switch is impossible', () => {
    expect(shiftingBound({ switches: 1, rounds: 9, experts: 2, rate: 1, share: 0 })).toBe(Infinity)
  })
})

describe('substitute', () => {
  it('answers with the forecast of a single expert', () => {
    expect(substitute({ means: [0.3], weights: [1] }, [-1, 4])).toBeCloseTo(0.3, 14)
  })

  it('pays at most log K / η over the best expert, whatever comes in [a, b]', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }).chain((size) => stream(size, 30)),
        fc.double({ min: -5, max: 5, noNaN: true }),
        fc.double({ min: 0.1, max: 10, noNaN: true }),
        (data, lower, length) => {
          const range: [number, number] = [lower, lower + length]
          const scale = (z: number): number => Math.min(range[1], lower + length * z)
          const forecasts = data.forecasts.map((row) => row.map(scale))
          const outcomes = data.outcomes.map(scale)
          const size = forecasts[0].length
          const rate = mixableRate(range)
          const learner = aggregate({
            experts: external({ columns: size }),
            loss: squared,
            score: point,
            meta: ewa({ rate }),
          })
          let own = 0
          outcomes.forEach((y, t) => {
            own += (y - substitute(learner.predict(forecasts[t]), range)) ** 2
            learner.learn(forecasts[t], y)
          })
          const { regret } = bestExpert({ forecasts, outcomes, loss: squared, own })
          expect(regret).toBeLessThanOrEqual(Math.log(size) / rate + 1e-9 * length ** 2)
        },
      ),
    )
  })
})

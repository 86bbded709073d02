import { describe, expect, it } from 'vitest'
import { inverseSqrt } from '../base/schedule.ts'
import { hinge, logDensity, squared } from '../losses/index.ts'
import type { Rule } from '../nouns/panel.ts'
import { panelContract } from '../testing/index.ts'
import { createBeliefs } from './beliefs.ts'
import { conjugate, ngvi, oga, ogd, panelOf, sva, svb, svbFull } from './index.ts'

const rates = [0.01, 0.1]
const variances = [0.5, 2]
const points = rates.flatMap((learningRate) =>
  variances.map((priorVariance) => ({ learningRate, priorVariance })),
)
const box = { mean: [-1, 1], deviation: [0.1, 1] } as const

const rules: Record<string, [Rule, (k: number) => Rule]> = {
  svb: [svb({ learningRate: rates, priorVariance: variances }), (k) => svb(points[k])],
  'svb by scale': [svb({ scale: rates }), (k) => svb({ scale: rates[k] })],
  'svb in a box': [svb({ scale: rates, box }), (k) => svb({ scale: rates[k], box })],
  'svb, full covariance': [
    svbFull({ learningRate: rates, priorVariance: variances }),
    (k) => svbFull(points[k]),
  ],
  sva: [sva({ learningRate: rates, priorVariance: variances }), (k) => sva(points[k])],
  oga: [oga({ scale: rates }), (k) => oga({ scale: rates[k] })],
  ogd: [ogd({ scale: rates }), (k) => ogd({ scale: rates[k] })],
  ngvi: [ngvi({ learningRate: rates, priorVariance: variances }), (k) => ngvi(points[k])],
  conjugate: [
    conjugate({ temperature: [0.5, 1], forgetting: [1, 0.95] }),
    (k) => conjugate({ temperature: [0.5, 0.5, 1, 1][k] ?? 1, forgetting: [1, 0.95, 1, 0.95][k] ?? 1 }),
  ],
  'hand-written': [
    panelOf([runningMean(), runningMean(0.9)]),
    (k) => panelOf([k === 0 ? runningMean() : runningMean(0.9)]),
  ],
}

function runningMean(keep = 1) {
  return {
    init: () => ({ sum: 0, weight: 0 }),
    predict: (state: { sum: number; weight: number }) => (state.weight ? state.sum / state.weight : 0),
    update(state: { sum: number; weight: number }, _x: ArrayLike<number>, y: number): void {
      state.sum = keep * state.sum + y
      state.weight = keep * state.weight + 1
    },
  }
}

describe.each(Object.entries(rules))('%s', (_name, [rule, alone]) => {
  for (const loss of [squared, hinge, logDensity]) {
    describe(`with ${loss.name} loss`, () => {
      for (const { promise, check } of panelContract(rule, { loss, alone })) {
        it(promise, check)
      }
    })
  }
})

function step(
  rule: Rule,
  x: number[],
  y: number,
  loss = squared,
  rounds = 1,
): { mean: number; variance: number } {
  const panel = rule.bind({ loss, dimension: x.length, seed: 0 })
  const state = panel.init()
  const beliefs = createBeliefs(panel.capacity)
  for (let t = 0; t < rounds; t++) {
    panel.predict(state, x, beliefs)
    panel.update(state, x, y, beliefs)
  }
  panel.predict(state, x, beliefs)
  return { mean: beliefs.mean[0], variance: beliefs.variance[0] }
}

describe('exact posteriors', () => {
  it('conjugate is Bayes: one observation of unit noise halves a unit variance', () => {
    expect(step(conjugate(), [1], 3)).toEqual({
      mean: expect.closeTo(1.5, 14),
      variance: expect.closeTo(0.5, 14),
    })
  })

  it('conjugate with squared loss and rate η is temperature 2ης²', () => {
    const eta = 0.3
    const { mean, variance } = step(conjugate({ temperature: 2 * eta }), [2], 1)
    expect(variance).toBeCloseTo(4 / (1 + 4 * 2 * eta), 14)
    expect(mean).toBeCloseTo((4 * 2 * eta) / (1 + 4 * 2 * eta), 14)
  })

  it('forgetting returns to the prior where x stays silent, instead of winding down', () => {
    const { mean, variance } = step(
      conjugate({ forgetting: 0.5, priorMean: 7, priorVariance: 4 }),
      [0],
      9,
      squared,
      200,
    )
    expect({ mean, variance }).toEqual({ mean: 0, variance: 0 })
    const panel = conjugate({ forgetting: 0.5, priorMean: 7, priorVariance: 4 }).bind({
      loss: squared,
      dimension: 1,
      seed: 0,
    })
    const state = panel.init()
    const beliefs = createBeliefs(1)
    panel.predict(state, [1], beliefs)
    panel.update(state, [1], 100, beliefs)
    for (let t = 0; t < 100; t++) {
      panel.predict(state, [0], beliefs)
      panel.update(state, [0], 0, beliefs)
    }
    panel.predict(state, [1], beliefs)
    expect(beliefs.mean[0]).toBeCloseTo(7, 10)
    expect(beliefs.variance[0]).toBeCloseTo(4, 10)
  })
})

describe('SVB over full covariances', () => {
  it('is the minimiser of the linearised loss plus KL, found directly', () => {
    const eta = 0.4
    const x = [1.2, -0.7]
    const rule = svbFull({ learningRate: eta })
    const panel = rule.bind({ loss: hinge, dimension: 2, seed: 0 })
    const state = panel.init()
    const beliefs = createBeliefs(1)
    panel.predict(state, x, beliefs)
    const [u, v] = [beliefs.mean[0], beliefs.variance[0]]
    const du = hinge.du(u, v, 1, 0)
    const dv = hinge.dv(u, v, 1, 0)
    panel.update(state, x, 1, beliefs)

    // The objective in (m, Σ) from the prior N(0, I): ⟨m, L_u x⟩ + L_v xᵀΣx + KL/η.
    const objective = (m: number[], a: number, b: number, c: number): number => {
      const quadratic = a * x[0] ** 2 + 2 * b * x[0] * x[1] + c * x[1] ** 2
      const kl = 0.5 * (a + c + m[0] ** 2 + m[1] ** 2 - 2 - Math.log(a * c - b * b))
      return du * (m[0] * x[0] + m[1] * x[1]) + dv * quadratic + kl / eta
    }
    const [m] = state.means
    const [l] = state.factors
    // Σ = (LLᵀ)⁻¹ for the 2 × 2 factor.
    const [p, q, r] = [l[0] * l[0], l[2] * l[0], l[2] * l[2] + l[3] * l[3]]
    const det = p * r - q * q
    const found = objective([m[0], m[1]], r / det, -q / det, p / det)
    for (let i = 0; i < 200; i++) {
      const wiggle = (scale: number): number => scale * Math.sin(12.9898 * (i + 1) * (scale + 1))
      const other = objective(
        [m[0] + wiggle(1e-3), m[1] + wiggle(2e-3)],
        r / det + wiggle(3e-3),
        -q / det + wiggle(4e-3),
        p / det + wiggle(5e-3),
      )
      expect(other).toBeGreaterThanOrEqual(found)
    }
  })
})

describe('OGA and OGD', () => {
  it('have identical means for squared loss, bit for bit', () => {
    const bind = { loss: squared, dimension: 2, horizon: 50, seed: 0 }
    const [a, b] = [oga({ scale: 0.3 }).bind(bind), ogd({ scale: 0.3 }).bind(bind)]
    const [s, t] = [a.init(), b.init()]
    const beliefs = createBeliefs(1)
    for (let i = 0; i < 50; i++) {
      const x = [Math.sin(i), Math.cos(2 * i)]
      a.predict(s, x, beliefs)
      a.update(s, x, i % 5, beliefs)
      b.predict(t, x, beliefs)
      b.update(t, x, i % 5, beliefs)
      expect(s.mean).toEqual(t.mean)
    }
  })
})

describe('options', () => {
  it('refuse what they cannot use, by name and value', () => {
    expect(() => svb({ scale: -1 })).toThrow('scale must be a positive number; received -1')
    expect(() => svb({})).toThrow('give either scale or learningRate; received neither')
    expect(() => svb({ scale: 1, learningRate: 1 })).toThrow('received both')
    expect(() => svb({ scale: [] })).toThrow('scale must not be empty')
    expect(() => conjugate({ forgetting: 1.5 })).toThrow('forgetting must be in (0, 1]; received 1.5')
    expect(() => svb({ scale: 1, box: { mean: [1, -1] } })).toThrow('box.mean must be an interval')
    const unbound = oga({ scale: 1 })
    expect(() => unbound.bind({ loss: squared, dimension: 1, seed: 0 })).toThrow('needs the horizon T')
  })

  it('take a learning rate as a number, a schedule or any function of the round', () => {
    const [a, b, c] = [0.1, inverseSqrt(0.1), (t: number) => 0.1 / Math.sqrt(t)].map((learningRate) =>
      step(svb({ learningRate }), [1], 2, squared, 3),
    )
    expect(b).toEqual(c)
    expect(a).not.toEqual(b)
  })

  it('describe each expert for people', () => {
    const panel = svb({ learningRate: [0.1, inverseSqrt(2)], priorVariance: [1, 4] }).bind({
      loss: squared,
      dimension: 1,
      seed: 0,
    })
    expect(panel.settings(panel.init())).toEqual([
      { learningRate: 0.1, priorVariance: 1 },
      { learningRate: 0.1, priorVariance: 4 },
      { learningRate: '2/√t', priorVariance: 1 },
      { learningRate: '2/√t', priorVariance: 4 },
    ])
  })
})

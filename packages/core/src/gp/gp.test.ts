import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aggregate } from '../aggregate/aggregate.ts'
import { ArgumentError, NumericalError } from '../base/errors.ts'
import { logDensity, squared } from '../losses/index.ts'
import { choleskyFactor, logDeterminant, logSumExp, solveLower } from '../math/index.ts'
import { integerBelow, normal, seededRng, uniform } from '../math/rng.ts'
import { fixedShare } from '../meta/index.ts'
import type { Features, Rule } from '../nouns/panel.ts'
import { createBeliefs } from '../panels/beliefs.ts'
import { annealed } from '../scores/scores.ts'
import { panelContract } from '../testing/index.ts'
import { type Backend, plainBackend, wasmBackend } from './fast/backend.ts'
import { type GpOptions, gp, gpExperts, gpOn } from './gp.ts'
import { matern32, periodic } from './kernels/index.ts'
import { gpReference } from './reference.ts'
import { replayOn } from './replay.ts'

const wasm = wasmBackend()!
const backends: readonly [string, Backend][] = [
  ['wasm', wasm],
  ['plain', plainBackend],
]
const context = (dimension: number) => ({ loss: logDensity, dimension, seed: 0 })

function draw(rounds: number, d: number, seed = 1): { xs: Float64Array[]; ys: number[] } {
  const rng = seededRng(seed)
  const xs = Array.from({ length: rounds }, () => Float64Array.from({ length: d }, () => uniform(rng)))
  return { xs, ys: xs.map((x) => 3 + Math.sin(5 * x[0]) + x[d - 1] + 0.3 * normal(rng)) }
}

/** Means and variances of every expert in every round. */
function runRule<State>(rule: Rule<State>, xs: readonly Features[], ys: readonly number[]) {
  const panel = rule.bind(context(xs[0].length))
  const state = panel.init()
  const beliefs = createBeliefs(panel.capacity)
  const mean: number[] = []
  const variance: number[] = []
  xs.forEach((x, t) => {
    panel.predict(state, x, beliefs)
    mean.push(...beliefs.mean)
    variance.push(...beliefs.variance)
    panel.update(state, x, ys[t], beliefs)
  })
  return { mean, variance, state }
}

function run(backend: Backend, options: GpOptions, xs: readonly Features[], ys: readonly number[]) {
  return runRule(
    gpOn(() => backend, options),
    xs,
    ys,
  )
}

/** The posteriors by their definition: the same for both paths, so each is found once. */
const definitions = new Map<string, { readonly mean: number[]; readonly variance: number[] }>()
function byDefinition(name: string, options: GpOptions, xs: readonly Features[], ys: readonly number[]) {
  const found = definitions.get(name) ?? runRule(gpReference(options), xs, ys)
  definitions.set(name, found)
  return found
}

function gap(a: readonly number[], b: readonly number[]): number {
  expect(a.length).toBe(b.length)
  return Math.max(...a.map((value, i) => Math.abs(value - b[i]) / Math.max(1, Math.abs(b[i]))))
}

const mixed: GpOptions = {
  inverseBandwidth: [0.5, 2],
  noise: 0.3,
  window: [10, null, 27],
  amplitude: 2,
  constant: [0, 50],
  scales: [
    [1, 1, 1],
    [1, 0, 3],
  ],
}

describe.each(backends)('gp on the %s path', (_name, backend) => {
  const rules: Record<string, GpOptions> = {
    'a window': { inverseBandwidth: [0.5, 1], noise: [0.3, 1], window: 37 },
    'a window of one': { inverseBandwidth: [0.5, 1], noise: 0.3, window: 1 },
    'a window of five': { inverseBandwidth: 1, noise: [0.3, 1], window: 5, constant: 4 },
    'all data': { inverseBandwidth: [0.5, 1], noise: [0.3, 1] },
    'several windows': mixed,
  }
  describe.each(Object.entries(rules))('with %s', (_of, options) => {
    const experts = gpExperts(options)
    const alone = (k: number) => gpOn(() => backend, experts[k])
    const bounded = experts.every(({ window }) => window !== null)
    const rule = gpOn(() => backend, options)
    for (const { promise, check } of panelContract(rule, { loss: logDensity, alone, bounded, rounds: 120 })) {
      it(promise, check)
    }
  })

  it('is the posterior by its definition, whatever the kernel, window, amplitude, constant and scaling', () => {
    // Every window has filled, emptied and filled again.
    const { xs, ys } = draw(56, 3)
    const options = { ...mixed, kernel: [null, matern32(), periodic({ period: 0.7 })] }
    const actual = run(backend, options, xs, ys)
    const expected = byDefinition('of all kinds', options, xs, ys)
    expect(gap(actual.mean, expected.mean)).toBeLessThan(1e-9)
    expect(gap(actual.variance, expected.variance)).toBeLessThan(1e-9)
  })

  it('is the posterior by its definition at every window from 1 to 30', () => {
    const { xs, ys } = draw(75, 2)
    const window = Array.from({ length: 30 }, (_, i) => i + 1)
    const options = { inverseBandwidth: 1.5, noise: 0.5, window }
    const actual = run(backend, options, xs, ys)
    const expected = byDefinition('at every window', options, xs, ys)
    expect(gap(actual.mean, expected.mean)).toBeLessThan(1e-11)
    expect(gap(actual.variance, expected.variance)).toBeLessThan(1e-11)
  })

  it('keeps its digits where inputs repeat and noise is small', () => {
    const rng = seededRng(5)
    const xs = Array.from({ length: 160 }, () => [Math.sin(integerBelow(rng, 9)), uniform(rng) < 0.5 ? 0 : 1])
    const ys = xs.map((x) => x[0] + 1e-3 * normal(rng))
    const options = { inverseBandwidth: [0.5, 2], noise: 1e-3, window: [20, 45] }
    const actual = run(backend, options, xs, ys)
    const expected = byDefinition('of repeated inputs', options, xs, ys)
    actual.mean.forEach((mean, i) => {
      const scale = expected.variance[i] + 1e-6
      expect(Math.abs(mean - expected.mean[i])).toBeLessThan(1e-7 * Math.sqrt(scale))
      expect(Math.abs(actual.variance[i] - expected.variance[i])).toBeLessThan(1e-7 * scale)
    })
  })

  it('keeps its digits with a level of nearly infinite variance', () => {
    const { xs, ys } = draw(60, 2)
    const options = { inverseBandwidth: 1, noise: 0.1, window: [20, null] }
    const wide = run(backend, { ...options, constant: 1e12 }, xs, ys)
    const wider = run(backend, { ...options, constant: 1e13 }, xs, ys)
    expect(gap(wide.mean.slice(4), wider.mean.slice(4))).toBeLessThan(1e-9)
    expect(gap(wide.variance.slice(4), wider.variance.slice(4))).toBeLessThan(1e-9)
  })

  it('adds up, round by round, to the log marginal likelihood', () => {
    const { xs, ys } = draw(90, 2)
    const options = { inverseBandwidth: [0.5, 3], noise: [0.2, 1], amplitude: 1.5, constant: 2 }
    const { mean, variance } = run(backend, options, xs, ys)
    gpExperts(options).forEach((expert, k) => {
      let total = 0
      ys.forEach((y, t) => {
        const i = t * 4 + k
        total -= logDensity.annealed(mean[i], variance[i], y, expert.noise, 1)
      })
      expect(total).toBeCloseTo(logMarginalLikelihood(expert, xs, ys), 9)
    })
  })

  it('without share loses exactly −log Σ ω₁ₖ e^(−ΣΛₖ), on any stream', () => {
    const x = fc.float({ min: -3, max: 3, noNaN: true })
    const y = fc.float({ min: -100, max: 100, noNaN: true })
    const points = fc.array(fc.tuple(x, x, y), { minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(
        points,
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 6, maxLength: 6 }),
        (stream, prior) => {
          const options = { inverseBandwidth: [0.5, 2], noise: 0.5, window: [4, 9, null] }
          const experts = gpOn(() => backend, options)
          const learner = aggregate({ experts, loss: logDensity, score: annealed, meta: fixedShare(), prior })
          const totals = new Float64Array(6)
          let own = 0
          for (const [a, b, target] of stream) {
            const round = learner.learn([a, b], target)
            own += round.own
            round.losses.forEach((loss, k) => {
              totals[k] += loss
            })
          }
          const mass = prior.reduce((sum, weight) => sum + weight)
          const bound = -logSumExp(totals.map((total, k) => Math.log(prior[k] / mass) - total))
          expect(Math.abs(own - bound)).toBeLessThan(1e-9 * Math.max(1, Math.abs(bound)))
        },
      ),
      { numRuns: 25 },
    )
  })

  it('replays a known stream as it would have streamed it, bit for bit', () => {
    const { xs, ys } = draw(131, 3)
    const streamed = run(backend, mixed, xs, ys)
    const replay = replayOn(backend, mixed, xs, ys)
    expect(replay.mean).toEqual(Float64Array.from(streamed.mean))
    expect(replay.variance).toEqual(Float64Array.from(streamed.variance))
    const options = { loss: logDensity, score: annealed, meta: fixedShare({ share: 0.01 }) }
    const live = aggregate({ ...options, experts: gpOn(() => backend, mixed) })
    const again = aggregate({ ...options, experts: replay.rule })
    xs.forEach((x, t) => {
      live.learn(x, ys[t])
      again.learn(x, ys[t])
    })
    expect(again.weights).toEqual(live.weights)
  })

  it('names an expert that lost its pivot, and stays usable', () => {
    const { xs, ys } = draw(80, 2)
    const options = { inverseBandwidth: [1, 1e-170], noise: 0.5, window: [12, null] }
    const learner = aggregate({ experts: gpOn(() => backend, options), loss: logDensity, score: annealed })
    xs.slice(0, 30).forEach((x, t) => {
      learner.learn(x, ys[t])
    })
    // 0·∞: a² underflows while the distance overflows.
    const fault = () => learner.learn([1e200, 0], 1)
    expect(fault).toThrow(NumericalError)
    expect(fault).toThrow(/expert 2 .*round 31/)
    const reference = aggregate({ experts: gpOn(() => backend, options), loss: logDensity, score: annealed })
    xs.forEach((x, t) => {
      if (t >= 30) learner.learn(x, ys[t])
      reference.learn(x, ys[t])
    })
    expect(learner.weights).toEqual(reference.weights)
  })

  it('lets an expert with a lost pivot sleep until the point has left its window', () => {
    const { xs, ys } = draw(80, 2)
    const learner = aggregate({
      experts: gpOn(() => backend, { inverseBandwidth: [1, 1e-170], noise: 0.5, window: 12 }),
      loss: logDensity,
      score: annealed,
      onFailure: 'sleep',
    })
    xs.forEach((x, t) => {
      learner.learn(t === 30 ? [1e200, 0] : x, ys[t])
    })
    expect(learner.failures[0]).toBe(0)
    expect(learner.failures[1]).toBeGreaterThan(0)
    expect(learner.learn(xs[0], ys[0]).awake).toEqual(new Float64Array([1, 1]))
  })

  it('believes nothing of a matrix that is not positive definite', () => {
    const { xs, ys } = draw(12, 1)
    const experts = gpExperts({ inverseBandwidth: 1, noise: 1, window: [8, null] })
    const tiny = experts.map((expert) => ({ ...expert, noise: 1e-12 }))
    for (const [k, window] of [8, null].entries()) {
      const members = {
        dimension: 1,
        experts: [tiny[k]],
        index: [0],
        squares: [[1]],
        sizes: [1],
        bandwidths: [1],
        others: [],
        kinds: [0],
        ratios: [0],
        constants: [0],
      }
      const factors = (window === null ? backend.growing(members) : backend.window(members, window))!
      const beliefs = createBeliefs(1)
      let lost = 0
      for (let t = 0; t < 12; t++) {
        const x = t < 3 ? xs[0] : xs[t]
        factors.believe(x)
        factors.write(beliefs)
        if (Number.isNaN(beliefs.mean[0])) lost++
        factors.observe(x, ys[t])
      }
      expect(lost).toBeGreaterThan(0)
    }
  })
})

function logMarginalLikelihood(
  { inverseBandwidth, noise, amplitude, constant }: ReturnType<typeof gpExperts>[number],
  xs: readonly Features[],
  ys: readonly number[],
): number {
  const n = xs.length
  const factor = new Float64Array(n * n)
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      let distance = 0
      for (let q = 0; q < xs[i].length; q++) distance += (xs[i][q] - xs[j][q]) ** 2
      factor[i * n + j] = amplitude * Math.exp(-(inverseBandwidth ** 2) * distance) + constant
    }
    factor[i * n + i] += noise ** 2
  }
  choleskyFactor(factor, n, factor)
  const z = Float64Array.from(ys)
  solveLower(factor, n, z)
  const fit = z.reduce((sum, value) => sum + value * value, 0)
  return -0.5 * (fit + logDeterminant(factor, n) + n * Math.log(2 * Math.PI))
}

describe('gp', () => {
  it('agrees on both paths bit for bit', () => {
    // Beyond two windows of the longest, and beyond 256 points.
    const { xs, ys } = draw(260, 4)
    const options = {
      inverseBandwidth: [0.25, 1, 4],
      noise: [0.5, 1],
      window: [33, 100, null],
      constant: [0, 9],
    }
    const fast = run(wasm, options, xs, ys)
    const plain = run(plainBackend, options, xs, ys)
    expect(fast.mean).toEqual(plain.mean)
    expect(fast.variance).toEqual(plain.variance)
  })

  it('spans the grid in the order of its options, the last fastest', () => {
    const panel = gp(mixed).bind(context(3))
    const rows = panel.settings(panel.init())
    expect(rows).toHaveLength(24)
    expect(rows.slice(0, 5).map(({ window, constant, scales }) => [window, constant, scales])).toEqual([
      [10, 0, '1 1 1'],
      [10, 0, '1 0 3'],
      [10, 50, '1 1 1'],
      [10, 50, '1 0 3'],
      [null, 0, '1 1 1'],
    ])
    expect(rows[12].inverseBandwidth).toBe(2)
  })

  it('takes one vector of scales as a vector, several as an axis', () => {
    const base = { inverseBandwidth: 1, noise: 1 }
    expect(gpExperts({ ...base, scales: [1, 2] })).toHaveLength(1)
    expect(
      gpExperts({
        ...base,
        scales: [
          [1, 2],
          [2, 1],
        ],
      }),
    ).toHaveLength(2)
    expect(gpExperts({ ...base, scales: null })).toHaveLength(1)
  })

  it('refuses options it cannot honour, and says why', () => {
    const base = { inverseBandwidth: 1, noise: 1 }
    expect(() => gp({ ...base, noise: 0.9e-3 })).toThrow(ArgumentError)
    expect(() => gp({ ...base, noise: 0.9e-3 })).toThrow('noise must be at least 0.001')
    expect(() => gp({ ...base, noise: [1, 0.004], amplitude: 25 })).toThrow('noise must be at least 0.005')
    expect(() => gp({ ...base, noise: 1e-3 })).not.toThrow()
    expect(() => gp({ ...base, noise: 0.005, amplitude: 25 })).not.toThrow()
    expect(() => gp({ ...base, window: 0 })).toThrow('window must be a positive whole number')
    expect(() => gp({ ...base, window: [5, 2.5] })).toThrow('window must be a positive whole number')
    expect(() => gp({ ...base, inverseBandwidth: 0 })).toThrow('inverseBandwidth must be a positive number')
    expect(() => gp({ ...base, constant: -1 })).toThrow('constant must be a number not below 0')
    expect(() => gp({ ...base, scales: [1, -1] })).toThrow('scales[1] must be a number not below 0')
    expect(() => gp({ ...base, scales: [1, 2] }).bind(context(3))).toThrow('scales must have 3 entries')
  })

  it('saves the points, not the factors, and resumes bit for bit', () => {
    const { xs, ys } = draw(300, 10)
    const options = {
      experts: gp({ inverseBandwidth: [0.125, 0.25, 0.5, 1, 2, 4], noise: [0.5, 1, 2], window: 100 }),
      loss: logDensity,
      score: annealed,
      meta: fixedShare({ share: 1e-3 }),
    }
    const live = aggregate(options)
    xs.slice(0, 240).forEach((x, t) => {
      live.learn(x, ys[t])
    })
    const saved = live.save()
    expect(saved.length).toBeLessThan(25_000)
    const resumed = aggregate(options).restore(saved)
    for (let t = 240; t < 300; t++) {
      expect(resumed.learn(xs[t], ys[t]).losses).toEqual(live.learn(xs[t], ys[t]).losses)
    }
    expect(resumed.weights).toEqual(live.weights)
  })

  it('works with losses that know no noise', () => {
    const { xs, ys } = draw(20, 2)
    const learner = aggregate({
      experts: gp({ inverseBandwidth: [1, 2], noise: 0.5, window: 9 }),
      loss: squared,
    })
    xs.forEach((x, t) => {
      learner.learn(x, ys[t])
    })
    expect(learner.predict([0.5, 0.5]).mean).toBeGreaterThan(1)
  })
})

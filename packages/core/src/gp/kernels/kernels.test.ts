import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { logDensity } from '../../losses/index.ts'
import { choleskyFactor } from '../../math/index.ts'
import { normal, seededRng, uniform } from '../../math/rng.ts'
import { createBeliefs } from '../../panels/beliefs.ts'
import { panelContract } from '../../testing/index.ts'
import { type Backend, plainBackend, wasmBackend } from '../fast/backend.ts'
import { type GpOptions, gp, gpExperts, gpOn } from '../gp.ts'
import { replayOn } from '../replay.ts'
import {
  type Kernel,
  linear,
  matern32,
  matern52,
  type Points,
  periodic,
  product,
  squaredExponential,
  sum,
} from './index.ts'

/** Every kernel with the textbook's formula, lengths 1; a new one is a line here. */
const textbook: readonly [Kernel, (a: number[], b: number[]) => number][] = [
  [squaredExponential(), (a, b) => Math.exp(-(distance(a, b) ** 2))],
  [matern32(), (a, b) => (1 + Math.sqrt(3) * distance(a, b)) * Math.exp(-Math.sqrt(3) * distance(a, b))],
  [
    matern52({ amplitude: 3 }),
    (a, b) => {
      const r = distance(a, b)
      return 3 * (1 + Math.sqrt(5) * r + (5 * r * r) / 3) * Math.exp(-Math.sqrt(5) * r)
    },
  ],
  [linear({ scales: [1, 0, 2] }), (a, b) => a[0] * b[0] + 4 * a[2] * b[2]],
  [
    periodic({ period: 0.7, inverseBandwidth: 2 }),
    (a, b) => Math.exp(-8 * a.reduce((s, v, j) => s + Math.sin((Math.PI * (v - b[j])) / 0.7) ** 2, 0)),
  ],
  [
    sum({ of: [linear(), squaredExponential({ amplitude: 2 })] }),
    (a, b) => a.reduce((s, v, j) => s + v * b[j], 0) + 2 * Math.exp(-(distance(a, b) ** 2)),
  ],
  [
    product({ of: [matern32(), linear()] }),
    (a, b) =>
      (1 + Math.sqrt(3) * distance(a, b)) *
      Math.exp(-Math.sqrt(3) * distance(a, b)) *
      a.reduce((s, v, j) => s + v * b[j], 0),
  ],
]

function distance(a: number[], b: number[]): number {
  return Math.hypot(...a.map((value, j) => value - b[j]))
}

const rng = seededRng(2)
const points = Array.from({ length: 30 }, () => Array.from({ length: 3 }, () => normal(rng)))
const view: Points = {
  values: Float64Array.from(points.flat()),
  from: 0,
  across: 1,
  along: 3,
  count: points.length,
}
const kernels = textbook.map(([kernel]) => kernel)

describe.each(textbook)('$name', (kernel, formula) => {
  const covariance = kernel.bind([1, 1, 1])
  const row = (x: number[]): number[] => {
    const out = new Float64Array(points.length + 2)
    covariance.row(x, view, out, 1)
    expect([out[0], out[points.length + 1]]).toEqual([0, 0])
    return [...out.subarray(1, points.length + 1)]
  }

  it('is its formula, on the diagonal too', () => {
    for (const x of points) {
      row(x).forEach((value, i) => {
        expect(Math.abs(value - formula(x, points[i]))).toBeLessThan(1e-13 * Math.max(1, Math.abs(value)))
      })
      expect(covariance.prior(x)).toBeCloseTo(formula(x, x), 12)
    }
  })

  it('is symmetric and positive semi-definite', () => {
    const n = points.length
    const matrix = Float64Array.from(points.flatMap(row))
    for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) expect(matrix[i * n + j]).toBe(matrix[j * n + i])
    for (let i = 0; i < n; i++) matrix[i * n + i] += 1e-8
    choleskyFactor(matrix, n, matrix)
    expect(matrix.every(Number.isFinite)).toBe(true)
  })

  it.skipIf(kernel.name.includes('periodic'))('measures features in the lengths it is bound to', () => {
    const out = new Float64Array(points.length)
    kernel.bind([2, 2, 2]).row(points[0], view, out, 0)
    const doubled = points.map((x) => x.map((value) => 2 * value))
    out.forEach((value, i) => {
      expect(value).toBeCloseTo(formula(doubled[0], doubled[i]), 10)
    })
  })
})

describe('periodic', () => {
  it('repeats exactly after a period, and sees only the features of its scales', () => {
    const kernel = periodic({ period: 24, scales: [1, 0, 0] }).bind([1, 1, 1])
    const out = new Float64Array(2)
    const values = new Float64Array([3, 7, 8, 3 + 24 * 1000, -1, 2])
    kernel.row([5, 0, 0], { values, from: 0, across: 1, along: 3, count: 2 }, out, 0)
    expect(out[0]).toBe(out[1])
    expect(out[0]).toBeCloseTo(Math.exp(-2 * Math.sin((Math.PI * 2) / 24) ** 2), 14)
  })
})

const backends: readonly [string, Backend][] = [
  ['wasm', wasmBackend()!],
  ['plain', plainBackend],
]

describe.each(backends)('gp with kernels, on the %s path', (_name, backend) => {
  const mixed: GpOptions = { kernel: [null, ...kernels], noise: 0.5, window: [11, null], constant: [0, 3] }
  const experts = gpExperts(mixed)
  const rule = gpOn(() => backend, mixed)
  const alone = (k: number) => gpOn(() => backend, experts[k])
  for (const { promise, check } of panelContract(rule, {
    loss: logDensity,
    alone,
    bounded: false,
    rounds: 60,
  })) {
    it(promise, check)
  }

  it('has the posterior of scikit-learn', () => {
    const golden = JSON.parse(
      readFileSync(new URL('../../../test/fixtures/gp/kernels.json', import.meta.url), 'utf8'),
    )
    const named: Record<string, Kernel> = {
      squaredExponential: squaredExponential(),
      matern32: matern32(),
      matern52: matern52(),
      linear: linear(),
      periodic: periodic({ period: 1.7 }),
      sum: sum({ of: [linear(), matern32()] }),
      product: product({ of: [periodic({ period: 1.7 }), squaredExponential()] }),
    }
    expect(Object.keys(golden.kernels)).toEqual(Object.keys(named))
    for (const window of [40, null]) {
      const options = { kernel: Object.values(named), inverseBandwidth: 2, noise: 0.3, window }
      const panel = gpOn(() => backend, options).bind({ loss: logDensity, dimension: 1, seed: 0 })
      const state = panel.init()
      const beliefs = createBeliefs(panel.capacity)
      golden.x.forEach((x: number, t: number) => {
        panel.predict(state, [x], beliefs)
        panel.update(state, [x], golden.y[t], beliefs)
      })
      golden.probes.forEach((x: number, i: number) => {
        panel.predict(state, [x], beliefs)
        Object.keys(named).forEach((name, k) => {
          expect(beliefs.mean[k]).toBeCloseTo(golden.kernels[name].mean[i], 9)
          expect(beliefs.variance[k]).toBeCloseTo(golden.kernels[name].variance[i], 9)
        })
      })
    }
  })

  it('replays a known stream as it would have streamed it, bit for bit', () => {
    const xs = Array.from({ length: 70 }, () => Float64Array.from([uniform(rng), uniform(rng), 1]))
    const ys = xs.map((x) => x[0] - x[1])
    const { mean } = replayOn(backend, mixed, xs, ys)
    const panel = rule.bind({ loss: logDensity, dimension: 3, seed: 0 })
    const state = panel.init()
    const beliefs = createBeliefs(panel.capacity)
    xs.forEach((x, t) => {
      panel.predict(state, x, beliefs)
      expect(mean.subarray(t * panel.capacity, (t + 1) * panel.capacity)).toEqual(beliefs.mean)
      panel.update(state, x, ys[t], beliefs)
    })
  })
})

describe('gp with kernels', () => {
  const run = (backend: Backend, options: GpOptions, x: (t: number) => number[]): number[] => {
    const source = seededRng(4)
    const panel = gpOn(() => backend, options).bind({ loss: logDensity, dimension: 3, seed: 0 })
    const state = panel.init()
    const beliefs = createBeliefs(panel.capacity)
    const seen: number[] = []
    for (let t = 0; t < 130; t++) {
      const row = x(t)
      panel.predict(state, row, beliefs)
      seen.push(...beliefs.mean, ...beliefs.variance)
      panel.update(state, row, Math.sin(row[0]) + 0.2 * normal(source), beliefs)
    }
    return seen
  }

  it('agrees on both paths bit for bit', () => {
    const options: GpOptions = {
      kernel: [...kernels, null],
      inverseBandwidth: [0.5, 1],
      noise: 0.4,
      window: [1, 30, null],
    }
    const x = (t: number) => [Math.sin(t), Math.cos(1.7 * t), 0.01 * t]
    expect(run(backends[0][1], options, x)).toEqual(run(plainBackend, options, x))
  })

  it('is at ease where the prior variance is 0', () => {
    const seen = run(backends[0][1], { kernel: linear(), noise: 0.3, window: 8 }, (t) => [t % 3, 0, 0])
    expect(seen.every(Number.isFinite)).toBe(true)
    expect(seen.slice(0, 2)).toEqual([0, 0])
  })

  it('takes the squared exponential by name for the kernel it has anyway', () => {
    expect(gpExperts({ kernel: squaredExponential(), noise: 1 })[0].kernel).toBe(null)
    expect(gp({ kernel: [null, matern32()], noise: 1 }).description).toMatchObject({
      experts: [{ kernel: 'squaredExponential' }, { kernel: 'matern32' }],
    })
    expect(gp({ noise: 1 }).description).not.toMatchObject({ experts: [{ kernel: 'squaredExponential' }] })
  })

  it('names kernels with the options that are not the defaults', () => {
    const names = kernels.map(({ name }) => name)
    expect(names).toContain('squaredExponential')
    expect(names).toContain('linear(scales 1 0 2)')
    expect(names).toContain('periodic(period 0.7, inverseBandwidth 2)')
    expect(names).toContain('sum(linear, squaredExponential(amplitude 2))')
  })

  it('refuses options that no kernel has, and scales that do not fit', () => {
    expect(() => matern32({ lengths: 1 } as object)).toThrow('matern32 has no option "lengths"')
    expect(() => periodic({ period: 0 })).toThrow('period must be a positive number; received 0')
    expect(() => sum({ of: [] })).toThrow('of must be a list of kernels')
    expect(() => gp({ kernel: {} as Kernel, noise: 1 })).toThrow('kernel must be an object with bind')
    const narrow = gp({ kernel: matern32({ scales: [1, 2] }), noise: 1 })
    expect(() => narrow.bind({ loss: logDensity, dimension: 3, seed: 0 })).toThrow(
      'scales of matern32 must be 3 entries, one per feature',
    )
  })
})

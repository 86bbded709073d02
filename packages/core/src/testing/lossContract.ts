import { square } from '../math/powers.ts'
import { gaussLegendre } from '../math/quadrature.ts'
import { normal, type Rng, seededRng, uniform } from '../math/rng.ts'
import type { Loss } from '../nouns/loss.ts'
import { type Clause, ensure, ensureClose } from './clause.ts'

export interface LossContractOptions {
  /** Where ℓ(·, y) is not smooth. @default nowhere */
  kinks?(y: number): readonly number[]
  /** Agreement with quadrature, relative or absolute below 1. @default 1e-9 */
  readonly tolerance?: number
  /** How many random cases. @default 60 */
  readonly cases?: number
  /** Whether ℓ is convex in z, so that L ≥ ℓ(u). @default true */
  readonly convex?: boolean
}

/** A case: z ~ N(u, v), outcome y, noise ς, rate γ. */
interface Case {
  readonly u: number
  readonly v: number
  readonly y: number
  readonly noise: number
  readonly rate: number
}

/** What every loss promises: its integrals are those of its own `at`. */
export function lossContract(loss: Loss, options: LossContractOptions = {}): readonly Clause[] {
  const { kinks = () => [], tolerance = 1e-9, cases: count = 60, convex = true } = options
  const rng = seededRng(7)
  const cases = Array.from({ length: count }, () => drawCase(loss, rng))
  const each: Each = (check) => () => {
    for (const c of cases) check(c, () => JSON.stringify(c))
  }
  return [
    ...ofIntegrals(loss, each, kinks, tolerance),
    ...ofSlopes(loss, each, kinks),
    ...ofLimits(loss, each, convex),
  ]
}

/** Makes a check of one case a check of all. */
type Each = (check: (c: Case, where: () => string) => void) => () => void
type Kinks = (y: number) => readonly number[]

/** Integrals by quadrature, and their derivatives by differences. */
function ofIntegrals(loss: Loss, each: Each, kinks: Kinks, tolerance: number): Clause[] {
  return [
    {
      promise: 'mean(u, v, y) is the integral of at(z, y) under N(u, v)',
      check: each(({ u, v, y, noise }, where) => {
        const expected = expectation(u, v, kinks(y), (z) => loss.at(z, y, noise))
        ensureClose(loss.mean(u, v, y, noise), expected, tolerance, where)
      }),
    },
    {
      promise: 'annealed(u, v, y, γ) is −γ⁻¹ log of the integral of exp(−γ at(z, y))',
      check: each(({ u, v, y, noise, rate }, where) => {
        const centre = loss.at(u, y, noise)
        const moved = u - rate * v * loss.slope(u, y, noise)
        const tilted = (z: number): number => Math.exp(-rate * (loss.at(z, y, noise) - centre))
        const integral = expectation(u, v, kinks(y), tilted, moved)
        ensureClose(loss.annealed(u, v, y, noise, rate), centre - Math.log(integral) / rate, tolerance, where)
      }),
    },
    {
      promise: 'du and dv are the derivatives of mean',
      check: each(({ u, v, y, noise }, where) => {
        const h = 1e-4 * Math.sqrt(v)
        const du = difference((step) => loss.mean(u + step, v, y, noise), h)
        const dv = difference((step) => loss.mean(u, v + step, y, noise), 1e-3 * v)
        ensureClose(loss.du(u, v, y, noise), du, 1e-5, where)
        ensureClose(loss.dv(u, v, y, noise), dv, 1e-5, where)
      }),
    },
  ]
}

/** Slopes by differences, and at kinks. */
function ofSlopes(loss: Loss, each: Each, kinks: Kinks): Clause[] {
  return [
    {
      promise: 'slope is the derivative of at, away from kinks',
      check: each(({ u, y, noise }, where) => {
        if (kinks(y).some((kink) => Math.abs(kink - u) < 1e-2)) return
        ensureClose(
          loss.slope(u, y, noise),
          difference((step) => loss.at(u + step, y, noise), 1e-5),
          1e-6,
          where,
        )
      }),
    },
    {
      promise: 'slope at a kink lies between the slopes on its two sides',
      check: each(({ y, noise }, where) => {
        for (const kink of kinks(y)) {
          const sides = [-1e-6, 1e-6].map((step) => loss.slope(kink + step, y, noise))
          const slope = loss.slope(kink, y, noise)
          ensure(slope >= Math.min(...sides) && slope <= Math.max(...sides), where)
        }
      }),
    },
  ]
}

/** What is larger than what, and limits. */
function ofLimits(loss: Loss, each: Each, convex: boolean): Clause[] {
  return [
    {
      promise: 'Λ ≤ L, and for a convex loss ℓ(u) ≤ L',
      check: each(({ u, v, y, noise, rate }, where) => {
        const mean = loss.mean(u, v, y, noise)
        const slack = 1e-12 * Math.max(1, Math.abs(mean))
        ensure(loss.annealed(u, v, y, noise, rate) <= mean + slack, where)
        ensure(!convex || loss.at(u, y, noise) <= mean + slack, where)
      }),
    },
    {
      promise: 'as v → 0 the integrals become the point loss, and at v = 0 they are it',
      check: each(({ u, y, noise, rate }, where) => {
        const at = loss.at(u, y, noise)
        for (const v of [0, 1e-20]) {
          ensureClose(loss.mean(u, v, y, noise), at, 1e-8, where)
          ensureClose(loss.annealed(u, v, y, noise, rate), at, 1e-8, where)
        }
        ensure(Object.is(loss.mean(u, 0, y, noise), at) || loss.mean(u, 0, y, noise) === at, where)
        ensure(Number.isFinite(loss.du(u, 0, y, noise)), where)
        ensure(Number.isFinite(0 * loss.dv(u, 0, y, noise)), where)
      }),
    },
    {
      promise: 'as γ → 0 the annealed loss becomes the mean loss',
      check: each(({ u, v, y, noise }, where) => {
        const mean = loss.mean(u, v, y, noise)
        for (const rate of [1e-8, 1e-12]) ensureClose(loss.annealed(u, v, y, noise, rate), mean, 1e-5, where)
      }),
    },
  ]
}

function drawCase(loss: Loss, rng: Rng): Case {
  const y = loss.outcomes === 'sign' ? (uniform(rng) < 0.5 ? -1 : 1) : 3 * normal(rng)
  return {
    y,
    u: uniform(rng) < 0.3 ? y + 0.1 * normal(rng) : 3 * normal(rng),
    v: Math.exp(Math.LN10 * (3 * uniform(rng) - 2)),
    noise: 0.3 + 2 * uniform(rng),
    rate: Math.exp(Math.LN10 * (2 * uniform(rng) - 1)),
  }
}

/**
 * E f(z) for z ~ N(u, v): 400 panels of 20 nodes between kinks, over 12 deviations beyond u and beyond `moved`,
 * where the mass of a tilted normal goes.
 */
function expectation(
  u: number,
  v: number,
  kinks: readonly number[],
  f: (z: number) => number,
  moved: number = u,
): number {
  const { nodes, weights } = gaussLegendre(20)
  const s = Math.sqrt(v)
  const from = Math.min(u, moved) - 12 * s
  const to = Math.max(u, moved) + 12 * s
  const ends = [from, ...kinks.filter((kink) => kink > from && kink < to).sort((a, b) => a - b), to]
  let sum = 0
  for (let i = 1; i < ends.length; i++) {
    const half = (ends[i] - ends[i - 1]) / 800
    for (let p = 0; p < 400; p++) {
      const middle = ends[i - 1] + half * (2 * p + 1)
      for (let j = 0; j < nodes.length; j++) {
        const z = middle + half * nodes[j]
        sum += half * weights[j] * f(z) * Math.exp(-0.5 * square((z - u) / s))
      }
    }
  }
  return sum / (s * Math.sqrt(2 * Math.PI))
}

/** A central difference of fourth order. */
function difference(f: (step: number) => number, h: number): number {
  return (8 * (f(h) - f(-h)) - (f(2 * h) - f(-2 * h))) / (12 * h)
}

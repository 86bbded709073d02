import { exponential, normal, poisson, type Rng, studentT, uniform } from '../../math/rng.ts'
import { independent, type ResidualKind, recursive, scaled } from './residualKind.ts'

/** 0.9 quantiles of |residual| under the distributions below. */
const NORMAL = 1.6448536269514722
const UPPER_TENTH = 1.2815515655446004
const ARCSINE = Math.sin(0.45 * Math.PI)
const T2 = 2.919985580353725
const T3 = 2.353363434801823

const sign = (rng: Rng): number => (uniform(rng) < 0.5 ? 1 : -1)
const sine = (rng: Rng): number => Math.sin(2 * Math.PI * uniform(rng))
const symmetric = (rng: Rng): number => 2 * uniform(rng) - 1
const tent = (t: number, period: number): number => Math.sin((2 * Math.PI * t) / period)

/** One of `values` for each `length` rounds, in turn. */
const blocks =
  (values: readonly number[], length: number) =>
  () =>
  (t: number): number =>
    values[Math.floor(t / length) % values.length]
const SCALES = [1, 4, 0.5, 8, 2]

const shifting = (scales: (rounds: number, rng: Rng) => (t: number) => number): ResidualKind =>
  scaled('shift', normal, NORMAL, scales)
const seasonal = (scale: (t: number) => number): ResidualKind => scaled('season', normal, NORMAL, () => scale)
const thirds =
  (middle: number) =>
  (rounds: number) =>
  (t: number): number =>
    3 * t < rounds || 3 * t >= 2 * rounds ? 1 : middle

/** 43 kinds of residual streams: ordinary, hostile, and those that real series resemble. */
export const RESIDUAL_KINDS: Readonly<Record<string, ResidualKind>> = {
  gauss: independent(normal, NORMAL),
  uniform: independent(symmetric, 0.9),
  arcsine: independent(sine, ARCSINE),
  laplace: independent((rng) => sign(rng) * exponential(rng), Math.log(10)),
  t2: independent((rng) => studentT(rng, 2), T2),
  't1.5': independent((rng) => studentT(rng, 1.5), 3.7051808200958476),
  cauchy: independent((rng) => studentT(rng, 1), Math.tan(0.45 * Math.PI)),
  lognormal: independent((rng) => Math.exp(1.5 * normal(rng)), Math.exp(1.5 * UPPER_TENTH)),
  bimodal: independent(
    (rng) => (uniform(rng) < 0.5 ? 0.01 : 3) * (1 + 0.1 * normal(rng)),
    3.2524863700718742,
  ),
  beta: independent((rng) => sign(rng) * Math.exp(0.3 * Math.log1p(-uniform(rng))), 0.9688861611972633),
  exponential: independent((rng) => exponential(rng) - 1, Math.log(10) - 1),
  spikes: independent(
    (rng) => (uniform(rng) < 0.03 ? 100 * (uniform(rng) - 0.5) : normal(rng)),
    1.7911273429389893,
  ),
  rounded: independent((rng) => Math.round(2 * normal(rng)), null, true),
  zeros80: independent((rng) => (uniform(rng) < 0.8 ? 0 : normal(rng)), null, true),
  zeros95: independent((rng) => (uniform(rng) < 0.95 ? 0 : 10 * normal(rng)), null, true),
  poisson2: independent((rng) => poisson(rng, 2) - 2, null, true),
  binary: independent((rng) => (uniform(rng) < 0.3 ? 1 : 0), null, true),
  constant: independent(() => 1, 1, true),
  coarse: {
    group: 'shift',
    discrete: true,
    make(rng, rounds) {
      const { residuals } = shifting(blocks([1, 3, 0.5], 700)).make(rng, rounds)
      return { residuals: residuals.map((e) => Math.round(2 * e) / 2), oracle: null }
    },
  },
  'zeros-then': {
    ...shifting((rounds) => (t) => {
      if (t < 300) return 0
      return 2 * t < rounds ? 1 : 2 * t < rounds + 600 ? 0 : 3
    }),
    discrete: true,
  },
  bursts: shifting(() => (t) => (t % 500 >= 480 ? 30 : 1)),
  'bursts-random': shifting((_rounds, rng) => {
    let left = 0
    return () => {
      if (left > 0) left--
      else if (uniform(rng) < 0.003) left = 5 + Math.floor(30 * uniform(rng))
      return left > 0 ? 20 : 1
    }
  }),
  blocks500: shifting(blocks(SCALES, 500)),
  blocks100: shifting(blocks(SCALES, 100)),
  'blocks-t3': scaled('shift', (rng) => studentT(rng, 3), T3, blocks(SCALES, 500)),
  'step-up5': shifting((rounds) => (t) => (2 * t < rounds ? 1 : 5)),
  'step-down10': shifting((rounds) => (t) => (2 * t < rounds ? 10 : 1)),
  jump1e6: shifting(thirds(1e6)),
  'jump1e-6': shifting(thirds(1e-6)),
  'drift-up': shifting((rounds) => (t) => 1 + (19 * t) / rounds),
  'grow-exp': shifting(() => (t) => Math.exp(t / 400)),
  'decay-exp': shifting(() => (t) => Math.exp(-t / 400)),
  regimes: recursive('shift', (_rounds, rng) => {
    const laws = [
      normal,
      (r: Rng) => 2 * symmetric(r),
      (r: Rng) => 0.5 * studentT(r, 2),
      (r: Rng) => 4 * sine(r),
    ]
    const oracles = [NORMAL, 1.8, 0.5 * T2, 4 * ARCSINE]
    let now = 0
    return () => {
      if (uniform(rng) < 1 / 300) now = Math.floor(4 * uniform(rng))
      return { residual: laws[now](rng), oracle: oracles[now] }
    }
  }),
  bias8: recursive('shift', (rounds, rng) => (t) => {
    const biased = 2 * t > rounds && 2 * t < rounds + 2000
    return { residual: (biased ? 8 : 0) + normal(rng), oracle: biased ? 8 + UPPER_TENTH : NORMAL }
  }),
  'rw-scale': scaled('volatile', normal, NORMAL, (_rounds, rng) => {
    let log = 0
    return () => {
      log = 0.9995 * log + 0.05 * normal(rng)
      return Math.exp(log)
    }
  }),
  garch: recursive('volatile', (_rounds, rng) => {
    let variance = 1
    let last = 0
    return () => {
      variance = 0.02 + 0.1 * last * last + 0.88 * variance
      const scale = Math.sqrt(variance)
      last = scale * normal(rng)
      return { residual: last, oracle: scale * NORMAL }
    }
  }),
  slow1000: scaled('volatile', normal, NORMAL, () => (t) => Math.exp(1.2 * tent(t, 1000))),
  daily: seasonal((t) => 1.2 + tent(t, 24)),
  weekly: seasonal((t) => (1.2 + tent(t, 24)) * (Math.floor(t / 24) % 7 >= 5 ? 2.5 : 1)),
  alternate: seasonal((t) => (t % 2 ? 4 : 0.5)),
  'level-shifts': recursive('dependent', (_rounds, rng) => {
    // Exponential smoothing of a level that jumps about every 150 rounds.
    let level = 0
    let smoothed = 0
    return () => {
      if (uniform(rng) < 1 / 150) level += 10 * normal(rng)
      const residual = level + normal(rng) - smoothed
      smoothed += 0.3 * residual
      return { residual, oracle: Number.NaN }
    }
  }),
  ar95: recursive('dependent', (_rounds, rng) => {
    let x = 0
    return () => {
      x = 0.95 * x + normal(rng)
      return { residual: x, oracle: Number.NaN }
    }
  }),
  'rw-naive': recursive('dependent', (_rounds, rng) => {
    let x = 0
    return (t) => {
      x = (t % 1000 === 0 ? 0 : x) + 0.1 * normal(rng)
      return { residual: x + normal(rng), oracle: Number.NaN }
    }
  }),
}

import type { Rng } from '../../math/rng.ts'

/** Residuals of a forecaster, one for each round. */
export interface Residuals {
  readonly residuals: Float64Array
  /** The threshold of |residual| that covers 0.9 in each round, where the distribution is known. */
  readonly oracle: Float64Array | null
}

/** What a kind of stream asks of a conformal method. */
export type ResidualGroup = 'iid' | 'shift' | 'volatile' | 'season' | 'dependent'

/** One kind of residual stream: a distribution, and how it changes. */
export interface ResidualKind {
  readonly group: ResidualGroup
  /** True if residuals repeat themselves, so that no threshold covers 0.9 of them exactly. */
  readonly discrete: boolean
  make(rng: Rng, rounds: number): Residuals
}

type Law = (rng: Rng) => number

/** Independent draws from one distribution; `oracle` is the 0.9 quantile of its size. */
export function independent(law: Law, oracle: number | null, discrete = false): ResidualKind {
  return {
    group: 'iid',
    discrete,
    make: (rng, rounds) => ({
      residuals: Float64Array.from({ length: rounds }, () => law(rng)),
      oracle: oracle === null ? null : new Float64Array(rounds).fill(oracle),
    }),
  }
}

/** Draws from one distribution times a scale that depends on the round, and perhaps on chance. */
export function scaled(
  group: ResidualGroup,
  law: Law,
  oracle: number,
  scales: (rounds: number, rng: Rng) => (t: number) => number,
): ResidualKind {
  return recursive(group, (rounds, rng) => {
    const scale = scales(rounds, rng)
    return (t) => {
      const size = scale(t)
      return { residual: size * law(rng), oracle: size * oracle }
    }
  })
}

/** A recursion: each residual may depend on the ones before. */
export function recursive(
  group: ResidualGroup,
  start: (rounds: number, rng: Rng) => (t: number) => { readonly residual: number; readonly oracle: number },
): ResidualKind {
  return {
    group,
    discrete: false,
    make(rng, rounds) {
      const next = start(rounds, rng)
      const residuals = new Float64Array(rounds)
      const oracle = new Float64Array(rounds)
      for (let t = 0; t < rounds; t++) {
        const step = next(t)
        residuals[t] = step.residual
        oracle[t] = step.oracle
      }
      return { residuals, oracle: Number.isNaN(oracle[0]) ? null : oracle }
    },
  }
}

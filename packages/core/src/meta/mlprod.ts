import { type Options, options } from '../base/options.ts'
import { positiveNumber } from '../base/values.ts'
import { hypotenuse } from '../math/hypotenuse.ts'
import type { MetaLearner, Round } from '../nouns/metaLearner.ts'
import { regretWithin, theoremRate } from './boa.ts'
import { enteringLogit } from './enteringLogit.ts'
import { fromLogits, logPrior, regretTo } from './logWeights.ts'
import { withRoom } from './slots.ts'

export interface MlprodOptions {
  /** A known bound E of |own − loss|, beyond which regrets count as ±E: the rates are then those of the theorem. @default learnt */
  readonly range?: number
}

export const MLPROD: Options<MlprodOptions, 'range'> = options('mlprod', {
  range: {
    value: positiveNumber,
    absent: 'learnt',
  },
})

export interface MlprodState {
  /** S: log of the product of 1 + er, each factor to the power of the ratio of later rates. */
  readonly products: Float64Array
  /** √(1 + Σr²); √Σr² if the range is known. */
  readonly norms: Float64Array
  /** max|r|. */
  readonly ranges: Float64Array
  /** e. */
  readonly rates: Float64Array
  /** Whether a round was seen. */
  started: boolean
}

/**
 * The product rule with a rate for each expert (Gaillard, Stoltz and van Erven 2014).
 *
 *     ωₖ ∝ eₖ exp(Sₖ)
 *     range learnt  e′ = min(1/(2 max|r|), √(log K / (1 + Σr²))),  S ← (e′/e)S + log(1 + e′r)
 *     range E       e′ = min(1/2E, √(log K / (E² + Σr²))),         S ← (e′/e)(S + log(1 + er))
 *
 * With a learnt range the first rate is infinite, so the prior shapes the first forecast and is then
 * forgotten, as in opera; a prior of zero stays zero.
 */
export function mlprod(given: MlprodOptions = {}): MetaLearner<MlprodState> {
  const { range } = MLPROD.read(given)
  const start = range === undefined ? 1 : 0
  const follow = range === undefined ? learn : known(range)
  return {
    name: 'mlprod',
    settings: { range: range ?? null },
    init: (size, prior) => ({
      products: logPrior(size, prior),
      norms: new Float64Array(size).fill(start),
      ranges: new Float64Array(size),
      rates: new Float64Array(size).fill(firstRate(range, size)),
      started: false,
    }),
    rate: () => 1,
    ...fromLogits(logits),
    update(state, round) {
      if (!state.started && range === undefined) forgetPrior(state)
      state.started = true
      follow(state, round)
    },
    slots: {
      enter(state, expert, share) {
        const size = state.rates.length
        state.norms[expert] = start
        state.ranges[expert] = 0
        state.rates[expert] = firstRate(range, size)
        state.products[expert] =
          enteringLogit(logits, state, size, expert, share) - Math.log(firstRate(range, size))
      },
      leave(state, expert) {
        state.products[expert] = -Infinity
      },
      resize: (state, size) => ({
        products: withRoom(state.products, size, -Infinity),
        norms: withRoom(state.norms, size, start),
        ranges: withRoom(state.ranges, size, 0),
        rates: withRoom(state.rates, size, firstRate(range, size)),
        started: state.started,
      }),
    },
  }
}

function logits({ products, rates }: MlprodState, _awake: Float64Array, out: Float64Array): void {
  for (let k = 0; k < out.length; k++) out[k] = products[k] + Math.log(rates[k])
}

function firstRate(range: number | undefined, size: number): number {
  return range === undefined ? rootLog(size) : theoremRate(range, size, 0)
}

function learn({ products, norms, ranges, rates }: MlprodState, { losses, own, awake }: Round): void {
  for (let k = 0; k < rates.length; k++) {
    const regret = regretTo(losses[k], own, awake[k])
    if (regret === 0) continue
    norms[k] = hypotenuse(norms[k], regret)
    ranges[k] = Math.max(ranges[k], Math.abs(regret))
    const rate = Math.min(0.5 / ranges[k], rootLog(rates.length) / norms[k])
    products[k] = (rate / rates[k]) * products[k] + Math.log1p(rate * regret)
    rates[k] = rate
  }
}

function known(range: number): (state: MlprodState, round: Round) => void {
  return ({ products, norms, rates }, { losses, own, awake }) => {
    for (let k = 0; k < rates.length; k++) {
      const regret = regretWithin(range, losses[k], own, awake[k])
      if (regret === 0) continue
      norms[k] = hypotenuse(norms[k], regret)
      const rate = theoremRate(range, rates.length, norms[k])
      products[k] = (rate / rates[k]) * (products[k] + Math.log1p(rates[k] * regret))
      rates[k] = rate
    }
  }
}

function forgetPrior({ products }: MlprodState): void {
  for (let k = 0; k < products.length; k++) if (products[k] > -Infinity) products[k] = 0
}

/** √log K; of two for a single expert, whose rate must not be 0. */
function rootLog(size: number): number {
  return Math.sqrt(Math.log(Math.max(2, size)))
}

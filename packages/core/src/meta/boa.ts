import { type Options, options } from '../base/options.ts'
import { choice, positiveNumber } from '../base/values.ts'
import { exp } from '../math/exp.ts'
import { hypotenuse } from '../math/hypotenuse.ts'
import { ceilingPowerOfTwo } from '../math/powers.ts'
import type { MetaLearner, Round, Slots } from '../nouns/metaLearner.ts'
import { enteringLogit } from './enteringLogit.ts'
import { logPrior, regretTo, weighAwake, weighAwakeLog } from './logWeights.ts'
import { withRoom } from './slots.ts'

export interface BoaOptions {
  /** How the rates adapt: see `boa`. @default 'second-order' */
  readonly form?: 'second-order' | 'doubling'
  /** A known bound E of |own − loss|, beyond which regrets count as ±E: the rates are then those of the theorem, and `form` plays no part. @default learnt */
  readonly range?: number
}

export const BOA: Options<BoaOptions, 'range'> = options('boa', {
  form: {
    value: choice('second-order', 'doubling'),
    default: 'second-order',
  },
  range: {
    value: positiveNumber,
    absent: 'learnt',
  },
})

export interface BoaState {
  readonly logPrior: Float64Array
  /** Q: regret with its second-order correction. */
  readonly corrected: Float64Array
  /** √Σr². */
  readonly norms: Float64Array
  /** max|r|. */
  readonly ranges: Float64Array
  /** e; 0 where no regret was seen yet, or where a prior of 1 leaves no rate. */
  readonly rates: Float64Array
}

/** √2.2: with e ≤ 1/(√2.2·|r|), exp(er − e²r²) ≤ 1 + er, on which the analysis rests. */
const ROOT = Math.sqrt(2.2)
/** 2⁻²⁰: the least range that doubling starts from. */
const LEAST_RANGE = 9.5367431640625e-7

/**
 * Bernstein online aggregation (Wintenberger 2017): a rate for each expert, from its own regrets r.
 *
 *     ωₖ ∝ ω₁ₖ eₖ exp(eₖQₖ)
 *     second-order  e = 1/√(2.2 Σr²),                      Q += r − er²
 *     doubling      e = min(1/C, √(log(1/ω₁) / Σr²)),      Q += ½(r − er² + C·1{er > ½}),  C = 2^⌈log₂ max|r|⌉
 *     range E       e = min(1/2E, √(log K / (E² + Σr²))),  Q += r − er² with the rate before the round
 *
 * The second-order form is opera's since 1.2.2, the doubling form that of 1.2.0. In the second-order form an
 * expert that was never seen to differ has no rate of its own yet: it takes the others' geometric mean.
 */
export function boa(given: BoaOptions = {}): MetaLearner<BoaState> {
  const { form, range } = BOA.read(given)
  const firstRate = (size: number): number =>
    range !== undefined ? theoremRate(range, size, 0) : form === 'doubling' ? 1 : 0
  const follow = range !== undefined ? known(range) : form === 'doubling' ? double : normalise
  return {
    name: 'boa',
    settings: range === undefined ? { form } : { range },
    init: (size, prior) => ({
      logPrior: logPrior(size, prior),
      corrected: new Float64Array(size),
      norms: new Float64Array(size),
      ranges: new Float64Array(size).fill(LEAST_RANGE),
      rates: new Float64Array(size).fill(firstRate(size)),
    }),
    rate: () => 1,
    weigh(state, awake, out) {
      if (weighProducts(state, awake, out)) return
      logits(state, awake, out)
      weighAwake(out, awake, out)
    },
    weighLog(state, awake, out) {
      logits(state, awake, out)
      weighAwakeLog(out, awake, out)
    },
    update: follow,
    // The doubling rates are made of log(1/ω₁), which an entry may make negative.
    ...(range !== undefined || form === 'second-order' ? { slots: slotsOf(firstRate) } : {}),
  }
}

function slotsOf(firstRate: (size: number) => number): Slots<BoaState> {
  return {
    enter(state, expert, share) {
      const { logPrior, corrected, norms, ranges, rates } = state
      const size = rates.length
      corrected[expert] = norms[expert] = 0
      ranges[expert] = LEAST_RANGE
      rates[expert] = firstRate(size)
      const logRate = rates[expert] > 0 ? Math.log(rates[expert]) : adoptedLogRate(rates)
      logPrior[expert] = enteringLogit(logits, state, size, expert, share) - logRate
    },
    leave(state, expert) {
      state.logPrior[expert] = -Infinity
    },
    resize: (state, size) => ({
      logPrior: withRoom(state.logPrior, size, -Infinity),
      corrected: withRoom(state.corrected, size, 0),
      norms: withRoom(state.norms, size, 0),
      ranges: withRoom(state.ranges, size, LEAST_RANGE),
      rates: withRoom(state.rates, size, firstRate(size)),
    }),
  }
}

function normalise(state: BoaState, { losses, own, awake }: Round): void {
  const { corrected, norms, rates } = state
  for (let k = 0; k < rates.length; k++) {
    const regret = awake[k] * (own - losses[k])
    const before = norms[k]
    const square = before * before + regret * regret
    if (!(before > 1e-140 && square < 1e280)) {
      normaliseExtreme(state, k, regretTo(losses[k], own, awake[k]))
      continue
    }
    const norm = Math.sqrt(square)
    const rate = 1 / (ROOT * norm)
    norms[k] = norm
    rates[k] = rate
    corrected[k] += regret * (1 - rate * regret)
  }
}

/** The same for the first regret of an expert, and for regrets whose squares overflow or underflow. */
function normaliseExtreme(state: BoaState, k: number, regret: number): void {
  const { corrected, norms, rates } = state
  if (regret === 0) return
  norms[k] = hypotenuse(norms[k], regret)
  // The ceiling is for regrets so small that their reciprocal overflows.
  rates[k] = Math.min(Number.MAX_VALUE, 1 / (ROOT * norms[k]))
  // er is at most 1/√2.2, where r² alone may overflow.
  corrected[k] += regret * (1 - rates[k] * regret)
}

function double(state: BoaState, { losses, own, awake }: Round): void {
  const { corrected, norms, ranges, rates } = state
  for (let k = 0; k < rates.length; k++) {
    const regret = regretTo(losses[k], own, awake[k])
    if (regret === 0) continue
    ranges[k] = Math.max(ranges[k], Math.abs(regret))
    norms[k] = hypotenuse(norms[k], regret)
    const ceiling = ceilingPowerOfTwo(ranges[k])
    rates[k] = Math.min(1 / ceiling, Math.sqrt(-state.logPrior[k]) / norms[k])
    const excess = rates[k] * regret > 0.5 ? ceiling : 0
    corrected[k] += 0.5 * (regret * (1 - rates[k] * regret) + excess)
  }
}

function known(range: number): (state: BoaState, round: Round) => void {
  return ({ corrected, norms, rates }, { losses, own, awake }) => {
    for (let k = 0; k < rates.length; k++) {
      const regret = regretWithin(range, losses[k], own, awake[k])
      corrected[k] += regret * (1 - rates[k] * regret)
      norms[k] = hypotenuse(norms[k], regret)
      rates[k] = theoremRate(range, rates.length, norms[k])
    }
  }
}

/** A regret, which was said to stay within ±E. */
export function regretWithin(range: number, loss: number, own: number, awake: number): number {
  return Math.max(-range, Math.min(range, regretTo(loss, own, awake)))
}

/** min(1/2E, √(log K / (E² + Σr²))): Gaillard, Stoltz and van Erven (2014). */
export function theoremRate(range: number, size: number, norm: number): number {
  return Math.min(0.5 / range, Math.sqrt(Math.log(Math.max(2, size))) / hypotenuse(range, norm))
}

/** log(ω₁e) + eQ. */
function logits({ logPrior, rates, corrected }: BoaState, _awake: Float64Array, out: Float64Array): void {
  const adopted = adoptedLogRate(rates)
  for (let k = 0; k < out.length; k++) {
    const logRate = rates[k] > 0 ? Math.log(rates[k]) : adopted
    out[k] = logPrior[k] + logRate + rates[k] * corrected[k]
  }
}

/** The logarithm of the others' geometric mean, for an expert without a rate of its own yet. */
function adoptedLogRate(rates: Float64Array): number {
  let sum = 0
  let count = 0
  for (let k = 0; k < rates.length; k++) {
    if (rates[k] === 0) continue
    sum += Math.log(rates[k])
    count++
  }
  return count === 0 ? 0 : sum / count
}

/**
 * The weights by products instead of logarithms, which would cost as much as all the rest of a round; says whether
 * that worked. It does not where an expert has no rate yet, or where the sum overflows or underflows.
 */
function weighProducts(
  { logPrior, rates, corrected }: BoaState,
  awake: Float64Array,
  out: Float64Array,
): boolean {
  let total = 0
  let least = Infinity
  for (let k = 0; k < out.length; k++) {
    const rate = rates[k]
    if (rate < least) least = rate
    out[k] = awake[k] * rate * exp(logPrior[k] + rate * corrected[k])
    total += out[k]
  }
  if (!(least > 0 && total > 1e-150 && total < 1e300)) return false
  const factor = 1 / total
  for (let k = 0; k < out.length; k++) out[k] *= factor
  return true
}

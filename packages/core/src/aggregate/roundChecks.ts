import { show } from '../base/check.ts'
import { ArgumentError, NumericalError } from '../base/errors.ts'
import type { Beliefs } from '../nouns/beliefs.ts'
import type { Loss } from '../nouns/loss.ts'
import type { Features } from '../nouns/panel.ts'

// What a round is checked for. The questions are asked each round and the answers are nearly always yes, so each
// complaint is a function of its own: questions without messages are small enough to be compiled into the round.

/** Copies x, if it is as long as `out` and all of it are finite numbers, or missing where that is allowed. */
export function acceptFeatures(x: Features, mayMiss: boolean, out: Float64Array, round: number): void {
  if (x.length !== out.length || !copyFinite(x, out)) inspectFeatures(x, mayMiss, out.length, round)
}

function copyFinite(x: Features, out: Float64Array): boolean {
  let finite = true
  for (let j = 0; j < out.length; j++) {
    const value = x[j]
    const good = Number.isFinite(value)
    if (!good) finite = false
    out[j] = good ? value : Number.NaN
  }
  return finite
}

function inspectFeatures(x: Features, mayMiss: boolean, dimension: number, round: number): void {
  if (x.length !== dimension) {
    throw new ArgumentError(
      `x must have ${dimension} features; received ${x.length} in round ${round}`,
      'wrong-length',
    )
  }
  for (let j = 0; j < dimension; j++) {
    const value = x[j]
    if (Number.isFinite(value) || (mayMiss && Number.isNaN(value))) continue
    throw new ArgumentError(
      `x[${j}] must be a finite number; received ${show(value)} in round ${round}`,
      'not-finite',
    )
  }
}

export function checkOutcome(loss: Loss, y: number, round: number): void {
  const good = Number.isFinite(y) && (loss.outcomes === 'real' || y === 1 || y === -1)
  if (!good) refuseOutcome(loss, y, round)
}

function refuseOutcome({ outcomes, name }: Loss, y: number, round: number): never {
  const wanted = outcomes === 'sign' && Number.isFinite(y) ? `−1 or +1 for ${name} loss` : 'a finite number'
  throw new ArgumentError(`y must be ${wanted}; received ${show(y)} in round ${round}`, 'bad-outcome')
}

export function checkRate(rate: number, round: number): void {
  if (!(rate > 0 && rate < Infinity)) refuseRate(rate, round)
}

function refuseRate(rate: number, round: number): never {
  throw new ArgumentError(`the rate must be a positive number; received ${show(rate)} in round ${round}`)
}

export function checkOwn(own: number, round: number): void {
  if (!Number.isFinite(own)) refuseOwn(own, round)
}

function refuseOwn(own: number, round: number): never {
  throw new NumericalError(
    `the learner's own loss is ${own} in round ${round}`,
    { round, expert: -1 },
    'loss-overflow',
  )
}

export function checkSomeWeight(weights: Float64Array, round: number, haveFailed = false): void {
  for (let k = 0; k < weights.length; k++) if (weights[k] > 0) return
  refuseSilence(weights, round, haveFailed)
}

function refuseSilence(weights: Float64Array, round: number, haveFailed: boolean): never {
  const lost = weights.findIndex(Number.isNaN)
  if (lost >= 0)
    throw new NumericalError(
      `the weight of expert ${lost} is no number in round ${round}`,
      {
        round,
        expert: lost,
      },
      'weight-lost',
    )
  const why = haveFailed ? ': what they forecast there, or lose by it, is beyond all numbers' : ''
  throw new ArgumentError(`no expert with a weight is awake in round ${round}${why}`, 'no-expert-awake')
}

/** Whether all these are normal distributions. A sum and not a question for each: what is not finite spoils it. */
export function areProper({ mean, variance, noise }: Beliefs): boolean {
  let spoilt = 0
  let negative = false
  for (let k = 0; k < mean.length; k++) {
    const v = variance[k]
    const s = noise[k]
    spoilt += (mean[k] + v + s) * 0
    if (v < 0 || s < 0) negative = true
  }
  return spoilt === 0 && !negative
}

/** Whether this is a normal distribution with a noise. @param unbounded whether its mean may be infinite */
export function isProper({ mean, variance, noise }: Beliefs, k: number, unbounded = false): boolean {
  if (!(variance[k] >= 0 && variance[k] < Infinity && noise[k] >= 0 && noise[k] < Infinity)) return false
  return unbounded ? !Number.isNaN(mean[k]) : Number.isFinite(mean[k])
}

export function areFinite(values: Float64Array): boolean {
  let spoilt = 0
  for (let k = 0; k < values.length; k++) spoilt += values[k] * 0
  return spoilt === 0
}

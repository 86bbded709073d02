import fc from 'fast-check'
import type { MetaLearner } from '../src/meta/index.ts'

/** Games of a meta-learner against an adversary that sees its weights, for the bounds that hold whatever happens. */

/** One loss per expert from the weights it is about to lose with; NaN puts an expert to sleep. */
export type Adversary = (weights: Float64Array, t: number) => number[]

export interface Game {
  readonly state: unknown
  /** Losses and the learner's own, round by round. */
  readonly losses: readonly (readonly number[])[]
  readonly own: readonly number[]
}

/** What the learner loses with its weights: Σω·loss, or −log Σω·exp(−loss). */
export type Own = 'mean' | 'mix'

/** Fixed losses, or losses that punish or reward by the weights, mixed at random. */
export function adversaries(size: number, rounds: number, asleep = 0): fc.Arbitrary<Adversary> {
  const loss = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(0, 1) },
    { weight: 3, arbitrary: fc.double({ min: 0, max: 1, noNaN: true }) },
    { weight: asleep, arbitrary: fc.constant(Number.NaN) },
  )
  const row = fc.array(loss, { minLength: size, maxLength: size })
  const kinds = ['fixed', 'against the leader', 'for the laggard', 'drift'] as const
  return fc
    .tuple(fc.array(row, { minLength: rounds, maxLength: rounds }), fc.constantFrom(...kinds))
    .map(([rows, kind]) => (weights, t) => {
      const losses = respond(kind, rows[t], weights, t / rounds)
      // Somebody is always awake.
      return losses.every(Number.isNaN) ? losses.map(() => 0.5) : losses
    })
}

function respond(kind: string, row: number[], weights: Float64Array, time: number): number[] {
  if (kind === 'fixed') return row
  if (kind === 'drift') return row.map((value, k) => (k === Math.floor(4 * time) ? 0 : value))
  if (kind === 'against the leader') {
    const most = Math.max(...weights)
    return Array.from(weights, (weight) => (weight === most ? 1 : row[0] > 0.5 ? 0 : row[1]))
  }
  const least = Math.min(...weights)
  return Array.from(weights, (weight) => (weight === least ? 0 : 1))
}

export function weightsOf(rule: MetaLearner, state: unknown, awake: Float64Array): Float64Array {
  const weights = new Float64Array(awake.length)
  rule.weigh(state, awake, weights)
  return weights
}

/** One round in which NaN is sleep; returns what the learner lost. */
export function playRound(
  rule: MetaLearner,
  state: unknown,
  given: readonly number[],
  own: Own = 'mean',
): number {
  const awake = Float64Array.from(given, (value) => (Number.isNaN(value) ? 0 : 1))
  const losses = Float64Array.from(given, (value) => (Number.isNaN(value) ? 0 : value))
  const weights = weightsOf(rule, state, awake)
  const ownFor = (others: Float64Array): number => lossOf(others, losses, own)
  const incurred = ownFor(weights)
  rule.update(state, { losses, awake, weights, own: incurred, ownFor })
  return incurred
}

export function play(
  rule: MetaLearner,
  size: number,
  rounds: number,
  adversary: Adversary,
  own: Own = 'mean',
): Game {
  const state = rule.init(size)
  const everyone = new Float64Array(size).fill(1)
  const losses: number[][] = []
  const incurred: number[] = []
  for (let t = 0; t < rounds; t++) {
    losses.push(adversary(weightsOf(rule, state, everyone), t))
    incurred.push(playRound(rule, state, losses[t], own))
  }
  return { state, losses, own: incurred }
}

/** Σ(own − loss) to an expert while it is awake, from round `first` to round `last`, counted from 0. */
export function regret({ losses, own }: Game, expert: number, first = 0, last = own.length - 1): number {
  let sum = 0
  for (let t = first; t <= last; t++) {
    if (!Number.isNaN(losses[t][expert])) sum += own[t] - losses[t][expert]
  }
  return sum
}

function lossOf(weights: Float64Array, losses: Float64Array, own: Own): number {
  let sum = 0
  for (let k = 0; k < weights.length; k++) {
    sum += weights[k] * (own === 'mean' ? losses[k] : Math.exp(-losses[k]))
  }
  return own === 'mean' ? sum : -Math.log(sum)
}

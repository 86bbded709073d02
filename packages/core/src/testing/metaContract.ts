import { decode, encode } from '../base/save/plainData.ts'
import { normal, seededRng, uniform } from '../math/rng.ts'
import type { MetaLearner, Round } from '../nouns/metaLearner.ts'
import { type Clause, ensure } from './clause.ts'
import { identical } from './plainData.ts'

export interface MetaContractOptions {
  /** Number of experts. @default 5 */
  readonly size?: number
  /** @default 300 */
  readonly rounds?: number
}

interface Losses {
  readonly losses: Float64Array
  readonly awake: Float64Array
}

/** What every meta-learner promises, ours or yours. */
export function metaContract(meta: MetaLearner, options: MetaContractOptions = {}): readonly Clause[] {
  const { size = 5, rounds = 300 } = options
  const trial = {
    meta,
    size,
    rounds,
    streams: scenarios(size, rounds),
    everyone: new Float64Array(size).fill(1),
  }
  return [...ofWeights(trial), ...ofSlots(trial), ...ofStates(trial)]
}

/** The rounds that a meta-learner is tried on. */
interface Trial {
  readonly meta: MetaLearner
  readonly size: number
  readonly rounds: number
  readonly streams: Record<string, readonly Losses[]>
  readonly everyone: Float64Array
}

/** The weights of a round. */
function ofWeights({ meta, size, streams, everyone }: Trial): Clause[] {
  return [
    {
      promise: 'weights are not negative and sum to 1, whatever the losses and whichever experts sleep',
      check() {
        for (const [name, stream] of Object.entries(streams)) {
          const state = meta.init(size)
          stream.forEach((round, t) => {
            const weights = play(meta, state, round)
            expectNormalised(weights, round.awake, () => `${name}, round ${t + 1}`)
          })
        }
      },
    },
    {
      promise: 'the prior is the weights of the first round',
      check() {
        const prior = Float64Array.from({ length: size }, (_, k) => (2 * (k + 1)) / (size * (size + 1)))
        const weights = new Float64Array(size)
        meta.weigh(meta.init(size, prior), everyone, weights)
        prior.forEach((weight, k) => {
          ensure(Math.abs(weights[k] - weight) < 1e-12, () => `weight ${k} is ${weights[k]}, prior ${weight}`)
        })
      },
    },
    {
      promise: 'the logarithms are those of the weights',
      check() {
        const state = meta.init(size)
        for (const round of streams.awake) {
          const { linear, log } = play(meta, state, round)
          linear.forEach((weight, k) => {
            ensure(
              Math.abs(Math.exp(log[k]) - weight) < 1e-12,
              () => `log-weight ${log[k]} of weight ${weight}`,
            )
          })
        }
      },
    },
  ]
}

/** Experts that come and go. */
function ofSlots({ meta, size, streams, everyone }: Trial): Clause[] {
  return [
    {
      promise: 'an expert that enters has the share it was given, and the others keep their proportions',
      check() {
        const { slots } = meta
        if (!slots) return
        const state = meta.init(size)
        for (const round of streams.awake.slice(0, 20)) play(meta, state, round)
        const before = new Float64Array(size)
        const after = new Float64Array(size)
        slots.leave(state, 1)
        meta.weigh(state, everyone, before)
        ensure(before[1] === 0, () => `an expert that left has weight ${before[1]}`)
        slots.enter(state, 1, 0.25)
        meta.weigh(state, everyone, after)
        ensure(Math.abs(after[1] - 0.25) < 1e-12, () => `it entered with ${after[1]} instead of 0.25`)
        after.forEach((weight, k) => {
          if (k === 1) return
          ensure(Math.abs(weight - 0.75 * before[k]) < 1e-12, () => `expert ${k}: ${weight} of ${before[k]}`)
        })
      },
    },
    {
      promise: 'a slot can be added without a change to the other weights',
      check() {
        const { slots } = meta
        if (!slots?.resize) return
        const state = meta.init(size)
        for (const round of streams.awake.slice(0, 20)) play(meta, state, round)
        const before = new Float64Array(size)
        const after = new Float64Array(size + 1)
        meta.weigh(state, everyone, before)
        meta.weigh(slots.resize(state, size + 1), new Float64Array(size + 1).fill(1), after)
        ensure(after[size] === 0, () => `the empty slot has weight ${after[size]}`)
        before.forEach((weight, k) => {
          ensure(Math.abs(weight - after[k]) < 1e-12, () => `expert ${k}: ${after[k]} of ${weight}`)
        })
      },
    },
  ]
}

/** Rates, single experts and saved states. */
function ofStates({ meta, size, rounds, streams }: Trial): Clause[] {
  return [
    {
      promise: 'the rate is positive',
      check() {
        const state = meta.init(size)
        for (const round of streams.awake) {
          ensure(meta.rate(state) > 0, () => `rate ${meta.rate(state)}`)
          play(meta, state, round)
        }
      },
    },
    {
      promise: 'one expert keeps all the weight',
      check() {
        const state = meta.init(1)
        for (const loss of [1, 1e300, 0, 1e-300, 5]) {
          const weights = play(meta, state, { losses: Float64Array.of(loss), awake: Float64Array.of(1) })
          ensure(Math.abs(weights.linear[0] - 1) < 1e-12, () => `weight ${weights.linear[0]}`)
        }
      },
    },
    {
      promise: 'state is plain data, and resuming from bytes is exact, bit for bit',
      check() {
        for (const [name, stream] of Object.entries(streams)) {
          const whole = meta.init(size)
          const stop = (2 * rounds) / 5
          for (const round of stream.slice(0, stop)) play(meta, whole, round)
          const resumed = decode(encode(whole))
          for (const round of stream.slice(stop)) {
            ensure(
              identical(parts(play(meta, whole, round)), parts(play(meta, resumed, round))),
              () => `${name}: resumed weights differ`,
            )
          }
          ensure(identical(whole, resumed), () => `${name}: the states differ in the end`)
        }
      },
    },
  ]
}

interface Weighed {
  readonly linear: Float64Array
  readonly log: Float64Array
}

/** One round: weigh, then update with what these weights incur. */
function play(meta: MetaLearner, state: unknown, { losses, awake }: Losses): Weighed {
  const linear = new Float64Array(losses.length)
  const log = new Float64Array(losses.length)
  meta.weigh(state, awake, linear)
  meta.weighLog(state, awake, log)
  const ownFor = (weights: Float64Array): number =>
    weights.reduce((sum, weight, k) => sum + weight * losses[k], 0)
  const round: Round = { losses, awake, weights: linear, own: ownFor(linear), ownFor }
  meta.update(state, round)
  return { linear, log }
}

function parts({ linear, log }: Weighed): readonly Float64Array[] {
  return [linear, log]
}

function expectNormalised({ linear }: Weighed, awake: Float64Array, where: () => string): void {
  let total = 0
  linear.forEach((weight, k) => {
    ensure(weight >= 0 && weight <= 1 + 1e-12, () => `${where()}: weight ${k} is ${weight}`)
    ensure(awake[k] > 0 || weight === 0, () => `${where()}: expert ${k} sleeps with weight ${weight}`)
    total += weight
  })
  ensure(Math.abs(total - 1) < 1e-12, () => `${where()}: the weights sum to ${total}`)
}

function scenarios(size: number, rounds: number): Record<string, readonly Losses[]> {
  const rng = seededRng(11)
  const stream = (
    loss: (k: number, t: number) => number,
    asleep: (k: number, t: number) => boolean,
  ): Losses[] =>
    Array.from({ length: rounds }, (_, t) => {
      const awake = Float64Array.from({ length: size }, (_, k) => (asleep(k, t) ? 0 : 1))
      return { awake, losses: awake.map((a, k) => (a ? loss(k, t) : 0)) }
    })
  const never = (): boolean => false
  return {
    awake: stream((k) => Math.abs(normal(rng)) + 0.1 * k, never),
    equal: stream(() => 1, never),
    zero: stream(() => 0, never),
    huge: stream((k) => 1e300 * (1 + k), never),
    tiny: stream((k) => 1e-300 * (1 + k), never),
    switching: stream((k, t) => (k === (t < rounds / 2 ? 0 : 1) ? 0 : 50), never),
    sleeping: stream(
      (k) => uniform(rng) + 0.1 * k,
      (k) => k > 0 && uniform(rng) < 0.4,
    ),
    'huge, sleeping': stream(
      (k) => 1e300 * (1 + k + uniform(rng)),
      (k) => k > 0 && uniform(rng) < 0.4,
    ),
    'asleep for ever': stream(
      () => uniform(rng),
      (k) => k === size - 1,
    ),
  }
}

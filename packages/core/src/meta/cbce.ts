import { type Options, options } from '../base/options.ts'
import { bool, floats, listOf, real, shape, sized, sizedShapeOf, whole } from '../base/shape.ts'
import { noun, number, positiveNumber } from '../base/values.ts'
import type { MetaLearner, Round, Slots } from '../nouns/metaLearner.ts'
import { adaHedge } from './adaHedge.ts'
import { betOf, type CoinBettor, createBettor, priorOf, settleBet, shrinkCoins } from './coinBetting.ts'
import { RANGE_EXCEEDED, whyUncovered } from './conditions.ts'
import { intervalBound } from './intervalBound.ts'
import { keepAwake, regretTo } from './logWeights.ts'
import { RoundView } from './roundView.ts'
import { ROUNDING } from './runningRange.ts'
import { enterShare, leaveShare, withRoom } from './slots.ts'

export interface CbceOptions {
  /** The rule that starts afresh on every interval. @default adaHedge() */
  readonly base?: MetaLearner
  /** How much of the present weights the prior of a fresh learner takes over, below 1; 0 as published. @default 0.998 */
  readonly carry?: number
  /** A known width of the interval in which losses lie. @default learnt */
  readonly range?: number
}

export const CBCE: Options<CbceOptions, 'base' | 'range'> = options('cbce', {
  base: {
    value: noun<MetaLearner>('meta', 'init', 'weigh', 'weighLog', 'update'),
    absent: 'adaHedge()',
  },
  carry: {
    value: number('in [0, 1)', { atLeast: 0, below: 1 }),
    default: 0.998,
  },
  range: {
    value: positiveNumber,
    absent: 'learnt',
  },
})

/** The base rule on the interval that is alive at one level. */
interface Run extends CoinBettor {
  readonly state: unknown
}

export interface CbceState {
  /** The coming round, counted from 1. */
  round: number
  /** The largest |own − its own| so far, or the one that was given. */
  range: number
  /** Whether losses lay further apart than the range that was given. */
  exceeded: boolean
  readonly prior: Float64Array
  /** The prior of the next fresh learner. */
  readonly fresh: Float64Array
  /** Level i has intervals of 2ⁱ⁺¹ rounds. */
  readonly runs: Run[]
}

/**
 * Coin betting for changing environments (Jun, Orabona, Wright and Willett 2017): makes any rule strongly adaptive.
 *
 *     on every interval J = [i2ⁿ, (i + 1)2ⁿ − 1] a fresh base learner, which bets on beating the learner
 *     G = Σg,   C = Σ|g|,   g = (own − its own)/range,   bet = W·G₊/(1 + C),   W = 1 + Σ bet·g
 *     weight of J ∝ π_J·bet,   π_J ∝ 1/(J₁²(1 + ⌊log₂ J₁⌋))
 *
 * Over every stretch of n rounds the regret to an expert is O(√(n log T)), as if the rule had started there, and
 * O(log t) learners are alive. Three things differ from the paper: its C counts rounds, which are never fewer; where G < 0
 * it takes coins below 0 for 0, so that an interval that was bad for long returns after one good round; and its learners
 * start from the prior, where `carry` lets them start near the present weights. Intervals of one round, on which
 * nothing can be learnt, are left out.
 */
export function cbce(given: CbceOptions = {}): MetaLearner<CbceState> {
  const { base = adaHedge() as MetaLearner, carry, range } = CBCE.read(given)
  let scratch = createScratch(0)
  const scratchOf = (size: number): Scratch => {
    if (scratch.weights.length !== size) scratch = createScratch(size)
    return scratch
  }
  const view = new RoundView()
  let gains = new Float64Array(8)

  function weigh(state: CbceState, awake: Float64Array, out: Float64Array): void {
    const { weights } = scratchOf(out.length)
    const { runs } = state
    let betting = false
    for (let i = 0; i < runs.length; i++) if (runs[i].gain > 0) betting = true
    out.fill(0)
    for (let i = 0; i < runs.length; i++) {
      const factor = priorOf(runs[i]) * (betting ? betOf(runs[i]) : 1)
      if (factor === 0) continue
      base.weigh(runs[i].state, awake, weights)
      for (let k = 0; k < out.length; k++) out[k] += factor * weights[k]
    }
    normaliseOr(state.fresh, awake, out)
  }

  /** Lets the base rule of a run learn from the round as if it alone had made the forecast; returns its loss. */
  function advance(run: Run, round: Round): number {
    const { weights } = scratchOf(round.losses.length)
    base.weigh(run.state, round.awake, weights)
    const under = round.under?.(weights)
    if (!under) view.show(round, weights)
    base.update(run.state, under ?? view)
    return under?.loss ?? view.own
  }

  /** Weights of today into the prior of fresh learners. */
  function refresh(state: CbceState): void {
    const { prior, fresh } = state
    const { everyone, mixture } = scratchOf(prior.length)
    weigh(state, everyone, mixture)
    for (let k = 0; k < fresh.length; k++) fresh[k] = carry * mixture[k] + (1 - carry) * prior[k]
  }

  return {
    name: 'cbce',
    settings: { base: describe(base), carry, range: range ?? null },
    init: sized(
      (size) =>
        shape<CbceState>({
          round: whole(1),
          range: real(),
          exceeded: bool,
          prior: floats(size),
          fresh: floats(size),
          runs: listOf(
            shape<Run>({
              start: whole(1),
              gain: real(),
              moved: real(),
              wealth: real(),
              state: sizedShapeOf(base, size),
            }),
          ),
        }),
      (size, given) => {
        const prior = given?.slice() ?? new Float64Array(size).fill(1 / size)
        return { round: 1, range: range ?? 0, exceeded: false, prior, fresh: prior.slice(), runs: [] }
      },
    ),
    rate: ({ runs, prior }) => base.rate(runs.length > 0 ? runs[0].state : base.init(prior.length, prior)),
    weigh,
    weighLog(state, awake, out) {
      weigh(state, awake, out)
      for (let k = 0; k < out.length; k++) out[k] = Math.log(out[k])
    },
    update(state, round) {
      const { runs } = state
      const own = round.under?.(round.weights).loss ?? round.own
      if (range !== undefined && spreadOf(round) > range * ROUNDING) state.exceeded = true
      if (gains.length < runs.length) gains = new Float64Array(2 * runs.length)
      let largest = 0
      for (let i = 0; i < runs.length; i++) {
        gains[i] = regretTo(advance(runs[i], round), own, 1)
        largest = Math.max(largest, Math.abs(gains[i]))
      }
      if (range === undefined && largest > state.range) {
        for (const run of runs) shrinkCoins(run, state.range / largest)
        state.range = largest
      }
      if (state.range > 0) for (let i = 0; i < runs.length; i++) settleBet(runs[i], gains[i] / state.range)
      state.round++
      if (state.round % 2 === 0) refresh(state)
      for (let level = 0, length = 2; state.round % length === 0; level++, length *= 2) {
        runs[level] = { ...createBettor(state.round), state: base.init(state.prior.length, state.fresh) }
      }
    },
    bound(state, expert, rounds) {
      const { prior, range: width } = state
      const unmet = whyUncovered(rounds)
      if (unmet) return unmet
      if (state.exceeded) return RANGE_EXCEEDED
      if (range === undefined) return 'the range of the losses was learnt: the guarantee needs it given'
      if (!base.ahead) return `no guarantee ahead of time is known for ${base.name}`
      const start = (1 - carry) * prior[expert]
      const ahead = (count: number): number => base.ahead?.(count, prior.length, start) ?? Infinity
      return width * intervalBound(rounds.after + 1, rounds.after + rounds.rounds, ahead)
    },
    ...(base.slots?.resize ? { slots: slotsOf(base.slots, base.slots.resize) } : {}),
  }
}

interface Scratch {
  readonly everyone: Float64Array
  readonly weights: Float64Array
  readonly mixture: Float64Array
}

function createScratch(size: number): Scratch {
  return {
    everyone: new Float64Array(size).fill(1),
    weights: new Float64Array(size),
    mixture: new Float64Array(size),
  }
}

/** How far apart the losses of a round lie, the learner's own among them. */
function spreadOf({ losses, own, awake }: Round): number {
  let least = own
  let greatest = own
  for (let k = 0; k < losses.length; k++) {
    if (awake[k] === 0) continue
    least = Math.min(least, losses[k])
    greatest = Math.max(greatest, losses[k])
  }
  return greatest - least
}

/** Divides by the sum; where that is 0, `fallback` gives the weights of the experts awake. */
function normaliseOr(fallback: Float64Array, awake: Float64Array, out: Float64Array): void {
  let total = 0
  for (let k = 0; k < out.length; k++) total += out[k]
  if (total > 0) for (let k = 0; k < out.length; k++) out[k] /= total
  else keepAwake(fallback, awake, out)
}

/** Entering and leaving, where the base rule knows it. */
function slotsOf({ enter, leave }: Slots, resize: NonNullable<Slots['resize']>): Slots<CbceState> {
  return {
    enter({ prior, fresh, runs }, expert, share) {
      enterShare(prior, expert, share)
      enterShare(fresh, expert, share)
      for (const { state } of runs) enter(state, expert, share)
    },
    leave({ prior, fresh, runs }, expert) {
      leaveShare(prior, expert)
      leaveShare(fresh, expert)
      for (const { state } of runs) leave(state, expert)
    },
    resize: (state, size) => ({
      ...state,
      prior: withRoom(state.prior, size, 0),
      fresh: withRoom(state.fresh, size, 0),
      runs: state.runs.map((run) => ({ ...run, state: resize(run.state, size) })),
    }),
  }
}

/** For people, and for the check of saves: `fixed-share, rate 1, share 0.01`. */
function describe({ name, settings }: MetaLearner): string {
  return [name, ...Object.entries(settings).map(([option, value]) => `${option} ${value}`)].join(', ')
}

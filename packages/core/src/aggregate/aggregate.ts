import { type Options, options } from '../base/options.ts'
import { choice, count, countFrom0, countUpTo, finiteNumber, flag, noun, numbers } from '../base/values.ts'
import { fixedShare } from '../meta/fixedShare.ts'
import type { Loss } from '../nouns/loss.ts'
import type { MetaLearner } from '../nouns/metaLearner.ts'
import type { Rule } from '../nouns/panel.ts'
import type { Score } from '../nouns/score.ts'
import { mean } from '../scores/scores.ts'
import { AggregateLearner } from './aggregateLearner.ts'
import { AggregateModel } from './aggregateModel.ts'
import type { OnFailure } from './failures.ts'

export interface AggregateOptions {
  /** One rule or several; their experts follow each other in the weights. */
  readonly experts: Rule | readonly Rule[]
  /** What a forecast costs. */
  readonly loss: Loss
  /** How experts are scored. @default mean */
  readonly score?: Score
  /** How scores become weights. @default fixedShare() */
  readonly meta?: MetaLearner
  /** Weights ω₁, in any unit. @default equal */
  readonly prior?: ArrayLike<number>
  /** Length of x. @default that of the first x */
  readonly dimension?: number
  /** Number of rounds T, for rates that depend on it. @default none: such rates are an error */
  readonly horizon?: number
  /** Seed of experts that draw. @default 0 */
  readonly seed?: number
  /**
   * What to do with an expert whose belief or loss is not finite: throw, let it sleep that round, or let it start
   * afresh. @default 'throw'
   */
  readonly onFailure?: OnFailure
  /** How many predictions may wait for their outcome at once; the oldest expires. @default 1000 */
  readonly openRounds?: number
  /** Whether losses, regrets and their bounds are accounted for. @default true */
  readonly ledger?: boolean
  /** How many rows of the weights' history to keep, thinned. @default 0 */
  readonly history?: number
  /** Up to how many switches the ledger compares with the best sequence of experts, O(K) a switch; 0: not at all. @default 0 */
  readonly switches?: number
}

export const AGGREGATE: Options<AggregateOptions, 'prior' | 'dimension' | 'horizon' | 'score' | 'meta'> =
  options('aggregate', {
    experts: {
      axis: noun<Rule>('expert', 'bind'),
    },
    loss: { value: noun<Loss>('loss', 'at', 'mean', 'annealed') },
    score: { value: noun<Score>('score', 'each', 'own'), absent: 'mean' },
    meta: {
      value: noun<MetaLearner>('meta', 'init', 'weigh', 'weighLog', 'update'),
      absent: 'fixedShare()',
    },
    prior: { value: numbers, absent: 'equal' },
    dimension: {
      value: countUpTo(10_000_000, countFrom0),
      absent: 'that of the first x',
    },
    horizon: {
      value: count,
      absent: 'none: such rates are an error',
    },
    seed: { value: finiteNumber, default: 0 },
    onFailure: {
      value: choice('throw', 'sleep', 'restart'),
      default: 'throw',
    },
    openRounds: {
      value: count,
      default: 1000,
    },
    ledger: {
      value: flag,
      default: true,
    },
    history: {
      value: countFrom0,
      default: 0,
    },
    switches: {
      value: countUpTo(10_000, countFrom0),
      default: 0,
    },
  })

/**
 * The aggregate of Bayesian experts: Algorithm 1.
 *
 *     const learner = aggregate({ experts: svb({ scale: [0.1, 1] }), loss: squared })
 *     learner.predict(x).mean
 *     learner.learn(x, y)
 */
export function aggregate(given: AggregateOptions): AggregateLearner {
  const { experts, openRounds, ...rest } = AGGREGATE.read(given)
  const { score = mean, meta = fixedShare() as MetaLearner, prior, dimension, horizon } = rest
  const rules = [experts].flat() as readonly Rule[]
  const plan = { ...rest, rules, score, meta, prior, dimension, horizon }
  return new AggregateLearner(new AggregateModel(plan), { openRounds })
}

import { expectMethods, finite, oneOf, positiveInteger, refuseUnknown } from '../check.ts'
import { ArgumentError } from '../errors.ts'
import type { Loss } from '../losses/loss.ts'
import { fixedShare } from '../meta/fixedShare.ts'
import type { MetaLearner } from '../meta/metaLearner.ts'
import type { Rule } from '../panel.ts'
import { mean, type Score } from '../scores.ts'
import { AggregateLearner } from './aggregateLearner.ts'
import { AggregateModel } from './aggregateModel.ts'
import type { OnFailure } from './engine.ts'

export interface AggregateOptions {
  /** One rule or several; their experts follow each other in the weights. */
  readonly experts: Rule | readonly Rule[]
  readonly loss: Loss
  /** How experts are scored. @default mean */
  readonly score?: Score
  /** How scores become weights. @default fixedShare() */
  readonly meta?: MetaLearner
  /** Weights ω₁, in any unit. @default equal */
  readonly prior?: ArrayLike<number>
  /** Length of x. @default that of the first x */
  readonly dimension?: number
  /** Number of rounds T, for rates that depend on it. */
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
  /** Up to how many switches the ledger compares with the best sequence of experts, O(K) a switch. @default 0: not at all */
  readonly switches?: number
}

const OPTIONS: readonly (keyof AggregateOptions)[] = [
  'experts',
  'loss',
  'score',
  'meta',
  'prior',
  'dimension',
  'horizon',
  'seed',
  'onFailure',
  'openRounds',
  'ledger',
  'history',
  'switches',
]

/**
 * The aggregate of Bayesian experts: Algorithm 1.
 *
 *     const learner = aggregate({ experts: svb({ scale: [0.1, 1] }), loss: squared })
 *     learner.predict(x).mean
 *     learner.learn(x, y)
 */
export function aggregate(options: AggregateOptions): AggregateLearner {
  refuseUnknown('aggregate', options, OPTIONS)
  const { experts, loss, score = mean, meta = fixedShare() as MetaLearner, prior } = options
  const { dimension, horizon, seed = 0, onFailure = 'throw', openRounds = 1000 } = options
  const { ledger = true, history = 0, switches = 0 } = options
  expectMethods('loss', loss, ['at', 'mean', 'annealed'])
  expectMethods('score', score, ['each', 'own'])
  expectMethods('meta', meta, ['init', 'weigh', 'weighLog', 'update'])
  const rules = Array.isArray(experts) ? (experts as readonly Rule[]) : [experts as Rule]
  if (rules.length === 0) throw new ArgumentError('experts must not be empty')
  for (const rule of rules) expectMethods('experts', rule, ['bind'])
  if (dimension !== undefined && dimension !== 0) positiveInteger('dimension', dimension)
  if (horizon !== undefined) positiveInteger('horizon', horizon)
  if (history !== 0) positiveInteger('history', history)
  if (switches !== 0) positiveInteger('switches', switches)
  positiveInteger('openRounds', openRounds)
  oneOf('onFailure', onFailure, ['throw', 'sleep', 'restart'])
  finite('seed', seed)
  const plan = {
    rules,
    loss,
    score,
    meta,
    prior,
    dimension,
    horizon,
    seed,
    onFailure,
    ledger,
    history,
    switches,
  }
  return new AggregateLearner(new AggregateModel(plan), { openRounds })
}

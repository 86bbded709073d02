import { ArgumentError } from '../base/errors.ts'
import { nil, shape, shapeOf, sizedShapeOf, tupleOf } from '../base/shape.ts'
import { logit, sigmoid } from '../math/sigmoid.ts'
import type { Beliefs } from '../nouns/beliefs.ts'
import type { Loss } from '../nouns/loss.ts'
import type { MetaLearner } from '../nouns/metaLearner.ts'
import type { Panel, Rule } from '../nouns/panel.ts'
import type { Score } from '../nouns/score.ts'
import { weightedSum } from '../scores/scores.ts'
import { createBeliefs } from './beliefs.ts'
import { expectRule } from './expectRule.ts'
import { foresee } from './foresee.ts'
import { joinPanels } from './joinPanels.ts'
import { type StackingState, stacking } from './stacking.ts'

/** How losses are turned into weights: one loss and score, and any number of meta-learners that read them. */
export interface Weighing {
  readonly loss: Loss
  readonly score: Score
  readonly metas: readonly MetaLearner[]
}

export interface PooledOptions {
  readonly weighings: readonly Weighing[]
  /** Whether a regression on the means of each rule's experts is one of the pools. @default false */
  readonly stacked?: boolean
}

export interface PooledState {
  readonly experts: unknown
  readonly metas: unknown[]
  readonly stack: StackingState | null
}

/** What a probability differs from 0 and 1 at least: margins are within ±36.7. */
const EDGE = 1.1102230246251565e-16

/**
 * The experts of several rules, pooled in several ways: each pool is one expert of the new rule.
 *
 *     mean    Σω·m, for class labels the margin of Σω·P(+1)
 *     noise   the root of Σω(ς² + v)
 *
 * An aggregate as an expert of another: which rate, which share, which kind of weights is best is left to the next one.
 * The experts run once however many pools there are.
 */
export function pooled(
  rules: readonly Rule[],
  { weighings, stacked = false }: PooledOptions,
): Rule<PooledState> {
  for (const rule of rules) expectRule('pooled', rule)
  if (weighings.length === 0)
    throw new ArgumentError('pooled needs at least one weighing; received none', 'empty')
  const flat = weighings.flatMap(({ loss, score, metas }) => metas.map((meta) => ({ loss, score, meta })))
  return {
    description: {
      kind: 'pooled',
      of: rules.map((rule) => rule.description ?? null),
      by: flat.map(({ loss, score, meta }) => ({
        loss: loss.name,
        score: score.name,
        meta: { name: meta.name, ...meta.settings },
      })),
      stacked,
    },
    bind: (context) =>
      poolsOf(
        rules.map((rule) => rule.bind(context)),
        flat,
        stacked,
        context.loss.outcomes === 'sign',
      ),
  }
}

/** One way to make weights of losses. */
interface Pool extends Omit<Weighing, 'metas'> {
  readonly meta: MetaLearner
}

function poolsOf(
  panels: readonly Panel[],
  flat: readonly Pool[],
  stacked: boolean,
  labels: boolean,
): Panel<PooledState> {
  const experts = joinPanels(panels)
  const size = experts.capacity
  const believed = createBeliefs(size)
  const weights = flat.map(() => ({ linear: new Float64Array(size), log: new Float64Array(size) }))
  const losses = new Float64Array(size)
  const stack = stacked
    ? stacking(
        panels.map((panel) => panel.capacity),
        labels,
      )
    : null
  const pools = flat.length + (stack ? 1 : 0)
  let own = 0

  /** What the pools make of what their experts believe. */
  function pool(state: PooledState, out: Beliefs): void {
    for (let k = 0; k < size; k++) {
      if (!Number.isFinite(believed.mean[k]) || !Number.isFinite(believed.noise[k])) believed.awake[k] = 0
    }
    out.variance.fill(0)
    for (let j = 0; j < flat.length; j++) {
      const { linear } = weights[j]
      flat[j].meta.weigh(state.metas[j], believed.awake, linear)
      out.mean[j] = labels ? marginOf(linear, believed) : weightedSum(linear, believed.mean)
      out.noise[j] = noiseOf(linear, believed)
      out.awake[j] = 1
    }
    if (!stack) return
    const last = flat.length
    out.mean[last] = stack.predict(state.stack!, believed.mean, weights[0].linear, out.mean[0])
    out.noise[last] = out.noise[0]
    out.awake[last] = 1
  }

  return {
    capacity: pools,
    settings: () => [
      ...flat.map(({ meta }) => ({ pool: meta.name, ...meta.settings })),
      ...(stack ? [{ pool: 'stacked' }] : []),
    ],
    init: shape<PooledState>({
      experts: shapeOf(experts),
      metas: tupleOf(flat.map(({ meta }) => sizedShapeOf(meta, size))),
      stack: stack ? shapeOf(stack) : nil,
    }),
    predict(state, x, out) {
      experts.predict(state.experts as unknown[], x, believed)
      pool(state, out)
    },
    foresee(state, x, out) {
      foresee(experts, state.experts as unknown[], x, believed)
      pool(state, out)
    },
    update(state, x, y) {
      for (let j = 0; j < flat.length; j++) {
        const { loss, score, meta } = flat[j]
        const rate = meta.rate(state.metas[j])
        // The losses of one weighing are the same for all its meta-learners, unless their weights or rates are in them.
        const again =
          j > 0 && flat[j - 1].loss === loss && flat[j - 1].score === score && score.kind === 'convex'
        if (score.kind === 'mixed') meta.weighLog(state.metas[j], believed.awake, weights[j].log)
        own = again
          ? score.own(loss, believed, losses, y, rate, weights[j])
          : score.each(loss, believed, y, rate, weights[j], losses)
        meta.update(state.metas[j], {
          losses,
          own,
          awake: believed.awake,
          weights: weights[j].linear,
          ownFor: (linear) =>
            score.own(loss, believed, losses, y, rate, { linear, log: linear.map(Math.log) }),
        })
      }
      stack?.update(state.stack!, y)
      experts.update(state.experts as unknown[], x, y, believed)
    },
  }
}

/** The margin of Σω·P(+1); 0 where no expert has weight. */
function marginOf(weights: Float64Array, { mean }: Beliefs): number {
  let positive = 0
  let total = 0
  for (let k = 0; k < weights.length; k++) {
    if (weights[k] > 0) positive += weights[k] * sigmoid(mean[k])
    total += weights[k]
  }
  return total > 0 ? logit(Math.max(EDGE, Math.min(1 - EDGE, positive))) : 0
}

function noiseOf(weights: Float64Array, { variance, noise }: Beliefs): number {
  let sum = 0
  for (let k = 0; k < weights.length; k++)
    if (weights[k] > 0) sum += weights[k] * (variance[k] + noise[k] * noise[k])
  return Math.sqrt(sum)
}

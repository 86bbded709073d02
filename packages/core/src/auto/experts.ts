import { logistic } from '../losses/logistic.ts'
import { squared } from '../losses/squared.ts'
import { studentDensity } from '../losses/studentDensity.ts'
import { boa } from '../meta/boa.ts'
import { fixedShare } from '../meta/fixedShare.ts'
import { LEAD, WIDE } from '../models/epochs/screen.ts'
import type { Loss } from '../nouns/loss.ts'
import type { MetaLearner } from '../nouns/metaLearner.ts'
import type { Rule } from '../nouns/panel.ts'
import { conjugate } from '../panels/conjugate.ts'
import { corrected } from '../panels/corrected.ts'
import { delayed } from '../panels/delayed.ts'
import { given } from '../panels/given.ts'
import { intercept } from '../panels/intercept.ts'
import { joinPanels } from '../panels/joinPanels.ts'
import { knn } from '../panels/knn.ts'
import { lagged } from '../panels/lagged.ts'
import { leading } from '../panels/leading.ts'
import { learntNoise } from '../panels/learntNoise.ts'
import { link } from '../panels/link.ts'
import { pooled } from '../panels/pooled.ts'
import { renewed } from '../panels/renewed.ts'
import { unguided } from '../panels/unguided.ts'
import { worded } from '../panels/worded.ts'
import { gradient, point } from '../scores/scores.ts'
import { autoFamilies, ruleOf } from './families.ts'
import { wideFamilies } from './wide.ts'

export interface ExpertsOptions {
  readonly labels: boolean
  /** Whether the last outcome is known when the next is forecast. */
  readonly memory: boolean
  /** How many rows before its outcome a forecast is made. */
  readonly ahead: number
  /** Families of experts instead of the usual ones. */
  readonly families?: readonly Rule[] | undefined
}

/** The loss that the last weights follow: a distribution of y with heavy tails, or the likelihood of classes. */
export function autoLoss(labels: boolean): Loss {
  return labels ? logistic : studentDensity(5)
}

/**
 * The experts of `auto`, for features and outcomes in standard units.
 *
 * Level 1: families of experts, and where rows have a time what the outcomes before say alone (`given`), pooled by exponential weights of several rates and shares, by BOA and by stacking.
 * Level 2: noise in several forms around each pool. Errors of forecasts h rows ahead are alike over h rows, so that h of
 * them say as much of the noise as one of a forecast one row ahead: half-lives are h times as long.
 */
export function autoExperts(options: ExpertsOptions): Rule {
  const [few, many] = [composed(options, false), composed(options, true)]
  return { ...few, bind: (context) => (context.dimension > WIDE ? many : few).bind(context) }
}

/** @param wide whether there are so many features that most experts see those alone that lead */
function composed({ labels, memory, ahead, families }: ExpertsOptions, wide: boolean): Rule {
  const narrow = families ?? autoFamilies({ memory, ahead, labels }).map(ruleOf)
  const own = wide ? wideFamilies(narrow) : narrow
  // Most rows have columns beside which the forecast from outcomes alone is one more that says little.
  const words = worded(intercept(conjugate({ noise: 0.3, forgetting: [1, 0.995] })))
  const narrowed = lagged(intercept(conjugate({ noise: 0.3, forgetting: [1, 0.995] })))
  const past = wide ? leading(narrowed, { first: LEAD, last: 0 }) : narrowed
  const rules = labels || !memory ? own : [...[...own, past].map((rule) => unguided(rule)), given(), words]
  const wrapped = (rule: Rule): Rule => {
    if (ahead > 1) return delayed(renewed(rule), { rounds: ahead - 1, prompt: true })
    return memory ? corrected(renewed(rule)) : renewed(rule)
  }
  const fresh = rules.map(wrapped)
  const each = fresh.map((rule) => (labels ? link(rule) : learntNoise(rule, { halfLife: 50 * ahead })))
  const loss = autoLoss(labels)
  const metas = [0.3, 0.1, 1].flatMap((rate) => [0.001, 0.02].map((share) => slower(rate, share, ahead)))
  const pool = pooled(each, {
    weighings: [
      { loss, score: point, metas },
      { loss: labels ? logistic : squared, score: gradient, metas: [boa()] },
    ],
    stacked: true,
  })
  if (labels) return pool
  const spreads: Rule[] = [
    knn({ neighbours: 20, window: 500, weighting: 'distance' }),
    intercept(conjugate({ noise: 0.3, forgetting: 0.998 })),
  ]
  // They see the forecast as one more feature.
  return learntNoise(
    memory ? beside(pool, given()) : pool,
    { halfLife: [20 * ahead, 200 * ahead] },
    spreads.map((rule) => unguided(wide ? leading(rule, { first: LEAD, last: 1 }) : rule, true)),
  )
}

/** The experts of both. */
function beside(rule: Rule, other: Rule): Rule {
  return {
    description: [rule.description ?? null, other.description ?? null],
    bind: (context) => joinPanels([rule.bind(context), other.bind(context)]),
  }
}

/**
 * Weights for forecasts made some rows ahead.
 *
 * Errors of forecasts h rows ahead are alike over h rows, so that h of them say as much as one of a forecast one row
 * ahead: the rate is γ/h. Of the share the root, because what is best changes no more slowly for that.
 */
export function slower(rate: number, share: number, ahead: number): MetaLearner {
  return fixedShare({ rate: rate / ahead, share: share / Math.sqrt(ahead) })
}

import { Engine, type EngineState } from '../../aggregate/engine.ts'
import type { Issued } from '../../aggregate/issued.ts'
import { normalisedPrior } from '../../aggregate/prior.ts'
import type { ScoredRound } from '../../aggregate/scoredRound.ts'
import { nil, type StateShape, shape } from '../../base/shape.ts'
import { pinball } from '../../losses/pinball.ts'
import { normalCdf } from '../../math/normal.ts'
import { fixedShare } from '../../meta/fixedShare.ts'
import type { Loss } from '../../nouns/loss.ts'
import type { MetaLearner } from '../../nouns/metaLearner.ts'
import type { Description } from '../../nouns/model.ts'
import type { Features, Panel } from '../../nouns/panel.ts'
import { joinPanels } from '../../panels/joinPanels.ts'
import { mean, weightedSum } from '../../scores/scores.ts'
import { aboveQuantile } from './aci.ts'
import { alone } from './alone.ts'
import type { LevelOptions, Method, Setup } from './method.ts'
import { joinMoves, type Moves } from './moves.ts'
import { countBelow, countUpTo, insert, type OrderStore, orderStoreOf, quantileOf } from './orderStore.ts'

/** Plain data. */
export interface CalibratorState {
  readonly engine: EngineState
  /** Past scores, of a method on levels. */
  readonly past: OrderStore | null
}

/**
 * One method at work on one stream of scores, towards one level, over a state that is passed in.
 *
 * On levels the experts see, in place of the score, its rank among the past, and a level becomes the past's quantile.
 */
export class Calibrator {
  readonly target: number
  readonly panel: Panel
  readonly description: Description
  /** How the thresholds move, where the coverage theorems apply. */
  readonly moves: Moves | undefined
  readonly engine: Engine
  readonly init: StateShape<CalibratorState>
  readonly #level: LevelOptions | undefined
  readonly #loss: Loss
  readonly #weighs: boolean
  readonly #x: Float64Array

  /** @param target the level of the pinball loss: the coverage, or 1 − α/2 for one side */
  constructor(method: Method, target: number, setup: Setup) {
    const { score = mean, seed = 0, level } = method
    const dimension = level ? 1 : (method.dimension ?? 0)
    const loss = pinball(target)
    const experts = typeof method.experts === 'function' ? method.experts(setup) : method.experts
    const rules = [experts].flat()
    const panels = rules.map((rule) => rule.bind({ loss, dimension, seed }))
    const panel = joinPanels(panels)
    const own = typeof method.meta === 'function' ? method.meta(setup) : method.meta
    const prior = method.prior && normalisedPrior(method.prior, panel.capacity)
    const lone = panel.capacity === 1 && !own
    const meta = own ?? ((lone ? alone : fixedShare()) as MetaLearner)
    const parts = { panel, dimension, loss, score, meta, prior, onFailure: 'throw' as const }
    this.target = target
    this.moves = level ? undefined : joinMoves(panels)
    this.panel = panel
    this.engine = new Engine({ ...parts, ledger: false, history: 0, switches: 0, unbounded: lone })
    this.init = shape<CalibratorState>({
      engine: this.engine.init,
      past: level ? orderStoreOf(level.memory ?? null) : nil,
    })
    this.#weighs = own !== undefined
    this.#level = level
    this.#loss = loss
    this.#x = new Float64Array(dimension)
    this.description = {
      rules: rules.map((rule) => rule.description ?? null),
      meta: { name: meta.name, ...meta.settings },
      score: score.name,
      dimension,
      level: level ? { ...level } : null,
    }
  }

  /** Forms what is believed of the coming score: `current` holds it. */
  believe(state: CalibratorState, x: Features): void {
    this.engine.believe(state.engine, state.past ? this.#x : x)
  }

  get current(): Issued {
    return this.engine.current
  }

  /** What is believed of the coming score, to be scored later. */
  issue(state: CalibratorState, x: Features, spare?: Issued): Issued {
    return this.engine.issue(state.engine, state.past ? this.#x : x, spare)
  }

  /** Σω·u, a level or a threshold. */
  mean({ beliefs, weights }: Issued): number {
    return weightedSum(weights.linear, beliefs.mean)
  }

  /** The threshold at the mean of the mixture. */
  threshold(state: CalibratorState, issued: Issued): number {
    return this.#thresholdAt(state, this.mean(issued))
  }

  /** The threshold of one draw from the mixture, made of a uniform number and a standard normal one. */
  draw(state: CalibratorState, { beliefs, weights }: Issued, uniform: number, normal: number): number {
    let chosen = -1
    let rest = uniform
    for (let k = 0; k < weights.linear.length && rest >= 0; k++) {
      if (weights.linear[k] === 0) continue
      chosen = k
      rest -= weights.linear[k]
    }
    return this.#thresholdAt(state, beliefs.mean[chosen] + Math.sqrt(beliefs.variance[chosen]) * normal)
  }

  /** P(score > threshold) under the belief of expert k. */
  missOf({ past }: CalibratorState, { beliefs }: Issued, k: number, score: number): number {
    const u = beliefs.mean[k]
    const v = beliefs.variance[k]
    // By the slope of the pinball loss: ∂L/∂u = P(score ≤ threshold) − target.
    if (!past)
      return v === 0 ? (score > u ? 1 : 0) : Math.max(0, 1 - this.target - this.#loss.du(u, v, score, 0))
    const below = fractionBelow(past, score)
    const level = this.#coverage(u)
    if (v === 0) return aboveQuantile(below, level) ? 1 : 0
    return below > 0 ? normalCdf((below - level) / Math.sqrt(v)) : 0
  }

  /** γ of the coming round; 0 where there is one expert. */
  rate({ engine }: CalibratorState): number {
    return this.#weighs ? this.engine.parts.meta.rate(engine.meta) : 0
  }

  /** σ of the coming round; undefined if the meta-learner is not of the kind that the theorems are about. */
  share({ engine }: CalibratorState): number | undefined {
    return this.engine.parts.meta.share?.(engine.meta)
  }

  /** Learns the score of the coming round. */
  learn(state: CalibratorState, x: Features, score: number): void {
    this.believe(state, x)
    this.settle(state, this.current, score)
  }

  /** Learns the score of a round issued earlier: scored as issued, absorbed by the state of today. */
  settle(state: CalibratorState, issued: Issued, score: number): void {
    const { past } = state
    const { warmUp = 0 } = this.#level ?? {}
    if (!past) this.#observe(state, issued, score)
    else if (past.size > warmUp || warmUp === 0) {
      // Rank and miss of the experts are decided on the past of today.
      issued.x[0] = fractionBelow(past, score)
      this.#observe(state, issued, this.#rank(past, score))
      issued.x[0] = 0
    }
    if (past) insert(past, score)
  }

  /** A round that nothing came between is an ordinary one. */
  #observe({ engine }: CalibratorState, issued: Issued, y: number): void {
    const now = issued.round === engine.round
    this.engine.settle(engine, now ? this.engine.borrow(engine, issued.x) : issued, y)
  }

  /** The last round that was learnt. */
  get round(): ScoredRound {
    return this.engine.round
  }

  /** Whether every loss of this score is a finite number: if not, `settle` would throw. */
  accepts({ past, engine }: CalibratorState, issued: Issued, score: number): boolean {
    return past !== null || areNear(issued.beliefs.mean, score) || this.engine.accepts(engine, issued, score)
  }

  /** The level that would just have covered this score. */
  #rank(past: OrderStore, score: number): number {
    const { first = 0.5, rank = 'below', measure = 'coverage' } = this.#level as LevelOptions
    const n = past.size
    if (n === 0) return measure === 'miss' ? first - 1 : first
    const count = rank === 'below' ? countBelow(past, score) : countUpTo(past, score)
    return (measure === 'miss' ? count - n : count) / n
  }

  #thresholdAt({ past }: CalibratorState, mean: number): number {
    if (!past) return mean
    const level = this.#coverage(mean)
    return level > 1 && this.#level?.beyond === 'infinite' ? Infinity : quantileOf(past, level)
  }

  #coverage(level: number): number {
    return this.#level?.measure === 'miss' ? 1 + level : level
  }
}

/** Losses of nothing nearer than this overflow. */
const FAR = 1e150

function areNear(means: Float64Array, score: number): boolean {
  for (let k = 0; k < means.length; k++) if (!(Math.abs(means[k]) < FAR)) return false
  return Math.abs(score) < FAR
}

/** The fraction of the past below a score; without a past, as if it had been a single zero. */
function fractionBelow(past: OrderStore, score: number): number {
  return past.size === 0 ? (score > 0 ? 1 : 0) : countBelow(past, score) / past.size
}

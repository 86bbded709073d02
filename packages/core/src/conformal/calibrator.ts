import { Engine, type EngineState } from '../aggregate/engine.ts'
import { joinPanels } from '../aggregate/joinPanels.ts'
import { normalisedPrior } from '../aggregate/prior.ts'
import type { Loss } from '../losses/loss.ts'
import { pinball } from '../losses/pinball.ts'
import { normalCdf } from '../math/normal.ts'
import { fixedShare } from '../meta/fixedShare.ts'
import type { MetaLearner } from '../meta/metaLearner.ts'
import type { Description } from '../model.ts'
import type { Features, Panel, Settings } from '../panel.ts'
import { mean, weightedSum } from '../scores.ts'
import { aboveQuantile } from './aci.ts'
import { alone } from './alone.ts'
import type { LevelOptions, Method, Setup } from './method.ts'
import { joinMoves, type Moves } from './moves.ts'
import { countBelow, countUpTo, createOrderStore, insert, type OrderStore, quantileOf } from './orderStore.ts'

/** Plain data. */
export interface CalibratorState {
  readonly engine: EngineState
  /** Past scores, of a method on levels. */
  readonly past: OrderStore | null
}

/**
 * One method at work on one stream of scores, towards one level: believe, ask for the threshold, learn.
 *
 * On levels the experts see, in place of the score, its rank among the past, and a level becomes the past's quantile.
 */
export class Calibrator {
  readonly target: number
  /** What the rules are. */
  readonly rules: readonly Description[]
  readonly panel: Panel
  readonly meta: MetaLearner | undefined
  /** How the thresholds move, where the coverage theorems apply. */
  readonly moves: Moves | undefined
  readonly engine: Engine
  readonly #state: EngineState
  readonly past: OrderStore | null
  readonly #level: LevelOptions
  readonly #loss: Loss
  readonly #x: Float64Array

  /** @param target the level of the pinball loss: the coverage, or 1 − α/2 for one side */
  constructor(method: Method, target: number, setup: Setup, state?: CalibratorState) {
    const { score = mean, seed = 0, level } = method
    const dimension = level ? 1 : (method.dimension ?? 0)
    const loss = pinball(target)
    const experts = typeof method.experts === 'function' ? method.experts(setup) : method.experts
    const rules = [experts].flat()
    const panels = rules.map((rule) => rule.bind({ loss, dimension, seed }))
    const panel = joinPanels(panels)
    const meta = typeof method.meta === 'function' ? method.meta(setup) : method.meta
    const prior = method.prior && normalisedPrior(method.prior, panel.capacity)
    this.target = target
    this.moves = level ? undefined : joinMoves(panels)
    this.rules = rules.map((rule) => rule.description ?? null)
    this.panel = panel
    this.meta = meta
    const lone = panel.capacity === 1 && !meta
    this.engine = new Engine({
      panel,
      dimension,
      loss,
      score,
      meta: meta ?? ((lone ? alone : fixedShare()) as MetaLearner),
      prior,
      onFailure: 'throw',
      ledger: false,
      history: 0,
      switches: 0,
      unbounded: lone,
    })
    this.#state = state?.engine ?? this.engine.init()
    this.past = level ? (state?.past ?? createOrderStore(level.memory)) : null
    this.#level = level ?? {}
    this.#loss = loss
    this.#x = new Float64Array(dimension)
  }

  get state(): CalibratorState {
    return { engine: this.#state, past: this.past }
  }

  /** What each expert is. */
  get settings(): readonly Settings[] {
    return this.panel.settings(this.#state.panel)
  }

  /** Forms what is believed of the coming score; all the questions below are about it. */
  believe(x: Features): void {
    this.engine.believe(this.#state, this.past ? this.#x : x)
  }

  /** Σω·u, a level or a threshold. */
  get mean(): number {
    const { beliefs, weights } = this.engine.current
    return weightedSum(weights.linear, beliefs.mean)
  }

  /** The threshold at the mean of the mixture. */
  get threshold(): number {
    return this.#threshold(this.mean)
  }

  /** The threshold of one draw from the mixture, made of a uniform number and a standard normal one. */
  draw(uniform: number, normal: number): number {
    const { beliefs, weights } = this.engine.current
    let chosen = -1
    let rest = uniform
    for (let k = 0; k < weights.linear.length && rest >= 0; k++) {
      if (weights.linear[k] === 0) continue
      chosen = k
      rest -= weights.linear[k]
    }
    return this.#threshold(beliefs.mean[chosen] + Math.sqrt(beliefs.variance[chosen]) * normal)
  }

  /** P(score > threshold) under the belief of expert k. */
  missOf(k: number, score: number): number {
    const { beliefs } = this.engine.current
    const u = beliefs.mean[k]
    const v = beliefs.variance[k]
    const { past } = this
    // By the slope of the pinball loss: ∂L/∂u = P(score ≤ threshold) − target.
    if (!past)
      return v === 0 ? (score > u ? 1 : 0) : Math.max(0, 1 - this.target - this.#loss.du(u, v, score, 0))
    const below = fractionBelow(past, score)
    const level = this.#coverage(u)
    if (v === 0) return aboveQuantile(below, level) ? 1 : 0
    return below > 0 ? normalCdf((below - level) / Math.sqrt(v)) : 0
  }

  /** γ of the coming round; 0 where there is one expert. */
  get rate(): number {
    return this.meta ? this.engine.parts.meta.rate(this.#state.meta) : 0
  }

  /** σ of the coming round; undefined if the meta-learner is not of the kind that the theorems are about. */
  get share(): number | undefined {
    return this.engine.parts.meta.share?.(this.#state.meta)
  }

  learn(x: Features, score: number): void {
    const { past, engine } = this
    if (!past) {
      engine.learn(this.#state, x, score)
      return
    }
    const { warmUp = 0 } = this.#level
    if (past.size > warmUp || warmUp === 0) {
      this.#x[0] = fractionBelow(past, score)
      engine.learn(this.#state, this.#x, this.#rank(past, score))
      this.#x[0] = 0
    }
    insert(past, score)
  }

  /** The level that would just have covered this score. */
  #rank(past: OrderStore, score: number): number {
    const { first = 0.5, rank = 'below', measure = 'coverage' } = this.#level
    const n = past.size
    if (n === 0) return measure === 'miss' ? first - 1 : first
    const count = rank === 'below' ? countBelow(past, score) : countUpTo(past, score)
    return (measure === 'miss' ? count - n : count) / n
  }

  #threshold(mean: number): number {
    const { past } = this
    if (!past) return mean
    const level = this.#coverage(mean)
    return level > 1 && this.#level.beyond === 'infinite' ? Infinity : quantileOf(past, level)
  }

  #coverage(level: number): number {
    return this.#level.measure === 'miss' ? 1 + level : level
  }
}

/** The fraction of the past below a score; without a past, as if it had been a single zero. */
function fractionBelow(past: OrderStore, score: number): number {
  return past.size === 0 ? (score > 0 ? 1 : 0) : countBelow(past, score) / past.size
}

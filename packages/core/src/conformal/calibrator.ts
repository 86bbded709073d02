import { Engine, type EngineState } from '../engine.ts'
import { joinPanels } from '../joinPanels.ts'
import { pinball } from '../losses/pinball.ts'
import { normalCdf } from '../math/normal.ts'
import { fixedShare } from '../meta/fixedShare.ts'
import type { MetaLearner } from '../meta/metaLearner.ts'
import type { Features, Panel, Settings } from '../panel.ts'
import { mean } from '../scores.ts'
import { aboveQuantile } from './aci.ts'
import type { LevelOptions, Method, Setup } from './method.ts'
import { countBelow, countUpTo, createOrderStore, insert, type OrderStore, quantileOf } from './orderStore.ts'
import { type Driver, Solo } from './solo.ts'

/** Plain data. */
export interface CalibratorState {
  readonly driver: unknown
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
  readonly panel: Panel
  readonly meta: MetaLearner | undefined
  readonly driver: Driver
  readonly past: OrderStore | null
  readonly #level: LevelOptions
  readonly #x: Float64Array

  /** @param target the level of the pinball loss: the coverage, or 1 − α/2 for one side */
  constructor(method: Method, target: number, setup: Setup, state?: CalibratorState) {
    const { score = mean, seed = 0, level } = method
    const dimension = level ? 1 : (method.dimension ?? 0)
    const loss = pinball(target)
    const experts = typeof method.experts === 'function' ? method.experts(setup) : method.experts
    const rules = [experts].flat()
    const panel = joinPanels(rules.map((rule) => rule.bind({ loss, dimension, seed })))
    const meta = typeof method.meta === 'function' ? method.meta(setup) : method.meta
    const prior = method.prior && normalised(method.prior)
    this.target = target
    this.panel = panel
    this.meta = meta
    this.driver =
      panel.capacity === 1 && !meta
        ? new Solo(panel, dimension, state?.driver)
        : new Engine(
            { panel, dimension, loss, score, meta: meta ?? fixedShare(), prior, onFailure: 'throw' },
            state?.driver as EngineState | undefined,
          )
    this.past = level ? (state?.past ?? createOrderStore(level.memory)) : null
    this.#level = level ?? {}
    this.#x = new Float64Array(dimension)
  }

  get state(): CalibratorState {
    return { driver: this.driver.state, past: this.past }
  }

  /** What each expert is. */
  get settings(): readonly Settings[] {
    const { state } = this.driver
    return this.panel.settings(this.driver instanceof Engine ? (state as EngineState).panel : state)
  }

  /** Forms what is believed of the coming score; all the questions below are about it. */
  believe(x: Features): void {
    this.driver.believe(this.past ? this.#x : x)
  }

  /** Σω·u, a level or a threshold. */
  get mean(): number {
    const { beliefs, weights } = this.driver.current
    let sum = 0
    for (let k = 0; k < beliefs.mean.length; k++) {
      if (weights.linear[k] > 0) sum += weights.linear[k] * beliefs.mean[k]
    }
    return sum
  }

  /** The threshold at the mean of the mixture. */
  get threshold(): number {
    return this.#threshold(this.mean)
  }

  /** The threshold of one draw from the mixture, made of a uniform number and a standard normal one. */
  draw(uniform: number, normal: number): number {
    const { beliefs, weights } = this.driver.current
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
    const { beliefs } = this.driver.current
    const u = beliefs.mean[k]
    const v = beliefs.variance[k]
    const { past } = this
    if (!past) return v === 0 ? (score > u ? 1 : 0) : normalCdf((score - u) / Math.sqrt(v))
    const below = past.size === 0 ? (score > 0 ? 1 : 0) : countBelow(past, score) / past.size
    if (v === 0) return aboveQuantile(below, u) ? 1 : 0
    return below > 0 ? normalCdf((below - u) / Math.sqrt(v)) : 0
  }

  learn(x: Features, score: number): void {
    const { past, driver } = this
    if (!past) {
      driver.learn(x, score)
      return
    }
    const { first = 0.5, rank = 'below', warmUp = 0 } = this.#level
    const below = past.size === 0 ? (score > 0 ? 1 : 0) : countBelow(past, score) / past.size
    if (past.size > warmUp || warmUp === 0) {
      const ranked = rank === 'below' ? below : countUpTo(past, score) / past.size
      this.#x[0] = below
      driver.learn(this.#x, past.size === 0 ? first : ranked)
      this.#x[0] = 0
    }
    insert(past, score)
  }

  #threshold(mean: number): number {
    const { past } = this
    if (!past) return mean
    return mean > 1 && this.#level.beyond === 'infinite' ? Infinity : quantileOf(past, mean)
  }
}

function normalised(prior: ArrayLike<number>): Float64Array {
  const weights = Float64Array.from(prior)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map((weight) => weight / total)
}

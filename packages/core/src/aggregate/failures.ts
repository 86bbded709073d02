import { NumericalError } from '../base/errors.ts'
import { keepAwake, weighAwakeLog } from '../meta/logWeights.ts'
import type { Beliefs } from '../nouns/beliefs.ts'
import { createBeliefs } from '../panels/beliefs.ts'
import type { EngineParts, EngineState } from './engine.ts'
import type { Issued } from './issued.ts'
import { checkSomeWeight, isProper } from './roundChecks.ts'

/** What to do with an expert whose belief or loss is not a finite number. */
export type OnFailure = 'throw' | 'sleep' | 'restart'

/** Experts whose belief or loss was not a finite number in the present round, and what becomes of them. */
export class Failures {
  readonly #parts: EngineParts
  readonly #failed: number[] = []
  /** Beliefs of experts that start afresh, and whether they are those at the present x. */
  readonly #fresh: Beliefs
  #isFresh = false

  constructor(parts: EngineParts) {
    this.#parts = parts
    this.#fresh = createBeliefs(parts.panel.capacity)
  }

  get any(): boolean {
    return this.#failed.length > 0
  }

  /** Before a new round. */
  forget(): void {
    // Guarded, because setting a length is slow even where it changes nothing.
    if (this.#failed.length > 0) this.#failed.length = 0
  }

  /** Throws at a belief that is no normal distribution, puts that expert to sleep, or takes the belief it started with. */
  replaceImproper(state: EngineState, issued: Issued): void {
    const { beliefs, x } = issued
    const { panel, unbounded } = this.#parts
    this.#isFresh = false
    for (let k = 0; k < beliefs.awake.length; k++) {
      if (beliefs.awake[k] === 0 || isProper(beliefs, k, unbounded)) continue
      const whatItDid = (): string => panel.explain?.(x, k) ?? `diverged: its ${whatIsImproper(beliefs, k)}`
      this.#fail(state, k, issued, () => `${this.#nameOf(state, k)} ${whatItDid()}`)
    }
  }

  /** The same at a loss that is not finite; says whether there was one, and what remains must be scored again. */
  replaceFailed(state: EngineState, losses: Float64Array, issued: Issued): boolean {
    const { beliefs, weights } = issued
    let any = false
    this.#isFresh = false
    for (let k = 0; k < losses.length; k++) {
      if (Number.isFinite(losses[k])) continue
      this.#fail(state, k, issued, () => `the loss of ${this.#nameOf(state, k)} is ${losses[k]}`)
      any = true
    }
    if (any) {
      keepAwake(weights.linear, beliefs.awake, weights.linear)
      weighAwakeLog(weights.log, beliefs.awake, weights.log)
      checkSomeWeight(weights.linear, state.round + 1, true)
    }
    return any
  }

  /** Counts failures, starts those experts afresh where that was asked for, and gives what the panel believes now. */
  settle(state: EngineState, { x, beliefs }: Issued): Beliefs {
    const { panel, onFailure } = this.#parts
    for (const expert of this.#failed) state.failures[expert]++
    if (onFailure !== 'restart' || !panel.restart) return beliefs
    for (const expert of this.#failed) panel.restart(state.panel, expert)
    // Again, because the panel's own scratch is that of the experts before they were restarted.
    panel.predict(state.panel, x, this.#fresh)
    return this.#fresh
  }

  #fail(state: EngineState, expert: number, issued: Issued, message: () => string): void {
    const round = state.round + 1
    if (this.#parts.onFailure === 'throw') {
      throw new NumericalError(`${message()} in round ${round}`, { round, expert })
    }
    const isFirst = !this.#failed.includes(expert)
    if (isFirst) this.#failed.push(expert)
    if (!(isFirst && this.#believesAfresh(issued, expert))) issued.beliefs.awake[expert] = 0
  }

  /** Gives an expert the belief it started with, where that was asked for and is one. */
  #believesAfresh({ beliefs, x }: Issued, expert: number): boolean {
    const { panel, onFailure, unbounded } = this.#parts
    if (onFailure !== 'restart' || !panel.restart) return false
    if (!this.#isFresh) panel.predict(panel.init(), x, this.#fresh)
    this.#isFresh = true
    if (this.#fresh.awake[expert] === 0 || !isProper(this.#fresh, expert, unbounded)) return false
    copyBelief(this.#fresh, beliefs, expert)
    return true
  }

  /** For people: `expert 3 (scale 0.0128)`, or `expert 3 (arima)` where experts have names. */
  #nameOf(state: EngineState, expert: number): string {
    const settings = this.#parts.panel.settings(state.panel)[expert]
    const words = Object.entries(settings)
      // A number is a place among some of the experts, and says no more.
      .filter(([name, value]) => name !== 'expert' || typeof value !== 'number')
      .map(([name, value]) => (name === 'expert' ? String(value) : `${name} ${value}`))
    return `expert ${expert}${words.length ? ` (${words.join(', ')})` : ''}`
  }
}

function whatIsImproper({ mean, variance, noise }: Beliefs, k: number): string {
  if (!Number.isFinite(mean[k])) return `mean is ${mean[k]}`
  return variance[k] >= 0 && variance[k] < Infinity ? `noise is ${noise[k]}` : `variance is ${variance[k]}`
}

function copyBelief(from: Beliefs, to: Beliefs, k: number): void {
  to.mean[k] = from.mean[k]
  to.variance[k] = from.variance[k]
  to.noise[k] = from.noise[k]
  to.awake[k] = from.awake[k]
}

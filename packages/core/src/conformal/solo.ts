import type { Loss } from '../losses/loss.ts'
import { createIssued, type Issued } from '../openRounds.ts'
import type { Features, Panel } from '../panel.ts'

/** What holds beliefs and weights and learns: an engine, or one panel on its own. */
export interface Driver {
  readonly current: Issued
  /** The last round's losses: its own, and those of the experts. */
  readonly round: { readonly own: number; readonly losses: Float64Array }
  readonly state: unknown
  /** Forms beliefs and weights at x. */
  believe(x: Features): void
  learn(x: Features, y: number): void
}

/** A panel of one without weights to keep: unlike an engine it bears an infinite threshold, which PID control may ask for. */
export class Solo implements Driver {
  readonly current: Issued
  readonly state: unknown
  readonly round: { own: number; readonly losses: Float64Array }
  readonly #panel: Panel
  readonly #loss: Loss

  constructor(panel: Panel, loss: Loss, dimension: number, state: unknown = panel.init()) {
    this.round = { own: Number.NaN, losses: new Float64Array(1) }
    this.#loss = loss
    this.current = createIssued(dimension, 1)
    this.current.weights.linear[0] = 1
    this.#panel = panel
    this.state = state
  }

  believe(x: Features): void {
    const { current } = this
    for (let j = 0; j < current.x.length; j++) current.x[j] = x[j]
    this.#panel.predict(this.state, current.x, current.beliefs)
  }

  learn(x: Features, y: number): void {
    this.believe(x)
    const { mean, variance } = this.current.beliefs
    this.round.own = this.#loss.mean(mean[0], variance[0], y, 0)
    this.round.losses[0] = this.round.own
    this.#panel.update(this.state, this.current.x, y, this.current.beliefs)
  }
}

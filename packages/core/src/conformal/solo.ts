import { createIssued, type Issued } from '../openRounds.ts'
import type { Features, Panel } from '../panel.ts'

/** What holds beliefs and weights and learns: an engine, or one panel on its own. */
export interface Driver {
  readonly current: Issued
  readonly state: unknown
  /** Forms beliefs and weights at x. */
  believe(x: Features): void
  learn(x: Features, y: number): void
}

/** A panel of one without weights to keep: unlike an engine it bears an infinite threshold, which PID control may ask for. */
export class Solo implements Driver {
  readonly current: Issued
  readonly state: unknown
  readonly #panel: Panel

  constructor(panel: Panel, dimension: number, state: unknown = panel.init()) {
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
    this.#panel.update(this.state, this.current.x, y, this.current.beliefs)
  }
}

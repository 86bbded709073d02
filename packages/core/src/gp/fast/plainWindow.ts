import type { Beliefs } from '../../nouns/beliefs.ts'
import type { Features } from '../../nouns/panel.ts'
import type { History } from '../history.ts'
import { clock, lastRebuild } from './clock.ts'
import type { Factors } from './factors.ts'
import { type Family, writeBelief } from './family.ts'
import { createRows, fillRows, type Rows } from './plainKernel.ts'
import { Stacks } from './stacks.ts'

/** The last W points in plain TypeScript: for hosts without WebAssembly SIMD, and as an oracle. */
export class PlainWindow implements Factors {
  readonly #family: Family
  readonly #window: number
  readonly #period: number
  readonly #lag: number
  readonly #kernel: Rows
  /** By slot: kernel rows and c(x, x) of each kind, x and y. */
  readonly #stored: readonly Float64Array[]
  readonly #priors: readonly Float64Array[]
  readonly #points: Float64Array
  readonly #targets: Float64Array
  #live: readonly Stacks[]
  #fresh: readonly Stacks[]
  #round = 0
  #held = 0

  constructor(family: Family, window: number) {
    const { period, lag } = clock(window)
    this.#family = family
    this.#window = window
    this.#period = period
    this.#lag = lag
    this.#kernel = createRows(family, window)
    this.#stored = this.#kernel.rows.map(() => new Float64Array(window * window))
    this.#priors = this.#kernel.rows.map(() => new Float64Array(window))
    this.#points = new Float64Array(window * family.dimension)
    this.#targets = new Float64Array(window)
    this.#live = this.#stacks()
    this.#fresh = this.#stacks()
  }

  restore(history: History): boolean {
    const d = this.#family.dimension
    const rebuilt = lastRebuild(this.#window, history.round)
    this.#round = Math.max(0, rebuilt - this.#window)
    this.#held = 0
    for (const stacks of this.#live) stacks.clear()
    while (this.#round < history.round) {
      const slot = this.#round % history.y.length
      const x = history.x.subarray(slot * d, (slot + 1) * d)
      fillRows(this.#family, this.#points, this.#window, x, this.#kernel)
      if (this.#round >= rebuilt) {
        this.#predict()
        this.observe(x, history.y[slot])
      } else {
        this.#push(x, history.y[slot])
        if (this.#round === rebuilt) this.#rebuild()
      }
    }
    return true
  }

  believe(x: Features): boolean {
    const isFilling = this.#held < this.#window && this.#round === this.#held
    fillRows(this.#family, this.#points, isFilling ? this.#held : this.#window, x, this.#kernel)
    this.#predict()
    return true
  }

  write(out: Beliefs): void {
    for (let e = 0; e < this.#live.length; e++) {
      writeBelief(this.#family, e, this.#live[e].mean, this.#live[e].variance, out)
    }
  }

  observe(x: Features, y: number): void {
    for (const stacks of this.#live) stacks.observe(y, this.#held === this.#window)
    this.#push(x, y)
    this.#advance()
  }

  bytes(): number {
    const stacks = this.#live.reduce((sum, { bytes }) => sum + bytes, 0)
    return this.#stored.length * this.#stored[0].byteLength + 2 * stacks
  }

  free(): void {}

  #stacks(): Stacks[] {
    const { kinds, ratios, constants } = this.#family
    return kinds.map(
      (kind, e) =>
        new Stacks({
          window: this.#window,
          lag: this.#lag,
          period: this.#period,
          ratio: ratios[e],
          constant: constants[e],
          stored: this.#stored[kind],
          priors: this.#priors[kind],
          targets: this.#targets,
        }),
    )
  }

  #push(x: Features, y: number): void {
    const slot = this.#round % this.#window
    for (let j = 0; j < x.length; j++) this.#points[slot * x.length + j] = x[j]
    this.#targets[slot] = y
    for (let kind = 0; kind < this.#stored.length; kind++) {
      this.#stored[kind].set(this.#kernel.rows[kind], slot * this.#window)
      this.#priors[kind][slot] = this.#kernel.priors[kind]
    }
    this.#round++
    if (this.#held < this.#window) this.#held++
  }

  #predict(): void {
    const { kinds } = this.#family
    const { rows, priors } = this.#kernel
    for (let e = 0; e < kinds.length; e++) {
      this.#live[e].predict(rows[kinds[e]], priors[kinds[e]], this.#round)
    }
  }

  /** The share of the fresh factor that is due after this round. */
  #advance(): void {
    const phase = this.#round % this.#period
    const lag = this.#lag
    if (phase === 0) {
      for (const stacks of this.#fresh) stacks.begin(this.#round, Math.min(this.#held, this.#window - lag))
    }
    if (phase > lag || this.#round < this.#period) return
    for (const stacks of this.#fresh) stacks.work(phase === lag ? 1 : phase / lag, phase)
    if (phase === lag) this.#finish()
  }

  #rebuild(): void {
    for (const stacks of this.#fresh) stacks.begin(this.#round - this.#lag, this.#held - this.#lag)
    for (const stacks of this.#fresh) stacks.work(1, this.#lag)
    this.#finish()
  }

  #finish(): void {
    const old = this.#live
    this.#live = this.#fresh
    this.#fresh = old
  }
}

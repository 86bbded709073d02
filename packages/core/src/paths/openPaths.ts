import type { Cells } from './cells.ts'
import { LEVELS } from './ends.ts'
import { MIXTURES } from './shares.ts'

export interface OpenPathsState {
  /** For each open step the experts' forecasts, less the last outcome before them. */
  readonly forecasts: Float32Array
  /** For each open step what else was forecast. */
  readonly notes: Float64Array
  /** For each origin: the row after it, and the last outcome before it. 0: no path is open. */
  readonly origins: Float64Array
  readonly bases: Float64Array
}

const FIRST_MIXTURE: number = 5 + LEVELS

/** Where a note has what. */
export const NOTE: Readonly<
  Record<'mean' | 'plain' | 'corrected' | 'scale' | 'followed' | 'quantiles' | 'mixtures' | 'noise', number>
> = {
  mean: 0,
  plain: 1,
  corrected: 2,
  scale: 3,
  followed: 4,
  quantiles: 5,
  mixtures: FIRST_MIXTURE,
  noise: FIRST_MIXTURE + MIXTURES,
}

/** Paths that wait for outcomes. */
export class OpenPaths {
  /** Numbers in a note. */
  readonly width: number
  readonly #size: number
  readonly #cells: Cells

  /** @param size experts; @param features numbers in a note beyond those of every note */
  constructor(size: number, features: number, cells: Cells) {
    this.#size = size
    this.#cells = cells
    this.width = NOTE.noise + features
  }

  init(): OpenPathsState {
    const { size, period } = this.#cells
    return {
      forecasts: new Float32Array(size * this.#size),
      notes: new Float64Array(size * this.width),
      origins: new Float64Array(period),
      bases: new Float64Array(period),
    }
  }

  open({ origins, bases }: OpenPathsState, origin: number, base: number): void {
    origins[origin % this.#cells.period] = origin + 1
    bases[origin % this.#cells.period] = base
  }

  isOpen({ origins }: OpenPathsState, origin: number): boolean {
    return origin >= 0 && origins[origin % this.#cells.period] === origin + 1
  }

  baseOf({ bases }: OpenPathsState, origin: number): number {
    return bases[origin % this.#cells.period]
  }
}

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

/** Where a note has the mean, the means before and after their correction, the scale, quantiles, mixtures and features. */
export const MEAN = 0
export const PLAIN = 1
export const CORRECTED = 2
export const SCALE = 3
export const QUANTILES = 4
export const FROM_MIXTURES: number = QUANTILES + LEVELS
export const FEATURES: number = FROM_MIXTURES + MIXTURES

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
    this.width = FEATURES + features
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

import type { Features } from '../../nouns/panel.ts'

/** A covariance function c(x, x'), written down without the lengths of the features. */
export interface Kernel {
  /** With its options where they are not the defaults: `periodic(period 24)`. */
  readonly name: string
  /** @param lengths a·sⱼ for each feature: the panel's inverse bandwidth times its scaling */
  bind(lengths: readonly number[]): Covariance
}

/** A kernel put to work. */
export interface Covariance {
  /** Writes c(x, xᵢ) to out[to + i] for each of the points. */
  row(x: Features, points: Points, out: Float64Array, to: number): void
  /** c(x, x). */
  prior(x: Features): number
}

/** Coordinate j of point i, i < count, is values[from + j·across + i·along]. */
export interface Points {
  values: Float64Array
  from: number
  across: number
  along: number
  count: number
}

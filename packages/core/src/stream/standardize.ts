import { positive, positiveInteger, refuseUnknown } from '../base/check.ts'
import type { Description } from '../nouns/model.ts'
import type { Features } from '../nouns/panel.ts'
import type { ColumnStatistics } from './columnStatistics.ts'

/**
 * Turns raw features into those a learner sees. Each round: `apply`, predict, learn, `observe`.
 *
 * State is plain data, as a panel's; `apply` never changes it. Missing and infinite features pass through `apply`,
 * for the caller to judge, and are not learnt from.
 */
export interface Preparation<State = unknown> {
  /** What it is, apart from what it has seen. @default null */
  readonly description?: Description
  /** Length of a raw x. */
  readonly dimension: number
  /** Length of a prepared x: one more with an intercept. */
  readonly size: number
  init(): State
  apply(state: State, x: Features, out: Float64Array): void
  observe(state: State, x: Features): void
}

export interface PreparationOptions {
  /** Whether to append a feature that is always 1. @default false */
  readonly intercept?: boolean | undefined
}

/** Per column: how many values were seen, their mean, the sum of squared deviations from it, and how many lay far out lately. */
export interface StandardizeState {
  readonly count: Float64Array
  readonly mean: Float64Array
  readonly squares: Float64Array
  readonly outside: Float64Array
}

export interface StandardizeOptions extends PreparationOptions {
  /** Length of x. */
  readonly dimension: number
}

export interface RunningOptions extends StandardizeOptions {
  /** Deviations beyond which a value counts as one at the edge, and a hundred times as many as the mean; null: none is too far. @default 10 */
  readonly reach?: number | null | undefined
}

/** Values beyond this are not learnt from: their squares overflow. */
const LARGEST = 1e150
/** So many deviations away a value still counts in full, where others came from there. */
const FARTHEST = 1000

/** Times the reach beyond which a value says nothing at all: it counts as the mean. */
const ABSURD = 100

/** Values from which the deviation is known: before, a value may be farther away by as much as they are fewer. */
const KNOWN = 20
/** Values beyond the reach, lately, at which the column has moved; each value within it forgets a part of one. */
const REPEATEDLY = 3
const FORGOTTEN = 0.1

/**
 * Running standardisation that only uses the past, by Welford (1962).
 *
 *     (x − mean) / sd     over the rounds before this one, sd² = Σ(x − mean)² / n
 *
 * 0 for a column that has not varied yet: hence in the first two rounds. A value beyond the reach is a slip of a unit or a
 * sensor more often than not: it counts as one at the edge, or as the mean if it is absurd, so that no cell ruins what was
 * learnt or flattens its column. Where such values repeat, the column has moved, and is followed soon.
 */
export function standardize(options: RunningOptions): Preparation<StandardizeState> {
  refuseUnknown('standardize', options, ['dimension', 'intercept', 'reach'])
  const { dimension, intercept = false, reach: given = 10 } = options
  positiveInteger('dimension', dimension)
  const reach = given === null ? Infinity : positive('reach', given)
  const reachAfter = (count: number): number => reach * Math.max(1, KNOWN / count)
  return {
    dimension,
    size: dimension + (intercept ? 1 : 0),
    description: { kind: 'standardize', dimension, intercept, reach: given },
    init: () => ({
      count: new Float64Array(dimension),
      mean: new Float64Array(dimension),
      squares: new Float64Array(dimension),
      outside: new Float64Array(dimension),
    }),
    apply({ count, mean, squares }, x, out) {
      for (let j = 0; j < dimension; j++) {
        const z = scaled(x[j], mean[j], Math.sqrt(squares[j] / count[j]))
        const most = reachAfter(count[j])
        // An infinite cell is for the caller to judge.
        if (!Number.isFinite(x[j])) out[j] = z
        else out[j] = Math.abs(z) > ABSURD * most ? 0 : Math.max(-most, Math.min(most, z))
      }
      if (intercept) out[dimension] = 1
    },
    observe({ count, mean, squares, outside }, x) {
      for (let j = 0; j < dimension; j++) {
        if (!(Math.abs(x[j]) <= LARGEST)) continue
        const sd = Math.sqrt(squares[j] / count[j])
        const far = Math.abs(x[j] - mean[j]) / (reachAfter(count[j]) * sd)
        const isOutside = far > 1
        outside[j] = isOutside ? Math.min(REPEATEDLY, outside[j] + 1) : Math.max(0, outside[j] - FORGOTTEN)
        if (squares[j] > 0 && far > ABSURD && outside[j] < REPEATEDLY) continue
        const believed = isOutside && outside[j] < REPEATEDLY ? reachAfter(count[j]) : FARTHEST
        const limit = squares[j] > 0 ? believed * sd : LARGEST
        const before = Math.max(-limit, Math.min(limit, x[j] - mean[j]))
        const change = before / ++count[j]
        mean[j] += change
        squares[j] += before * (before - change)
      }
    },
  }
}

/** Standardisation by the mean and population deviation of a whole file; a constant column becomes 0. */
export function standardizeFile(
  { mean, sd }: Pick<ColumnStatistics, 'mean' | 'sd'>,
  options: PreparationOptions = {},
): Preparation<null> {
  return affine(mean, sd, options)
}

/** Each column scaled to 0 … 1 by its least and largest value in a whole file; a constant column becomes 0. */
export function minmaxFile(
  { min, max }: Pick<ColumnStatistics, 'min' | 'max'>,
  options: PreparationOptions = {},
): Preparation<null> {
  return affine(
    min,
    min.map((least, j) => max[j] - least),
    options,
  )
}

/** Features as they are, with an intercept on request. */
export function asIs(options: StandardizeOptions): Preparation<null> {
  refuseUnknown('asIs', options, ['dimension', 'intercept'])
  const { dimension, intercept = false } = options
  positiveInteger('dimension', dimension)
  return affine(new Float64Array(dimension), new Float64Array(dimension).fill(1), { intercept })
}

function affine(center: Float64Array, scale: Float64Array, options: PreparationOptions): Preparation<null> {
  refuseUnknown('a preparation', options, ['intercept'])
  const { intercept = false } = options
  const dimension = center.length
  return {
    dimension,
    size: dimension + (intercept ? 1 : 0),
    description: { kind: 'affine', center: Array.from(center), scale: Array.from(scale), intercept },
    init: () => null,
    apply(_state, x, out) {
      for (let j = 0; j < dimension; j++) out[j] = scaled(x[j], center[j], scale[j])
      if (intercept) out[dimension] = 1
    },
    observe() {},
  }
}

function scaled(x: number, center: number, scale: number): number {
  if (scale > 0) return (x - center) / scale
  return Number.isFinite(x) ? 0 : x
}

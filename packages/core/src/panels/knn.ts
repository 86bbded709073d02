import type { Axis } from '../base/grid.ts'
import { type Options, options } from '../base/options.ts'
import { roomFor } from '../base/room.ts'
import { floats, from, shape, whole } from '../base/shape.ts'
import { choice, keptRounds } from '../base/values.ts'
import { square } from '../math/powers.ts'
import type { Rule } from '../nouns/panel.ts'
import {
  type Prediction,
  predictPrior,
  REGRESSOR,
  type RegressorOptions,
  ruleOf,
  type Setting,
} from './regressor.ts'

export interface KnnOptions extends RegressorOptions {
  /** Number k of neighbours. @default 5 */
  readonly neighbours?: Axis<number>
  /** Rounds that are remembered. @default 1000 */
  readonly window?: Axis<number>
  /** Neighbours count alike, or by the inverse of their distance. @default 'mean' */
  readonly weighting?: Axis<'mean' | 'distance'>
}

export const KNN: Options<KnnOptions, 'noise'> = options('knn', {
  ...REGRESSOR,
  neighbours: { axis: keptRounds, default: 5 },
  window: { axis: keptRounds, default: 1000 },
  weighting: {
    axis: choice('mean', 'distance'),
    default: 'mean',
  },
})

/** A ring of the last `window` examples; `next` is where the coming one goes. */
export interface KnnState {
  readonly x: Float64Array
  readonly y: Float64Array
  size: number
  next: number
}

/** The nearest so far, nearest first. */
interface Nearest {
  size: number
  readonly distance: Float64Array
  readonly y: Float64Array
}

// Oldest first and strictly nearer to overtake: among equals the oldest wins.
function search(state: KnnState, x: Float64Array, nearest: Nearest): void {
  const capacity = nearest.distance.length
  const { size, y } = state
  const window = y.length
  let worst = Infinity
  nearest.size = 0
  for (let i = 0, at = size < window ? 0 : state.next; i < size; i++, at = at + 1 === window ? 0 : at + 1) {
    const full = nearest.size === capacity
    const distance = squaredDistance(state.x, at * x.length, x, full ? worst : Infinity)
    if (full && distance >= worst) continue
    let slot = full ? capacity - 1 : nearest.size++
    for (; slot > 0 && nearest.distance[slot - 1] > distance; slot--) {
      nearest.distance[slot] = nearest.distance[slot - 1]
      nearest.y[slot] = nearest.y[slot - 1]
    }
    nearest.distance[slot] = distance
    nearest.y[slot] = y[at]
    worst = nearest.distance[nearest.size - 1]
  }
}

/** ‖a − x‖², or some number from `enough` on if it is that much: most examples are too far after a few features. */
function squaredDistance(a: Float64Array, start: number, x: Float64Array, enough: number): number {
  const d = x.length
  let sum = 0
  let j = 0
  for (; j + 3 < d; j += 4) {
    const g0 = a[start + j] - x[j]
    const g1 = a[start + j + 1] - x[j + 1]
    const g2 = a[start + j + 2] - x[j + 2]
    const g3 = a[start + j + 3] - x[j + 3]
    sum += g0 * g0 + g1 * g1 + (g2 * g2 + g3 * g3)
    if (sum >= enough) return sum
  }
  for (; j < d; j++) {
    const gap = a[start + j] - x[j]
    sum += gap * gap
  }
  return sum
}

function weightOf({ distance }: Nearest, i: number, byDistance: boolean): number {
  return byDistance ? 1 / Math.sqrt(distance[i]) : 1
}

function summarise(nearest: Nearest, weighting: Setting<KnnOptions>['weighting'], out: Prediction): void {
  const { size, distance, y } = nearest
  const atOnce = distance[0] === 0
  // Neighbours at distance 0, or all at distances without a finite inverse, count alike.
  const byDistance = weighting === 'distance' && !atOnce && distance[0] < Infinity
  let total = 0
  for (let i = 0; i < size; i++) total += weightOf(nearest, i, byDistance)
  let mean = 0
  for (let i = 0; i < size; i++) mean += (weightOf(nearest, i, byDistance) / total) * y[i]
  let variance = 0
  for (let i = 0; i < size; i++) variance += (weightOf(nearest, i, byDistance) / total) * square(y[i] - mean)
  out.mean = atOnce ? y[0] : mean
  if (size < 2) return
  out.residual = (variance * size) / (size - 1)
  out.spread = out.residual / size
}

/**
 * k nearest neighbours over a sliding window, by exact search in Euclidean distance.
 *
 * An example at distance 0 speaks alone. The variance is that of the neighbours' outcomes.
 */
export function knn(given: KnnOptions = {}): Rule<{ readonly experts: KnnState[] }> {
  return ruleOf<KnnOptions, KnnState>('knn', KNN, given, (setting, { dimension }) => {
    const { neighbours, window, weighting, priorVariance } = setting
    const query = new Float64Array(dimension)
    const nearest = { size: 0, distance: new Float64Array(neighbours), y: new Float64Array(neighbours) }
    return {
      init: shape<KnnState>({
        x: from(floats(window * dimension), () => roomFor(window, dimension)),
        y: floats(window),
        size: whole(0, window),
        next: whole(
          ({ size }: KnnState) => (size < window ? size : 0),
          ({ size }: KnnState) => (size < window ? size : window - 1),
        ),
      }),
      predict(state, x, out) {
        predictPrior(out, priorVariance)
        if (state.size === 0) return
        for (let j = 0; j < dimension; j++) query[j] = x[j]
        search(state, query, nearest)
        summarise(nearest, weighting, out)
      },
      update(state, x, y) {
        for (let j = 0; j < dimension; j++) state.x[state.next * dimension + j] = x[j]
        state.y[state.next] = y
        state.next = state.next + 1 === window ? 0 : state.next + 1
        if (state.size < window) state.size++
      },
    }
  })
}

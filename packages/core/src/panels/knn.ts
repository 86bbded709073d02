import type { Axis } from '../base/grid.ts'
import { type Options, options } from '../base/options.ts'
import { expectWhole } from '../base/save/shape.ts'
import { also, ints, shape } from '../base/shape.ts'
import { choice, keptRounds } from '../base/values.ts'
import { square } from '../math/powers.ts'
import type { Rule, Settings } from '../nouns/panel.ts'
import { describeRule } from './describeRule.ts'
import type { Prediction, RegressorOptions, Setting } from './regressor.ts'
import { isNoisy, predictPrior, REGRESSOR, writePrediction } from './regressor.ts'
import { placeOf, pushRow, type Rows, rowsOf } from './rows.ts'

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

/** The last examples, and how many of them each expert remembers. Plain data. */
export interface KnnState {
  readonly rows: Rows
  readonly sizes: Int32Array
}

/** The nearest so far, nearest first. */
interface Nearest {
  size: number
  readonly distance: Float64Array
  readonly y: Float64Array
}

// Oldest first and strictly nearer to overtake: among equals the oldest wins.
function search(rows: Rows, size: number, x: Float64Array, nearest: Nearest): void {
  const capacity = nearest.distance.length
  const { xs, ys, count } = rows
  let worst = Infinity
  nearest.size = 0
  for (let i = count - size, at = placeOf(rows, i); i < count; i++) {
    const full = nearest.size === capacity
    const distance = squaredDistance(xs, at * x.length, x, full ? worst : Infinity)
    const y = ys[at]
    at = at + 1 === ys.length ? 0 : at + 1
    if (full && distance >= worst) continue
    let slot = full ? capacity - 1 : nearest.size++
    for (; slot > 0 && nearest.distance[slot - 1] > distance; slot--) {
      nearest.distance[slot] = nearest.distance[slot - 1]
      nearest.y[slot] = nearest.y[slot - 1]
    }
    nearest.distance[slot] = distance
    nearest.y[slot] = y
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

/** What the nearest k say. */
function summarise(
  nearest: Nearest,
  k: number,
  weighting: Setting<KnnOptions>['weighting'],
  out: Prediction,
): void {
  const { distance, y } = nearest
  const size = Math.min(k, nearest.size)
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
export function knn(given: KnnOptions = {}): Rule<KnnState> {
  const points = KNN.points(given)
  const settings = points as readonly unknown[] as readonly Settings[]
  // All experts remember the same examples, and one search serves those that remember equally many.
  const longest = Math.max(...points.map(({ window }) => window))
  const most = Math.max(...points.map(({ neighbours }) => neighbours))
  return {
    description: describeRule('knn', settings),
    bind(context) {
      const { dimension } = context
      const noisy = isNoisy(context)
      const query = new Float64Array(dimension)
      const found = points.map(
        (): Nearest => ({ size: 0, distance: new Float64Array(most), y: new Float64Array(most) }),
      )
      const prediction: Prediction = { mean: 0, spread: 0, residual: 0 }
      return {
        capacity: points.length,
        settings: () => settings,
        init: shape<KnnState>({
          rows: rowsOf(longest, dimension),
          sizes: also(ints(points.length), (sizes, path, state) => {
            const { rows } = state as KnnState
            for (const [k, size] of sizes.entries())
              expectWhole(`${path}[${k}]`, size, 0, Math.min(rows.count, points[k].window))
          }),
        }),
        restart({ sizes }, expert) {
          sizes[expert] = 0
        },
        predict({ rows, sizes }, x, out) {
          for (let j = 0; j < dimension; j++) query[j] = x[j]
          for (let k = 0; k < points.length; k++) {
            const { neighbours, weighting, priorVariance } = points[k]
            predictPrior(prediction, priorVariance)
            const first = sizes.indexOf(sizes[k])
            if (first === k) search(rows, sizes[k], query, found[k])
            if (sizes[k] > 0) summarise(found[first], neighbours, weighting, prediction)
            writePrediction(prediction, points[k], noisy, out, k)
          }
        },
        update({ rows, sizes }, x, y) {
          pushRow(rows, longest, x, y)
          for (let k = 0; k < points.length; k++) sizes[k] = Math.min(sizes[k] + 1, points[k].window)
        },
      }
    },
  }
}

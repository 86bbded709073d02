import type { Axis } from '../base/grid.ts'
import { type Options, options } from '../base/options.ts'
import { shape } from '../base/shape.ts'
import { choice, keptRounds } from '../base/values.ts'
import type { ClassPanel, ClassRule } from '../nouns/classRule.ts'
import type { Features } from '../nouns/panel.ts'
import { placeOf, pushRow, type Rows, rowsOf } from '../panels/rows.ts'
import { type ClassMeans, classMeansOf, observeMeans } from './classMeans.ts'
import { writeFrequencies } from './frequencies.ts'

export interface ClassNeighboursOptions {
  /** Number k of neighbours. @default 10 */
  readonly neighbours?: number
  /** Rounds that are remembered. @default 500 */
  readonly window?: number
  /** How much more the features count in which classes differ. @default ['full', 'half'] */
  readonly focus?: Axis<'full' | 'half' | 'none'>
}

export const CLASS_NEIGHBOURS: Options<ClassNeighboursOptions> = /* @__PURE__ */ options('classNeighbours', {
  neighbours: { value: keptRounds, default: 10 },
  window: { value: keptRounds, default: 500 },
  focus: { axis: choice('full', 'half', 'none'), default: ['full', 'half'] },
})

export interface ClassNeighboursState {
  readonly rows: Rows
  readonly means: ClassMeans
}

interface Plan {
  readonly neighbours: number
  readonly window: number
  readonly focuses: readonly ('full' | 'half' | 'none')[]
  readonly dimension: number
}

/** What a feature in which classes do not differ still counts, of the F statistic of one that does. */
const LEAST_FOCUS = 0.02
/** Rows that the plain frequencies count among the neighbours. */
const PRIOR = 1
/** Of the distance of the farthest neighbour, added to each: one that lies at x itself does not speak alone. */
const NEAREST = 0.1

/**
 * The classes of the k nearest rows, in units in which classes differ.
 *
 *     r² = Σ sⱼ(xⱼ − x'ⱼ)²,   sⱼ ∝ Fⱼ − 1 (full), its root (half) or 1,   Fⱼ = variance of class means / variance within classes
 *
 * So features that say nothing of the class do not drown those that do. A neighbour counts by 1/(r/r_k + 0.1).
 */
export function classNeighbours(given: ClassNeighboursOptions = {}): ClassRule<ClassNeighboursState> {
  const { neighbours, window } = CLASS_NEIGHBOURS.read(given)
  const focuses = CLASS_NEIGHBOURS.points(given).map(({ focus }) => focus)
  return {
    description: { kind: 'class-neighbours', neighbours, window, focus: focuses },
    bind: ({ dimension }) => neighboursOf({ neighbours, window, focuses, dimension }),
  }
}

function neighboursOf({ neighbours, window, focuses, dimension }: Plan): ClassPanel<ClassNeighboursState> {
  const scales = new Float64Array(dimension)
  const distances = new Float64Array(neighbours)
  const places = new Int32Array(neighbours)
  let found = 0

  /** The nearest rows, nearest first; among equals the oldest. */
  function search(rows: Rows, x: Features): void {
    const { xs, count } = rows
    found = 0
    for (let i = 0; i < count; i++) {
      const place = placeOf(rows, i)
      const worst = found < neighbours ? Infinity : distances[neighbours - 1]
      let sum = 0
      for (let j = 0, at = place * dimension; j < dimension && sum < worst; j++, at++) {
        const gap = xs[at] - x[j]
        sum += scales[j] * gap * gap
      }
      if (!(sum < worst)) continue
      let slot = found < neighbours ? found++ : neighbours - 1
      for (; slot > 0 && distances[slot - 1] > sum; slot--) {
        distances[slot] = distances[slot - 1]
        places[slot] = places[slot - 1]
      }
      distances[slot] = sum
      places[slot] = place
    }
  }

  return {
    capacity: focuses.length,
    init: shape<ClassNeighboursState>({
      rows: rowsOf(window, dimension),
      means: classMeansOf(dimension, 1),
    }),
    predict({ rows, means }, x, classes, out) {
      focuses.forEach((focus, k) => {
        const at = k * classes
        writeFrequencies(means.counts, classes, out, at)
        writeScales(means, focus, scales)
        search(rows, x)
        if (found === 0) return
        const unit = Math.sqrt(distances[found - 1]) || 1
        for (let c = 0; c < classes; c++) out[at + c] *= PRIOR
        let total = PRIOR
        for (let i = 0; i < found; i++) {
          const weight = 1 / (Math.sqrt(distances[i]) / unit + NEAREST)
          out[at + rows.ys[places[i]]] += weight
          total += weight
        }
        for (let c = 0; c < classes; c++) out[at + c] /= total
      })
    },
    update({ rows, means }, x, y, classes) {
      pushRow(rows, window, x, y)
      observeMeans(means, x, y, classes)
    },
  }
}

/** sⱼ, of which the largest is 1. */
function writeScales(
  { counts, within, around }: ClassMeans,
  focus: 'full' | 'half' | 'none',
  scales: Float64Array,
): void {
  const classes = counts.length
  let rows = 0
  for (let c = 0; c < classes; c++) rows += counts[c]
  const inside = Math.max(1, rows - classes)
  let most = 0
  for (let j = 0; j < scales.length; j++) {
    const between = Math.max(0, around[j] - within[j]) / Math.max(1, classes - 1)
    const excess = Math.max(LEAST_FOCUS, (between * inside) / within[j] - 1)
    scales[j] = focus === 'full' ? excess : focus === 'half' ? Math.sqrt(excess) : 1
    most = Math.max(most, scales[j])
  }
  for (let j = 0; j < scales.length; j++) scales[j] /= most
}

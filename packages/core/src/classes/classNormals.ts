import type { Axis } from '../base/grid.ts'
import { type Options, options } from '../base/options.ts'
import { finites, from, real, shape } from '../base/shape.ts'
import { choice } from '../base/values.ts'
import { square } from '../math/powers.ts'
import type { ClassPanel, ClassRule } from '../nouns/classRule.ts'
import type { Features } from '../nouns/panel.ts'
import { type ClassMeans, classMeansOf, observeMeans } from './classMeans.ts'
import { writeFrequencies } from './frequencies.ts'
import { grown } from './grown.ts'
import { softmax } from './softmax.ts'

export interface ClassNormalsOptions {
  /** One covariance for all classes, or for each class variances of its own, features taken as independent. @default ['shared', 'own'] */
  readonly spread?: Axis<'shared' | 'own'>
}

export const CLASS_NORMALS: Options<ClassNormalsOptions> = /* @__PURE__ */ options('classNormals', {
  spread: { axis: choice('shared', 'own'), default: ['shared', 'own'] },
})

export interface ClassNormalsState {
  readonly means: ClassMeans
  /** S⁻¹ of the scatter S within classes, row-major, and the rows that S counts. */
  readonly precision: Float64Array
  rows: number
  /** Σ(x − mean)² of each feature, class by class. */
  scatter: Float64Array
}

/** Rows of nothing: in the mean of a class, in a scatter of its own, in that of all. */
const MEAN_PRIOR = 1
const OWN_PRIOR = 2
const SHARED_PRIOR = 1
/** Added to a variance: what never varied within a class must not be certain. */
const LEAST_VARIANCE = 1e-9

/**
 * What x is like in each class: a normal distribution whose mean and spread are learnt, so that Bayes’ rule says how
 * probable each class is at x. It needs few rows of a class, and costs the same however many there are of others.
 *
 *     shared   discriminant analysis (Fisher 1936): one covariance, the tails of a Student distribution
 *     own      naive Bayes: a variance for each class and feature, shrunk to that of all classes
 *
 * Means are shrunk to that of all rows. For features in standard units.
 */
export function classNormals(given: ClassNormalsOptions = {}): ClassRule<ClassNormalsState> {
  const spreads = CLASS_NORMALS.points(given).map(({ spread }) => spread)
  return {
    description: { kind: 'class-normals', spread: spreads },
    bind: ({ dimension }) => normalsOf(spreads, dimension),
  }
}

function normalsOf(spreads: readonly ('shared' | 'own')[], d: number): ClassPanel<ClassNormalsState> {
  const gap = new Float64Array(d)
  const turned = new Float64Array(d)

  function logShared({ means, precision, rows }: ClassNormalsState, x: Features, c: number): number {
    const wider = 1 + 1 / setGap(means, x, c, gap)
    const tails = rows + 1
    const far = (rows * distance(precision, gap, turned)) / (wider * tails)
    return -0.5 * (d * Math.log(wider) + (tails + d) * Math.log1p(far))
  }

  function logOwn({ means, rows, scatter }: ClassNormalsState, x: Features, c: number): number {
    const wider = 1 + 1 / setGap(means, x, c, gap)
    const n = means.counts[c] ?? 0
    const tails = n + OWN_PRIOR
    let sum = 0
    for (let j = 0; j < d; j++) {
      const typical = means.within[j] / rows
      const variance = (wider * ((n > 0 ? scatter[c * d + j] : 0) + OWN_PRIOR * typical)) / tails
      const safe = variance + LEAST_VARIANCE
      sum -= 0.5 * (Math.log(safe) + (tails + 1) * Math.log1p(square(gap[j]) / (safe * tails)))
    }
    return sum
  }

  return {
    capacity: spreads.length,
    init: shape<ClassNormalsState>({
      means: classMeansOf(d, SHARED_PRIOR),
      precision: from(finites(d * d), () => firstPrecision(d)),
      rows: real(SHARED_PRIOR),
      scatter: finites(({ means }: ClassNormalsState) => means.means.length),
    }),
    predict(state, x, classes, out) {
      spreads.forEach((spread, k) => {
        const at = k * classes
        writeFrequencies(state.means.counts, classes, out, at)
        if (state.rows < SHARED_PRIOR + 2) return
        const logOf = spread === 'shared' ? logShared : logOwn
        for (let c = 0; c < classes; c++) out[at + c] = Math.log(out[at + c]) + logOf(state, x, c)
        softmax(out, at, classes)
      })
    },
    update(state, x, y, classes) {
      const counted = setGap(state.means, x, y, gap)
      const root = Math.sqrt(counted / (counted + 1))
      for (let j = 0; j < d; j++) gap[j] *= root
      const scale = 1 + distance(state.precision, gap, turned)
      const { precision } = state
      for (let i = 0; i < d; i++) {
        const part = turned[i] / scale
        for (let j = 0; j < d; j++) precision[i * d + j] -= part * turned[j]
      }
      state.rows++
      state.scatter = grown(state.scatter, classes * d)
      observeMeans(state.means, x, y, classes, state.scatter)
    },
  }
}

/** gap ← x less the shrunk mean of a class; returns what the mean counts in rows. */
function setGap({ counts, means, mean }: ClassMeans, x: Features, c: number, gap: Float64Array): number {
  const d = gap.length
  const n = counts[c] ?? 0
  for (let j = 0; j < d; j++) {
    const centre = n > 0 ? (n * means[c * d + j] + MEAN_PRIOR * mean[j]) / (n + MEAN_PRIOR) : mean[j]
    gap[j] = x[j] - centre
  }
  return n + MEAN_PRIOR
}

/** gapᵀS⁻¹gap; `turned` ← S⁻¹gap. */
function distance(precision: Float64Array, gap: Float64Array, turned: Float64Array): number {
  const d = gap.length
  let sum = 0
  for (let i = 0; i < d; i++) {
    let part = 0
    for (let j = 0; j < d; j++) part += precision[i * d + j] * gap[j]
    turned[i] = part
    sum += part * gap[i]
  }
  return sum
}

function firstPrecision(d: number): Float64Array {
  const precision = new Float64Array(d * d)
  for (let i = 0; i < d; i++) precision[i * (d + 1)] = 1 / SHARED_PRIOR
  return precision
}

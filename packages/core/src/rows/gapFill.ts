import { choleskyFactor, solveLower, solveLowerTransposed } from '../math/cholesky.ts'

/** Running moments of d numbers seen together. Plain data. */
export interface GapFillState {
  count: number
  readonly mean: Float64Array
  /** Row-major d × d: Σ(v − mean)(v − mean)ᵀ. */
  readonly scatter: Float64Array
}

/** Fills missing numbers of a vector from those that are there. */
export interface GapFill {
  init(): GapFillState
  /** Overwrites the NaN among the numbers. */
  fill(state: GapFillState, numbers: Float64Array): void
  observe(state: GapFillState, numbers: Float64Array): void
}

/** Share of its own variance that is added to each number, so that two equal columns can be told apart. */
const RIDGE = 1e-6

/**
 * Missing numbers by their conditional mean under a normal distribution with the moments of the past.
 *
 *     v_M = μ_M + Σ_MO (Σ_OO + ridge)⁻¹ (v_O − μ_O)
 *
 * In standard units, so that no column's unit matters. A round without a gap costs O(d²), with one O(d³).
 */
export function gapFill(d: number): GapFill {
  const known = new Int32Array(d)
  const matrix = new Float64Array(d * d)
  const factor = new Float64Array(d * d)
  const solved = new Float64Array(d)
  return {
    init: () => ({ count: 0, mean: new Float64Array(d), scatter: new Float64Array(d * d) }),
    fill({ count, mean, scatter }, numbers) {
      let n = 0
      for (let j = 0; j < d; j++) {
        if (!Number.isNaN(numbers[j]) && scatter[j * (d + 1)] > 0) known[n++] = j
      }
      let usable = count > n + 2 ? n : 0
      for (let i = 0; i < usable; i++) {
        const a = known[i]
        for (let k = 0; k <= i; k++) matrix[i * usable + k] = correlation(scatter, d, a, known[k])
        matrix[i * usable + i] += RIDGE
        solved[i] = (numbers[a] - mean[a]) / Math.sqrt(scatter[a * (d + 1)] / count)
      }
      // Where columns cannot be told apart even so, their means must do.
      if (usable > 0 && choleskyFactor(matrix, usable, factor) >= 0) usable = 0
      if (usable > 0) {
        solveLower(factor, usable, solved)
        solveLowerTransposed(factor, usable, solved)
      }
      for (let j = 0; j < d; j++) {
        if (!Number.isNaN(numbers[j])) continue
        let sum = 0
        if (scatter[j * (d + 1)] > 0) {
          for (let i = 0; i < usable; i++) sum += correlation(scatter, d, j, known[i]) * solved[i]
        }
        const sd = count > 0 ? Math.sqrt(scatter[j * (d + 1)] / count) : 0
        numbers[j] = mean[j] + sd * (Number.isFinite(sum) ? Math.max(-5, Math.min(5, sum)) : 0)
      }
    },
    observe(state, numbers) {
      const { mean, scatter } = state
      state.count++
      for (let j = 0; j < d; j++) solved[j] = numbers[j] - mean[j]
      for (let j = 0; j < d; j++) mean[j] += solved[j] / state.count
      for (let i = 0; i < d; i++) {
        const after = numbers[i] - mean[i]
        for (let k = 0; k <= i; k++) scatter[i * d + k] += after * solved[k]
      }
    },
  }
}

function correlation(scatter: Float64Array, d: number, a: number, b: number): number {
  const [i, k] = a > b ? [a, b] : [b, a]
  // Two roots, because the product may overflow.
  return scatter[i * d + k] / Math.sqrt(scatter[a * (d + 1)]) / Math.sqrt(scatter[b * (d + 1)])
}

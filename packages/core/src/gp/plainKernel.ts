import type { Features } from '../panel.ts'
import type { Family } from './family.ts'
import { smoothExp } from './smoothExp.ts'

/** Writes, for each kind of kernel, its row of x against the first `count` points, points one after another. */
export function kernelRows(
  family: Family,
  points: Float64Array,
  count: number,
  x: Features,
  rows: readonly Float64Array[],
): void {
  const { dimension: d, squares, sizes, bandwidths } = family
  for (let i = 0; i < count; i++) {
    let kind = 0
    for (let g = 0; g < sizes.length; g++) {
      let distance = 0
      for (let j = 0; j < d; j++) {
        const z = points[i * d + j] - x[j]
        distance += z * z * squares[g][j]
      }
      for (const last = kind + sizes[g]; kind < last; kind++) {
        rows[kind][i] = smoothExp(-(distance * bandwidths[kind]))
      }
    }
  }
}

import type { Features } from '../../nouns/panel.ts'
import type { Points } from '../kernels/index.ts'
import type { Family } from './family.ts'
import { kernelExp } from './kernelExp.ts'

/** The rows of kernel values of one x against stored points, a row and c(x, x) for each kind of kernel. */
export interface Rows {
  readonly rows: readonly Float64Array[]
  readonly priors: Float64Array
}

export function createRows({ bandwidths, others }: Family, length: number): Rows {
  const kinds = bandwidths.length + others.length
  return {
    rows: Array.from({ length: kinds }, () => new Float64Array(length)),
    priors: new Float64Array(kinds).fill(1),
  }
}

/** Fills in the rows of x against the first `count` points, points one after another. */
export function fillRows(family: Family, points: Float64Array, count: number, x: Features, out: Rows): void {
  const { dimension: d, squares, sizes, bandwidths, others } = family
  const { rows, priors } = out
  for (let i = 0; i < count; i++) {
    let kind = 0
    for (let g = 0; g < sizes.length; g++) {
      let distance = 0
      for (let j = 0; j < d; j++) {
        const z = points[i * d + j] - x[j]
        distance += z * z * squares[g][j]
      }
      for (const last = kind + sizes[g]; kind < last; kind++) {
        rows[kind][i] = kernelExp(-(distance * bandwidths[kind]))
      }
    }
  }
  if (others.length === 0) return
  const view: Points = { values: points, from: 0, across: 1, along: d, count }
  others.forEach((kernel, o) => {
    const kind = bandwidths.length + o
    kernel.row(x, view, rows[kind], 0)
    priors[kind] = kernel.prior(x)
  })
}

import { normalCdf, normalPdf } from './normal.ts'

/** How far from 0 the table reaches. */
export const REACH = 8
/** Cells a unit of z. */
const FINENESS = 64
/** The cell around 0. */
const MIDDLE = REACH * FINENESS
/** Coefficients a cell. */
const TERMS = 7

/**
 * The integral of the normal distribution function, G(z) = zΦ(z) + φ(z), and Φ = G′, for loops that ask again and again:
 * Taylor polynomials around the centres of short cells, exact to a few units of 1e-16.
 */
export type NormalTable = Float64Array

let table: NormalTable | undefined

/** The table, made when it is first asked for. */
export function normalTable(): NormalTable {
  table ??= createTable()
  return table
}

/** With φ⁽ᵐ⁺¹⁾ = −zφ⁽ᵐ⁾ − mφ⁽ᵐ⁻¹⁾: G⁽ᵐ⁺²⁾ = φ⁽ᵐ⁾. */
function createTable(): NormalTable {
  const table = new Float64Array((2 * MIDDLE + 1) * TERMS)
  for (let cell = 0; cell <= 2 * MIDDLE; cell++) {
    const z = (cell - MIDDLE) / FINENESS
    const terms = table.subarray(cell * TERMS, (cell + 1) * TERMS)
    terms[0] = z * normalCdf(z) + normalPdf(z)
    terms[1] = normalCdf(z)
    let before = 0
    let derivative = normalPdf(z)
    let factorial = 2
    for (let m = 0; m + 2 < TERMS; m++) {
      terms[m + 2] = derivative / factorial
      factorial *= m + 3
      const next = -z * derivative - m * before
      before = derivative
      derivative = next
    }
  }
  return table
}

/** G(z) for |z| < REACH; Φ(z), which the same coefficients give, goes into `cdfs[at]`. */
export function integralOf(table: NormalTable, z: number, cdfs: Float64Array, at: number): number {
  const cell = (z * FINENESS + (MIDDLE + 0.5)) | 0
  const d = z - (cell - MIDDLE) / FINENESS
  const dd = d * d
  const i = cell * TERMS
  const c1 = table[i + 1]
  const c2 = table[i + 2]
  const c3 = table[i + 3]
  const c4 = table[i + 4]
  const c5 = table[i + 5]
  const c6 = table[i + 6]
  cdfs[at] = c1 + 2 * d * c2 + dd * (3 * c3 + 4 * d * c4 + dd * (5 * c5 + 6 * d * c6))
  return table[i] + d * c1 + dd * (c2 + d * c3 + dd * (c4 + d * c5 + dd * c6))
}

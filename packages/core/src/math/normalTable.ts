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

/** G(z) for |z| < REACH. */
export function integralOf(table: NormalTable, z: number): number {
  const cell = (z * FINENESS + (MIDDLE + 0.5)) | 0
  const d = z - (cell - MIDDLE) / FINENESS
  const dd = d * d
  const i = cell * TERMS
  const low = table[i] + d * table[i + 1]
  const high = table[i + 4] + d * table[i + 5] + dd * table[i + 6]
  return low + dd * (table[i + 2] + d * table[i + 3] + dd * high)
}

/** Φ(z) for |z| < REACH: the derivative of the same polynomials. */
export function cdfOf(table: NormalTable, z: number): number {
  const cell = (z * FINENESS + (MIDDLE + 0.5)) | 0
  const d = z - (cell - MIDDLE) / FINENESS
  const dd = d * d
  const i = cell * TERMS
  const low = table[i + 1] + 2 * d * table[i + 2]
  return low + dd * (3 * table[i + 3] + 4 * d * table[i + 4] + dd * (5 * table[i + 5] + 6 * d * table[i + 6]))
}

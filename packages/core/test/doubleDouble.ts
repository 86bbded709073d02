/** Numbers of some 32 digits as unevaluated sums high + low, kept in pairs of arrays: an oracle for factorisations. */

/** Where the last operation left its result. */
export const result = { high: 0, low: 0 }

const SPLIT = 134217729

function set(high: number, low: number): void {
  const sum = high + low
  result.low = low - (sum - high)
  result.high = sum
}

/** (a + b) for double-doubles. */
export function add(ah: number, al: number, bh: number, bl: number): void {
  const s = ah + bh
  const t = s - ah
  const error = ah - (s - t) + (bh - t)
  set(s, error + al + bl)
}

export function multiply(ah: number, al: number, bh: number, bl: number): void {
  const p = ah * bh
  let c = SPLIT * ah
  const x = c - (c - ah)
  c = SPLIT * bh
  const y = c - (c - bh)
  const error = x * y - p + x * (bh - y) + (ah - x) * y + (ah - x) * (bh - y)
  set(p, error + (ah * bl + al * bh))
}

export function divide(ah: number, al: number, bh: number, bl: number): void {
  const q = ah / bh
  multiply(q, 0, bh, bl)
  add(ah, al, -result.high, -result.low)
  const rest = result.high / bh
  set(q, rest)
}

export function squareRoot(ah: number, al: number): void {
  const root = Math.sqrt(ah)
  multiply(root, 0, root, 0)
  add(ah, al, -result.high, -result.low)
  set(root, result.high / (2 * root))
}

/** Lower factor of a symmetric matrix of doubles, row by row, with further rows solved against it. */
export function factor(
  rows: readonly Float64Array[],
  n: number,
): { high: Float64Array[]; low: Float64Array[] } {
  const high = rows.map((row) => Float64Array.from(row))
  const low = rows.map((row) => new Float64Array(row.length))
  for (let i = 0; i < rows.length; i++) {
    const [hi, li] = [high[i], low[i]]
    for (let j = 0; j <= Math.min(i, n - 1); j++) {
      const [hj, lj] = [high[j], low[j]]
      let sh = hi[j]
      let sl = 0
      for (let q = 0; q < j; q++) {
        multiply(hi[q], li[q], hj[q], lj[q])
        add(sh, sl, -result.high, -result.low)
        sh = result.high
        sl = result.low
      }
      if (j === i) squareRoot(sh, sl)
      else divide(sh, sl, hj[j], lj[j])
      hi[j] = result.high
      li[j] = result.low
    }
  }
  return { high, low }
}

/** Σ aᵢbᵢ, left in `result`. */
export function dot(ah: Float64Array, al: Float64Array, bh: Float64Array, bl: Float64Array, n: number): void {
  let sh = 0
  let sl = 0
  for (let i = 0; i < n; i++) {
    multiply(ah[i], al[i], bh[i], bl[i])
    add(sh, sl, result.high, result.low)
    sh = result.high
    sl = result.low
  }
  result.high = sh
  result.low = sl
}

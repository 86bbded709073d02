/**
 * Weighted count, mean and scatter S = Σw(y − mean)², three numbers from `at` on in a flat array.
 *
 * West's (1979) update and Chan, Golub & LeVeque's (1983) sums and differences.
 */
export type Moments = Float64Array

export function observe(into: Moments, at: number, y: number, weight: number): void {
  const before = into[at + 1]
  const count = into[at] + weight
  const mean = before + (weight / count) * (y - before)
  into[at] = count
  into[at + 1] = mean
  into[at + 2] += weight * (y - before) * (y - mean)
}

/** out ← a + b. */
export function add(out: Moments, o: number, a: Moments, i: number, b: Moments, j: number): void {
  const n = a[i] + b[j]
  const gap = a[i + 1] - b[j + 1]
  const scatter = a[i + 2] + b[j + 2] + (gap * gap * a[i] * b[j]) / n
  out[o + 1] = (a[i] * a[i + 1] + b[j] * b[j + 1]) / n
  out[o] = n
  out[o + 2] = scatter
}

/** out ← a − b, where b was part of a. */
export function subtract(out: Moments, o: number, a: Moments, i: number, b: Moments, j: number): void {
  const rest = a[i] - b[j]
  const n = Math.max(rest, 0)
  const mean = rest > 0 ? (a[i] * a[i + 1] - b[j] * b[j + 1]) / rest : 0
  const gap = mean - b[j + 1]
  out[o + 2] = a[i + 2] - b[j + 2] - (gap * gap * n * b[j]) / (n + b[j])
  out[o] = n
  out[o + 1] = mean
}

/** The sample variance S/(n − 1); 0 for a count of 1 or less. */
export function variance(of: Moments, at: number): number {
  return of[at] > 1 ? of[at + 2] / (of[at] - 1) : 0
}

/** Degrees of freedom of the errors that scales are judged by: heavy tails, so that no single error moves a scale far. */
const FREEDOM = 4
/** Fisher information of a Student scale in log s. */
export const INFORMATION: number = (2 * FREEDOM) / (FREEDOM + 3)

/**
 * −log density of e/s in log s, Student's, but for a constant.
 *
 * @param square (e/s)²
 */
export function surprise(square: number, logScale: number): number {
  return logScale + 0.5 * (FREEDOM + 1) * Math.log1p(square / FREEDOM)
}

/** Its slope in −log s: in [−1, ν], whatever the error. */
export function pull(square: number): number {
  return square > 1e12 ? FREEDOM : ((FREEDOM + 1) * square) / (FREEDOM + square) - 1
}

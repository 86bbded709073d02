/** The nearest number whose square does not overflow, also summed over a long stream. */
export function withinSquares(x: number): number {
  return Math.max(-1e150, Math.min(1e150, x))
}

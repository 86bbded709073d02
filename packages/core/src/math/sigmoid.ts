/** 1/(1 + e⁻ᶻ). */
export function sigmoid(z: number): number {
  return 1 / (1 + Math.exp(-z))
}

/** log p/(1 − p). */
export function logit(p: number): number {
  return Math.log(p) - Math.log1p(-p)
}

/** 1.5·2⁵²: a number below 2⁵¹ that is added to it loses its fraction, so that + SHIFT − SHIFT rounds it. */
const SHIFT = 6755399441055744
/** 2⁻ᵏ. */
const POWERS = new Float64Array(1023)
for (let k = 0, power = 1; k < POWERS.length; k++, power /= 2) POWERS[k] = power

/**
 * exp(x) for x ≤ 0 as the compiled kernels compute it, operation by operation: relative error 1.5e-16; below −708 it
 * stays at 3e-308. `exp2x` in `assembly/gp/kernel.ts` must keep the same bits.
 */
export function kernelExp(x: number): number {
  const bounded = Math.max(x, -708)
  const n = bounded * Math.LOG2E + SHIFT - SHIFT
  const r = bounded - n * 6.9314718036912382e-1 - n * 1.9082149292705877e-10
  let p = 1 / 6227020800
  p = p * r + 1 / 479001600
  p = p * r + 1 / 39916800
  p = p * r + 1 / 3628800
  p = p * r + 1 / 362880
  p = p * r + 1 / 40320
  p = p * r + 1 / 5040
  p = p * r + 1 / 720
  p = p * r + 1 / 120
  p = p * r + 1 / 24
  p = p * r + 1 / 6
  p = p * r + 0.5
  return (p * (r * r) + r + 1) * POWERS[-n]
}

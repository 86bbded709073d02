import { normalCdf, normalPdf } from '../math/normal.ts'

/** 2η(2), 2η(4), …, where η(n) = 1 − 2⁻ⁿ + 3⁻ⁿ − … */
const COEFFICIENTS = [
  1.6449340668482264, 1.8940656589944918, 1.9711021825948702, 1.9924660037052957, 1.9980790151965431,
  1.9995153702877164, 1.9998783406919594, 1.9999695284298122, 1.9999923757392202, 1.9999980932231631,
]

/** Whether `wideSoftplus` errs by less than 1e-11. */
export function isWide(a: number, v: number): boolean {
  return v >= 1024 && a * a <= 64 * v
}

/**
 * E softplus(w) for w ~ N(a, s²) with a large s, or its first or second derivative in a.
 *
 *     E softplus(w) = E w₊ + Σⱼ 2η(2j + 2) φ⁽²ʲ⁾(a/s) / s²ʲ⁺¹
 *
 * softplus(w) − w₊ = log(1 + e^{−|w|}) is narrow beside the normal density, which is expanded around 0.
 */
export function wideSoftplus(a: number, s: number, derivative: 0 | 1 | 2): number {
  const c = a / s
  const density = normalPdf(c)
  const plain =
    derivative === 0 ? a * normalCdf(c) + s * density : derivative === 1 ? normalCdf(c) : density / s
  // φ⁽ⁿ⁾(c)/sⁿ⁺¹ by the recurrence of Hermite's polynomials.
  let last = 0
  let current = density / s
  let n = 0
  let sum = 0
  for (let j = 0; j < COEFFICIENTS.length; j++) {
    for (; n < 2 * j + derivative; n++) {
      const next = -(c * current + (n * last) / s) / s
      last = current
      current = next
    }
    sum += COEFFICIENTS[j] * current
  }
  return plain + sum
}

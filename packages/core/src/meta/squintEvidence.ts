import { erfc, erfcx } from '../math/normal.ts'
import { gaussLegendre } from '../math/quadrature.ts'

const RULE = /* @__PURE__ */ gaussLegendre(24)

/**
 * log ∫ exp(ηR − η²V) dη over η from 0 to ½, for V ≥ 0 and numbers of any size.
 *
 *     a = (R − V)/2√V,   b = R/2√V,   x = R/2 − V/4 = b² − a²
 *     a > 0           x + log(erfcx a − e⁻ˣ erfcx b) + ½ log(π/4V)
 *     b < 0           log(erfcx(−b) − eˣ erfcx(−a)) + ½ log(π/4V)
 *     a ≤ 0 ≤ b       b² + log(erfc a − erfc b) + ½ log(π/4V)
 *
 * Where R and V are small these differences cancel, and 24 nodes of Gauss and Legendre are exact. Where V is
 * nothing beside R the integral is (e^{R/2} − 1)/R.
 */
export function squintEvidence(regret: number, variance: number): number {
  if (Math.abs(regret) <= 24 && variance <= 48) return Math.log(byQuadrature(regret, variance))
  if (variance < 1e-15 * Math.abs(regret)) return withoutVariance(regret)
  const root = 2 * Math.sqrt(variance)
  const a = (regret - variance) / root
  const b = regret / root
  const x = regret / 2 - variance / 4
  const constant = 0.5 * Math.log(Math.PI / (4 * variance))
  if (a > 0) return constant + x + Math.log(erfcx(a) - Math.exp(-x) * erfcx(b))
  if (b < 0) return constant + Math.log(erfcx(-b) - Math.exp(x) * erfcx(-a))
  return constant + b * b + Math.log(erfc(a) - erfc(b))
}

function byQuadrature(regret: number, variance: number): number {
  const { nodes, weights } = RULE
  let sum = 0
  for (let i = 0; i < nodes.length; i++) {
    const rate = 0.25 * (1 + nodes[i])
    sum += weights[i] * Math.exp(rate * (regret - rate * variance))
  }
  return 0.25 * sum
}

function withoutVariance(regret: number): number {
  const half = regret / 2
  if (regret > 0) return half + Math.log1p(-Math.exp(-half)) - Math.log(regret)
  return Math.log(-Math.expm1(half)) - Math.log(-regret)
}

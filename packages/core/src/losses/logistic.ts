import type { Loss } from './loss.ts'
import { numericalLoss } from './numericalLoss.ts'

/** Logistic loss ℓ(z, y) = log(1 + e^{−yz}) for y = ±1; its integrals by quadrature. */
export const logistic: Loss = /* @__PURE__ */ numericalLoss({
  name: 'logistic',
  outcomes: 'sign',
  likelihood: true,
  at: (z, y) => softplus(-y * z),
  slope: (z, y) => -y / (1 + Math.exp(y * z)),
})

function softplus(w: number): number {
  return Math.max(0, w) + Math.log1p(Math.exp(-Math.abs(w)))
}

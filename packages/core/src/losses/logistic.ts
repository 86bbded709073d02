import type { Loss } from '../nouns/loss.ts'
import {
  sigmoid,
  sigmoidMean,
  sigmoidSlopeMean,
  softplus,
  softplusAnnealed,
  softplusMean,
} from './logisticIntegrals.ts'

/** Logistic loss ℓ(z, y) = log(1 + e^{−yz}) for y = ±1; its integrals by quadrature, to 1e-10. */
export const logistic: Loss = {
  name: 'logistic',
  outcomes: 'sign',
  likelihood: true,
  at: (z, y) => softplus(-y * z),
  slope: (z, y) => -y * sigmoid(-y * z),
  mean: (u, v, y) => (v === 0 ? softplus(-y * u) : softplusMean(-y * u, v)),
  du: (u, v, y) => -y * (v === 0 ? sigmoid(-y * u) : sigmoidMean(-y * u, v)),
  // Half of the mean curvature, by the heat equation.
  dv: (u, v, y) => (v === 0 ? 0 : 0.5 * sigmoidSlopeMean(-y * u, v)),
  annealed: (u, v, y, _noise, rate) => (v === 0 ? softplus(-y * u) : softplusAnnealed(-y * u, v, rate)),
}

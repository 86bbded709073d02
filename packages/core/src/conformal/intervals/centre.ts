/** The bias of a forecaster, learnt to be taken out. Plain data. */
export interface Centre {
  rounds: number
  /** What is added to every forecast. */
  bias: number
  /** Running mean of the corrected errors' sizes. */
  size: number
}

/** The step once there are enough rounds: a mean over about a hundred. */
const STEP = 0.02
/** Errors beyond this many mean sizes count as that many: no outlier moves the centre far. */
const FAR = 3

export function createCentre(): Centre {
  return { rounds: 0, bias: 0, size: 0 }
}

/**
 * Online gradient descent with a constant step on Huber's loss of the corrected error, after gradient equilibrium (Angelopoulos,
 * Jordan and Tibshirani 2025). Since each step is ηg, the gradients of T rounds have the mean (b_{T+1} − b₁)/ηT: it vanishes
 * on every sequence of bounded errors, whatever it is.
 *
 * @param error y less the corrected forecast
 */
export function followCentre(state: Centre, error: number): void {
  const n = ++state.rounds
  const step = Math.max(1 / n, STEP)
  const most = n < 10 ? Infinity : FAR * state.size
  state.bias = within(state.bias + step * Math.max(-most, Math.min(most, error)))
  state.size = within(
    state.size + step * (Math.min(Math.abs(error), n < 10 ? Infinity : 10 * most) - state.size),
  )
}

function within(value: number): number {
  return Math.max(-1e300, Math.min(1e300, value))
}

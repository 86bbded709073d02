import { type ConformalOptions, conformal } from '../src/conformal/index.ts'
import type { Follower } from '../src/testing/index.ts'

/** `conformal` around a forecaster that says 0: what comes are residuals. */
export function residualFollower(options: ConformalOptions = {}): Follower {
  const learner = conformal({ diagnostics: false, ...options })
  return {
    predict: () => learner.predict(0),
    learn: (residual) => void learner.learn(residual),
  }
}

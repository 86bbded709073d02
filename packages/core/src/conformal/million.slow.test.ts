import { describe, expect, it } from 'vitest'
import { seededRng, studentT } from '../math/rng.ts'
import { bayesDtaci, conformal, dtaci, givenScore } from './index.ts'

const ROUNDS = 1_000_000

describe('a million rounds', () => {
  const rng = seededRng(3)
  const streams: Record<string, (t: number) => number> = {
    'heavy tails': () => Math.abs(studentT(rng, 1)) ** 3,
    'scores up to 1e300': (t) => 10 ** ((t * 7) % 301),
    constant: () => 2.5,
    'all zero': () => 0,
  }

  it.each(Object.entries(streams))(
    '%s: finite thresholds and weights that sum to 1 within 1e-12',
    (_name, score) => {
      const learners = [
        conformal({ conformity: givenScore, method: bayesDtaci() }),
        conformal({ conformity: givenScore, method: dtaci() }),
        conformal({ conformity: givenScore }),
      ]
      const [bayes, , unknowing] = learners
      for (let t = 0; t < ROUNDS; t++) {
        const y = score(t)
        for (const learner of learners) {
          const { threshold } = learner.predict(null)
          // The default says that it knows nothing until it has seen some scores.
          if (!Number.isFinite(threshold) && (learner !== unknowing || t >= 100))
            throw new Error(`threshold ${threshold} in round ${t + 1}`)
          const round = learner.learn(y)
          if (t % 1000 !== 0) continue
          const total = round?.weights.reduce((sum, weight) => sum + weight, 0) ?? 0
          expect(Math.abs(total - 1)).toBeLessThan(1e-12)
        }
      }
      expect(bayes.coverage.rounds).toBe(ROUNDS)
      for (const { coverage } of learners) expect(coverage.randomised.cumulative).toSatisfy(Number.isFinite)
      const { error, bound } = bayes.coverage.certificate
      expect(error).toBeLessThanOrEqual(bound as number)
    },
  )
})

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import {
  type AggregateLearner,
  type AggregateOptions,
  aggregate,
  annealed,
  conjugate,
  fixedShare,
  hinge,
  logDensity,
  ogd,
  rollingRate,
  squared,
  svb,
} from '../src/doors/index.ts'

setFlagsFromString('--expose_gc')
const collect = runInNewContext('gc') as () => void

/** Bytes in use after a collection, typed arrays included. */
function inUse(): number {
  collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

const SLACK = 500_000

describe('memory', () => {
  const rolling = fixedShare({ rate: rollingRate(), share: 1e-3 })
  const cases: Record<string, AggregateOptions> = {
    'svb, rolling rate': { experts: svb({ scale: [0.01, 0.1] }), loss: squared, meta: rolling, history: 50 },
    'hinge, fixed share': { experts: svb({ scale: [0.01, 0.1] }), loss: hinge },
    'annealed log-density': { experts: conjugate({ noise: [0.5, 1] }), loss: logDensity, score: annealed },
    ogd: { experts: ogd({ learningRate: [0.01, 0.1] }), loss: squared },
  }
  it.each(Object.entries(cases))('does not grow over 10⁶ rounds: %s', (_name, options) => {
    const learner = aggregate(options)
    const x = new Float64Array(3)
    const learn = (rounds: number): void => {
      for (let t = 0; t < rounds; t++) {
        for (let j = 0; j < 3; j++) x[j] = Math.sin(t * (j + 1))
        learner.learn(x, x[1] < 0.2 ? -1 : 1)
      }
    }
    learn(50_000)
    const before = inUse()
    learn(1_000_000)
    expect(inUse() - before).toBeLessThan(SLACK)
    expect(learner.round).toBe(1_050_000)
  })

  it('is flat over 10⁷ rounds with 1,000 open ids', () => {
    const learner: AggregateLearner = aggregate({
      experts: svb({ scale: [0.01, 0.1] }),
      loss: squared,
      meta: rolling,
      dimension: 2,
      openRounds: 1000,
    })
    const x = new Float64Array(2)
    const used: number[] = []
    for (let t = 0; t < 10_000_000; t++) {
      x[0] = 1
      x[1] = Math.sin(t)
      learner.predict(x, { id: t })
      // Of a hundred outcomes ninety-eight come after 900 rounds, one is skipped, and one never comes.
      const due = t - 900
      if (due >= 0 && due % 100 === 7) learner.skip(due)
      else if (due >= 0 && due % 100 !== 3) learner.learn({ id: due, y: 2 * Math.sin(due) })
      if ((t + 1) % 1_000_000 === 0) used.push(inUse())
    }
    expect(Math.max(...used) - used[0]).toBeLessThan(SLACK)
    const { open, answered, skipped, expired } = learner.lateness
    expect(open).toBe(999)
    expect(open + answered + skipped + expired).toBe(10_000_000)
    expect(expired).toBeGreaterThan(90_000)
  })
})

import { describe, expect, it } from 'vitest'
import { inFull } from '../../../../test/full.ts'
import { aggregate } from '../aggregate/aggregate.ts'
import { classMixture, frequencies, oneAgainstRest, softmaxRegression } from '../classes/index.ts'
import { governor, mostExcessMisses } from '../conformal/memories/governor.ts'
import { logDensity } from '../losses/logDensity.ts'
import { logistic } from '../losses/logistic.ts'
import { squared } from '../losses/squared.ts'
import { normal, type Rng, seededRng, uniform } from '../math/rng.ts'
import { conjugate } from '../panels/conjugate.ts'
import { svb } from '../panels/svb.ts'
import { annealed } from '../scores/scores.ts'
import { modelContract } from '../testing/index.ts'
import { classesInEpochs } from './classesInEpochs.ts'
import { encoded } from './encoded.ts'
import { governed } from './governed.ts'
import { inEpochs } from './inEpochs.ts'

const linear = () => aggregate({ experts: conjugate({ noise: [0.5, 1] }), loss: logDensity, score: annealed })
const labels = () =>
  classMixture([
    oneAgainstRest(aggregate({ experts: svb({ scale: [0.1, 0.5] }), loss: logistic })),
    frequencies(),
    softmaxRegression(),
  ])

function row(rng: Rng, t: number) {
  return {
    time: new Date(1_767_225_600_000 + t * 3_600_000).toISOString(),
    wind: uniform(rng) < 0.1 ? null : normal(rng),
    sky: uniform(rng) < 0.3 ? 'grey' : 'blue',
  }
}
type Row = ReturnType<typeof row>

const numberOf = (rng: Rng, { wind, sky }: Row) =>
  100 + 5 * (wind ?? 0) + (sky === 'grey' ? 8 : 0) + normal(rng)

const ofRows = {
  'encoded alone': () => encoded(linear()),
  'encoded three rows ahead': () => encoded(linear(), { ahead: 3, time: null }),
  'encoded in epochs': () => inEpochs(encoded(linear())),
  'encoded in epochs, three rows ahead': () => inEpochs(encoded(linear(), { ahead: 3 })),
  'encoded in epochs, governed': () => governed(inEpochs(encoded(linear()))),
}

describe.each(Object.entries(ofRows))('%s', (_name, make) => {
  const clauses = modelContract(() => make() as never, { input: row, outcome: numberOf, rounds: 44 })
  for (const { promise, check } of clauses) it(promise, check)
})

describe('classes in epochs, governed', () => {
  const clauses = modelContract(() => governed(classesInEpochs(encoded(labels()))) as never, {
    input: row,
    outcome: (rng, { wind }) => Math.round(Math.max(-1, Math.min(1, (wind ?? 0) + 0.3 * normal(rng)))),
    rounds: 40,
  })
  for (const { promise, check } of clauses) it(promise, check)
})

describe('governed around an aggregate', () => {
  for (const { promise, check } of modelContract(() => governed(linear()), { rounds: inFull(120, 60) }))
    it(promise, check)
  for (const { promise, check } of modelContract(() => governed(linear(), { ahead: 4 }), {
    rounds: inFull(120, 60),
  }))
    it(promise, check)

  it('misses no more often than its governor allows, whatever the outcomes do', () => {
    const learner = governed(linear(), { coverage: 0.8 })
    let misses = 0
    for (let t = 0; t < 200; t++) {
      const { upper } = learner.predict([1])
      // Just above the interval, so that every finite one misses.
      const y = upper < Infinity ? upper + 1e-6 * (1 + Math.abs(upper)) : 0
      if (!learner.learn([1], y).covered) misses++
    }
    expect(misses).toBeGreaterThan(30)
    expect(misses).toBeLessThanOrEqual(0.2 * 200 + mostExcessMisses(governor(0.8, 0.1)))
  })

  it('refuses a model that has no distribution of y', () => {
    const learner = governed(aggregate({ experts: svb({ scale: 1 }), loss: squared }))
    expect(() => learner.predict([1])).toThrow('use withIntervals')
  })
})

describe('encoded', () => {
  it('names what x holds, from the first row on', () => {
    const learner = encoded(linear())
    expect(learner.features).toEqual([])
    learner.learn({ time: '2026-03-01T05:00', wind: 2, sky: 'blue' }, 1)
    expect(learner.features.slice(0, 4)).toEqual(['wind', 'y by sky', 'cells missing', 'hour sin'])
  })

  it('learns what a word stands for', () => {
    const rng = seededRng(3)
    const learner = encoded(linear(), { time: null })
    for (let t = 0; t < 300; t++) {
      const sky = uniform(rng) < 0.5 ? 'grey' : 'blue'
      learner.learn({ sky }, (sky === 'grey' ? 2 : 0) + 0.1 * normal(rng))
    }
    expect(learner.predict({ sky: 'grey' }).mean).toBeCloseTo(2, 0)
    expect(learner.predict({ sky: 'blue' }).mean).toBeCloseTo(0, 0)
  })

  it('learns a forecast from before the first outcome that had other columns than the table now', () => {
    const learner = encoded(linear())
    learner.predict({ a: 1, b: 2 }, { id: 'two' })
    learner.learn({ a: 1 }, 3)
    expect(learner.learn({ id: 'two', y: 4 }).y).toBe(4)
    expect(learner.features).toEqual(['a', 'cells missing'])
  })
})

describe('inEpochs', () => {
  it('forecasts alike whatever the units of rows and outcomes', () => {
    const play = (unit: number, shift: number) => {
      const rng = seededRng(9)
      const learner = inEpochs(encoded(linear()))
      for (let t = 0; t < 130; t++) {
        const x = normal(rng)
        learner.learn({ x: x * unit }, (2 * x + 0.1 * normal(rng)) * unit + shift)
      }
      return (learner.predict({ x: unit }).mean - shift) / unit
    }
    expect(play(1e6, 0)).toBeCloseTo(play(1, 0), 6)
    expect(play(1, 1e4)).toBeCloseTo(play(1, 0), 6)
  })

  it('says how many outcomes a forecast stands on, and starts again where outcomes leave the units for good', () => {
    const rng = seededRng(4)
    const learner = inEpochs(encoded(linear()))
    expect(learner.predict({ x: 0 }).outcomes).toBe(0)
    for (let t = 0; t < 200; t++) learner.learn({ x: normal(rng) }, normal(rng))
    expect(learner.predict({ x: 0 }).outcomes).toBe(200)
    for (let t = 0; t < 20; t++) learner.learn({ x: normal(rng) }, 1e4 + normal(rng))
    const { outcomes, mean } = learner.predict({ x: 0 })
    expect(outcomes).toBeLessThanOrEqual(20)
    expect(mean).toBeGreaterThan(5000)
  })
})

describe('classesInEpochs', () => {
  it('learns classes by name, also one that appears late', () => {
    const rng = seededRng(6)
    const learner = classesInEpochs(encoded(labels()))
    for (let t = 0; t < 250; t++) {
      const x = 2 * normal(rng)
      learner.learn({ x }, (x > 1 && t > 60 ? 'high' : x > 0 ? 'middle' : 'low') as never)
    }
    expect(learner.predict({ x: -3 }).label).toBe('low')
    expect(learner.predict({ x: 4 }).label).toBe('high')
    const { probabilities } = learner.predict({ x: 0.3 })
    expect(probabilities.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 12)
  })

  it('refuses to forecast classes several rows ahead', () => {
    expect(() => classesInEpochs(encoded(labels(), { ahead: 2 }))).toThrow(
      'ahead 2 needs a target that holds numbers',
    )
  })
})

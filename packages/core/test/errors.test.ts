import { describe, expect, it } from 'vitest'
import {
  type AggregateLearner,
  ArgumentError,
  aggregate,
  annealed,
  fixedShare,
  hinge,
  logDensity,
  mean,
  NumericalError,
  ogd,
  point,
  squared,
  svb,
} from '../src/doors/index.ts'
import { played, script, scripted } from './scripted.ts'

/** The error of a call that must fail and change nothing: not a bit of what is saved. */
function refused(learner: AggregateLearner, call: () => unknown): ArgumentError | NumericalError {
  const before = learner.save()
  const weights = learner.weights
  let error: unknown
  try {
    call()
  } catch (thrown) {
    error = thrown
  }
  expect(learner.save()).toEqual(before)
  expect(learner.weights).toEqual(weights)
  if (error instanceof ArgumentError || error instanceof NumericalError) return error
  throw new Error(`expected an error of ours; received ${error}`)
}

/** A learner with a twin that never sees what is refused: both must stay alike. */
function twins(
  make: () => AggregateLearner,
  rounds: readonly [readonly number[], number][],
): [AggregateLearner, AggregateLearner] {
  const pair: [AggregateLearner, AggregateLearner] = [make(), make()]
  for (const learner of pair) for (const [x, y] of rounds) learner.learn(x, y)
  return pair
}

const rounds: [number[], number][] = [
  [[1, 0.5], 1],
  [[1, -2], -1],
  [[0.3, 1], 1],
]

describe('what cannot be used is refused by name, and changes nothing', () => {
  const makers = {
    svb: () => aggregate({ experts: svb({ scale: [0.1, 1] }), loss: hinge }),
    'annealed, rolling': () =>
      aggregate({ experts: svb({ scale: [0.1, 1] }), loss: hinge, score: annealed, history: 5 }),
  }
  for (const [name, make] of Object.entries(makers)) {
    const cases: [string, readonly number[], number, string][] = [
      ['NaN in x', [1, Number.NaN], 1, 'x[1] must be a finite number; received NaN in round 4'],
      ['∞ in x', [Infinity, 1], 1, 'x[0] must be a finite number; received Infinity in round 4'],
      ['−∞ in x', [1, -Infinity], 1, 'x[1] must be a finite number; received -Infinity in round 4'],
      ['NaN as y', [1, 1], Number.NaN, 'y must be a finite number; received NaN in round 4'],
      ['∞ as y', [1, 1], Infinity, 'y must be a finite number; received Infinity in round 4'],
      ['−∞ as y', [1, 1], -Infinity, 'y must be a finite number; received -Infinity in round 4'],
      ['a shorter x', [1], 1, 'x must have 2 features; received 1 in round 4'],
      ['a longer x', [1, 2, 3], 1, 'x must have 2 features; received 3 in round 4'],
      ['an empty x', [], 1, 'x must have 2 features; received 0 in round 4'],
      ['a label 0', [1, 1], 0, 'y must be −1 or +1 for hinge loss; received 0 in round 4'],
      ['a label 2', [1, 1], 2, 'y must be −1 or +1 for hinge loss; received 2 in round 4'],
    ]
    it.each(cases)(`${name}: %s`, (_case, x, y, message) => {
      const [learner, twin] = twins(make, rounds)
      const error = refused(learner, () => learner.learn(x, y))
      expect(error).toBeInstanceOf(ArgumentError)
      expect(error.message).toBe(message)
      if (x.length !== 2 || !x.every(Number.isFinite)) refused(learner, () => learner.predict(x))
      for (const one of [learner, twin]) one.learn([1, 1], -1)
      expect(learner.save()).toEqual(twin.save())
    })
  }

  it('no y at all, and an x that holds what is no number', () => {
    const [learner] = twins(makers.svb, rounds)
    const missing = refused(learner, () => learner.learn([1, 2], undefined as unknown as number))
    expect(missing.message).toBe('y must be a finite number; received undefined in round 4')
    const text = refused(learner, () => learner.learn(['1', 2] as unknown as number[], 1))
    expect(text.message).toBe('x[0] must be a finite number; received "1" in round 4')
  })

  it('a first x that cannot be used does not settle the dimension', () => {
    const learner = aggregate({ experts: svb({ scale: 0.1 }), loss: squared })
    expect(() => learner.learn([Number.NaN, 1, 2], 1)).toThrow('x[0] must be a finite number')
    expect(() => learner.predict([Infinity, 1, 2])).toThrow('x[0] must be a finite number')
    expect(() => learner.learn([1, 2, 3], Number.NaN)).toThrow('y must be a finite number')
    expect(learner.state).toEqual({ engine: null })
    expect(learner.learn([1, 2], 1).round).toBe(1)
  })

  it('a round in which no expert is awake, or none with a weight', () => {
    const asleep = { mean: 0, awake: 0 }
    const learner = aggregate({ experts: scripted(2), loss: squared, prior: [1, 0] })
    learner.learn(script([1, 2]), 0)
    for (const lines of [
      [asleep, asleep],
      [asleep, 1],
    ] as const) {
      const error = refused(learner, () => learner.learn(script(lines), 0))
      expect(error.message).toBe('no expert with a weight is awake in round 2')
    }
    expect(learner.learn(script([1, asleep]), 0).weights).toEqual(Float64Array.of(1, 0))
  })

  it('a rate or a share that is none, before anything is learnt from it', () => {
    const rate = {
      label: 'broken',
      init: () => ({ t: 0 }),
      rate: ({ t }: { t: number }) => (t < 2 ? 1 : Number.NaN),
      update: (state: { t: number }) => {
        state.t++
      },
    }
    for (const [meta, message] of [
      [fixedShare({ rate }), 'the rate must be a positive number; received NaN in round 3'],
      [fixedShare({ share: (t) => (t < 3 ? 0.1 : 2) }), 'share must be in [0, 1]; received 2'],
    ] as const) {
      const learner = aggregate({ experts: scripted(2), loss: played, meta })
      for (let t = 0; t < 2; t++) learner.learn(script([1, 2]), 0)
      expect(refused(learner, () => learner.learn(script([1, 2]), 0)).message).toBe(message)
    }
  })
})

describe('an expert that leaves the finite numbers', () => {
  const raw: readonly [readonly number[], number][] = Array.from({ length: 60 }, (_, t) => [
    [1, 396.9 + t, 2e4 * (1 + (t % 3))],
    24 + (t % 5),
  ])

  it('raw features with squared loss: the error names round, expert and value, and stays the same', () => {
    const experts = ogd({ learningRate: [1e-12, 0.1] })
    const learner = aggregate({ experts, loss: squared, score: point, dimension: 3 })
    let error: NumericalError | undefined
    let round = 0
    for (const [x, y] of raw) {
      const before = learner.save()
      round++
      try {
        learner.learn(x, y)
      } catch (thrown) {
        error = thrown as NumericalError
        expect(learner.save()).toEqual(before)
        expect(refused(learner, () => learner.learn(x, y)).message).toBe(error.message)
        break
      }
    }
    expect(error).toBeInstanceOf(NumericalError)
    expect(error).toMatchObject({ round, expert: 1 })
    expect(error?.message).toMatch(
      new RegExp(`expert 1 \\(learningRate 0.1\\).*(Infinity|NaN) in round ${round}$`),
    )
  })

  it('sleeps instead where asked to, is counted, and the others learn as if it were asleep', () => {
    const learner = aggregate({
      experts: ogd({ learningRate: [1e-12, 0.1] }),
      loss: squared,
      score: point,
      onFailure: 'sleep',
    })
    for (const [x, y] of raw) learner.learn(x, y)
    expect(learner.round).toBe(60)
    expect(learner.failures[0]).toBe(0)
    expect(learner.failures[1]).toBeGreaterThan(20)
    expect(learner.ledger.total.losses.every(Number.isFinite)).toBe(true)
    const { weights } = learner.learn([1, 400, 2e4], 24)
    expect(weights).toEqual(Float64Array.of(1, 0))
    const forecast = learner.predict([1, 400, 2e4])
    expect(Number.isFinite(forecast.mean) && Number.isFinite(forecast.quantile(0.9))).toBe(true)
  })

  it.each([
    ['a mean of NaN', { mean: Number.NaN }, 'expert 1 diverged: its mean is NaN in round 2'],
    ['a variance of NaN', { mean: 0, variance: Number.NaN }, 'its variance is NaN in round 2'],
    ['a variance below 0', { mean: 0, variance: -1 }, 'its variance is -1 in round 2'],
    ['a loss of ∞', { mean: 1e200 }, 'the loss of expert 1 is Infinity in round 2'],
  ])('%s', (_name, line, message) => {
    for (const score of [mean, point, annealed]) {
      const make = (onFailure: 'throw' | 'sleep') => () =>
        aggregate({ experts: scripted(2), loss: squared, score, onFailure })
      const [learner, twin] = twins(make('throw'), [[script([1, 2]), 0]])
      const error = refused(learner, () => learner.learn(script([1, line]), 0))
      expect(error).toMatchObject({ name: 'NumericalError', round: 2, expert: 1 })
      expect(error.message).toContain(message)
      for (const one of [learner, twin]) one.learn(script([1, 3]), 0)
      expect(learner.save()).toEqual(twin.save())

      const [sleeper, other] = twins(make('sleep'), [[script([1, 2]), 0]])
      sleeper.learn(script([1, line]), 0)
      other.learn(script([1, { mean: 0, awake: 0 }]), 0)
      expect(sleeper.weights).toEqual(other.weights)
      expect(Array.from(sleeper.failures)).toEqual([0, 1])
      sleeper.learn(script([1, 3]), 0)
      expect(Array.from(sleeper.failures)).toEqual([0, 1])
      expect(sleeper.predict(script([1, 3])).weights[1]).toBeGreaterThan(0)
    }
  })

  it('no expert left: an error that changes nothing, also where experts may sleep', () => {
    const learner = aggregate({ experts: scripted(2), loss: squared, onFailure: 'sleep' })
    learner.learn(script([1, 2]), 0)
    for (const bad of [Number.NaN, 1e200]) {
      const error = refused(learner, () => learner.learn(script([bad, bad]), 0))
      expect(error.message).toBe(
        'no expert with a weight is awake in round 2: what they forecast there, or lose by it, is beyond all numbers',
      )
    }
    learner.learn(script([1, 2]), 0)
    expect(Array.from(learner.failures)).toEqual([0, 0])
  })

  it('noise of 0 under log-density is such a loss', () => {
    const learner = aggregate({ experts: scripted(1), loss: logDensity, dimension: 4 })
    const error = refused(learner, () => learner.learn(script([{ mean: 0, noise: 0 }]), 0))
    expect(error.message).toMatch(/the loss of expert 0 is NaN in round 1/)
  })
})

describe('options are checked when they are given', () => {
  const base = { experts: scripted(2), loss: squared, dimension: 8 }
  it.each([
    [{ experts: [] }, 'experts must not be empty'],
    [{ dimension: 1.5 }, 'dimension must be a whole number not below 0; received 1.5'],
    [{ horizon: 0 }, 'horizon must be a positive whole number; received 0'],
    [{ history: -1 }, 'history must be a whole number not below 0; received -1'],
    [{ openRounds: 0 }, 'openRounds must be a positive whole number; received 0'],
    [{ seed: Number.NaN }, 'seed must be a finite number; received NaN'],
    [{ prior: [1] }, 'prior must have 2 entries, one per expert; received 1'],
    [{ prior: [0, 0] }, 'prior must be not all zero; received [0, 0]'],
    [{ prior: [1, -1] }, 'prior[1] must be a number not below 0; received -1'],
  ])('%o', (options, message) => {
    expect(() => aggregate({ ...base, ...options })).toThrow(message)
  })
})

it('aggregate names the option that is misspelt, and the noun that is none', () => {
  const experts = ogd({ learningRate: 0.1 })
  const loosely = aggregate as (options: object) => unknown
  expect(() => loosely({ experts, loss: squared, scores: mean })).toThrow('aggregate has no option "scores"')
  expect(() => loosely({ experts })).toThrow(
    'loss must be an object with at, mean, annealed; received undefined',
  )
  expect(() => loosely({ experts, loss: squared, meta: 'boa' })).toThrow('meta must be an object with init')
  expect(() => loosely({ experts: 'svb', loss: squared })).toThrow('experts must be an object with bind')
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normal, seededRng, studentT } from '../math/rng.ts'
import { point } from '../scores/scores.ts'
import {
  absoluteResidual,
  aci,
  aciMethod,
  bayesAci,
  bayesDtaci,
  bettingMethod,
  type ConformalLearner,
  type Conformity,
  conformal,
  copMethod,
  decayingMethod,
  dtaci,
  eciMethod,
  givenScore,
  type Method,
  normalisedResidual,
  pidMethod,
  quantileBand,
  saocpMethod,
  sfOgdMethod,
  signedResidual,
  universalMethod,
} from './index.ts'

const METHODS: Record<string, () => Method> = {
  'Bayes-DtACI': bayesDtaci,
  DtACI: dtaci,
  'DtACI on levels': () => dtaci({ space: 'level', memory: 200 }),
  ACI: () => aciMethod({ space: 'threshold', learningRate: 0.05 }),
  'ACI on levels': () => aciMethod({ space: 'level', memory: 200 }),
  'SF-OGD': sfOgdMethod,
  'decaying steps': decayingMethod,
  betting: bettingMethod,
  'universal portfolios': universalMethod,
  ECI: eciMethod,
  COP: copMethod,
  SAOCP: saocpMethod,
  PID: () => pidMethod({ integral: { gain: 1, saturation: 5 } }),
}

/** Residual noise whose scale changes every 500 rounds. */
function shifting(rounds: number, seed = 1): number[] {
  const rng = seededRng(seed)
  return Array.from({ length: rounds }, (_, t) => [1, 2, 0.7, 1.4][Math.floor(t / 500) % 4] * normal(rng))
}

function follow(learner: ConformalLearner, ys: readonly number[]): boolean[] {
  return ys.map((y) => {
    learner.predict(0)
    return learner.learn(y)?.covered ?? false
  })
}

describe('conformal()', () => {
  it.each(Object.entries(METHODS))('covers about as asked on a shifting stream: %s', (_name, method) => {
    for (const coverage of [0.8, 0.9]) {
      const learner = conformal({ coverage, method: method() })
      follow(learner, shifting(4000))
      const { deterministic, meanWidth, intervalScore, pinball, rounds } = learner.coverage
      expect(rounds).toBe(4000)
      expect(Math.abs(deterministic.cumulative - coverage)).toBeLessThan(0.05)
      expect(Math.abs(deterministic.rolling - coverage)).toBeLessThan(0.1)
      expect(meanWidth).toBeGreaterThan(1)
      expect(intervalScore).toBeGreaterThan(meanWidth)
      expect(pinball).toBeGreaterThan(0)
    }
  })

  it('covers the same outcomes when y and forecasts are multiplied by 1e-6, 1e6 or 3.7e5', () => {
    const rng = seededRng(5)
    const pairs = Array.from({ length: 5000 }, () => {
      const forecast = 10 * normal(rng)
      return [forecast, forecast + studentT(rng, 2)] as const
    })
    const run = (scale: number): string => {
      const learner = conformal()
      const covered = pairs.map(([forecast, y]) => {
        learner.predict(scale * forecast)
        return Number(learner.learn(scale * y)?.covered ?? false)
      })
      return covered.join('')
    }
    const own = run(1)
    for (const factor of [1e-6, 1e6, 3.7e5]) expect(run(factor)).toBe(own)
  })

  it('is not scale-free under the published presets', () => {
    const ys = shifting(3000)
    const small = conformal({ method: bayesDtaci() })
    const large = conformal({ method: bayesDtaci() })
    follow(
      small,
      ys.map((y) => 0.01 * y),
    )
    follow(
      large,
      ys.map((y) => 1000 * y),
    )
    expect(small.coverage.deterministic.cumulative).toBeGreaterThan(0.99)
    expect(large.coverage.deterministic.cumulative).toBeLessThan(0.5)
  })

  it('says covered exactly where y lies in the interval that was given', () => {
    const learner = conformal({ method: bayesDtaci() })
    for (const y of shifting(500)) {
      const { threshold, lower, upper } = learner.predict(1)
      const round = learner.learn(1 + y)
      expect(round?.covered).toBe(lower <= 1 + y && 1 + y <= upper)
      expect([round?.lower, round?.upper, round?.threshold]).toEqual([lower, upper, threshold])
      expect(upper - lower).toBeCloseTo(2 * Math.max(0, threshold), 12)
    }
  })

  it('nests the intervals of several coverages, whatever comes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 60 }),
        fc.constantFrom(absoluteResidual, signedResidual),
        fc.boolean(),
        (ys, conformity, randomised) => {
          const learner = conformal({
            coverage: [0.9, 0.5, 0.8],
            conformity,
            ...(randomised ? { threshold: 'randomised', method: bayesDtaci() } : {}),
          })
          for (const y of ys) {
            const [wide, narrow, middle] = learner.predict(0.25).levels
            expect(narrow.threshold).toBeLessThanOrEqual(middle.threshold)
            expect(middle.threshold).toBeLessThanOrEqual(wide.threshold)
            expect(wide.lower).toBeLessThanOrEqual(middle.lower)
            expect(middle.lower).toBeLessThanOrEqual(narrow.lower)
            learner.learn(y)
          }
        },
      ),
      { numRuns: 40 },
    )
  })

  it('calibrates each end apart for signed scores', () => {
    const rng = seededRng(3)
    const learner = conformal({ conformity: signedResidual, method: dtaci({ space: 'level' }) })
    let above = 0
    let below = 0
    for (let t = 0; t < 4000; t++) {
      const { lower, upper } = learner.predict(0)
      const y = Math.exp(normal(rng))
      if (y > upper) above++
      if (y < lower) below++
      learner.learn(y)
    }
    expect(above / 4000).toBeCloseTo(0.05, 1.5)
    expect(below / 4000).toBeCloseTo(0.05, 1.5)
    const { lowerThreshold, threshold } = learner.predict(0)
    // The distribution is that of e^N: its lower end lies above 0, so that this threshold is negative.
    expect(lowerThreshold).toBeLessThan(0)
    expect(threshold).toBeGreaterThan(2)
  })

  it('widens with the forecaster where scores are normalised by its scale', () => {
    const rng = seededRng(4)
    const learner = conformal({ conformity: normalisedResidual })
    for (let t = 0; t < 3000; t++) {
      const scale = t % 2 === 0 ? 1 : 10
      learner.predict({ mean: 5, scale })
      learner.learn(5 + scale * normal(rng))
    }
    const narrow = learner.model.predict(learner.state, { mean: 5, scale: 1 })
    const wide = learner.model.predict(learner.state, { mean: 5, scale: 10 })
    expect(wide.upper - wide.lower).toBeCloseTo(10 * (narrow.upper - narrow.lower), 9)
    expect(Math.abs(learner.coverage.deterministic.cumulative - 0.9)).toBeLessThan(0.04)
  })

  it('narrows a quantile band that is too wide, and says when nothing is left of it', () => {
    const rng = seededRng(6)
    const learner = conformal({ conformity: quantileBand, method: dtaci({ space: 'level', memory: 300 }) })
    for (let t = 0; t < 2000; t++) {
      learner.predict({ lower: -10, upper: 10 })
      learner.learn(normal(rng))
    }
    const { lower, upper, threshold, extent } = learner.predict({ lower: -10, upper: 10 })
    expect(threshold).toBeLessThan(-7)
    expect(extent).toBe('finite')
    expect(upper - lower).toBeLessThan(6)
    expect(Math.abs(learner.coverage.deterministic.cumulative - 0.9)).toBeLessThan(0.03)
    expect(learner.model.predict(learner.state, { lower: -1, upper: 1 }).extent).toBe('empty')
  })

  it('takes a score that the user wrote, and scores that another program computed', () => {
    const ratio: Conformity<number> = {
      name: 'log-ratio',
      sides: 1,
      signed: false,
      score: (forecast, y) => Math.abs(Math.log(y / forecast)),
      lower: (forecast, threshold) => forecast * Math.exp(-Math.max(0, threshold)),
      upper: (forecast, threshold) => forecast * Math.exp(Math.max(0, threshold)),
    }
    const rng = seededRng(8)
    const learner = conformal({ conformity: ratio })
    const scored = conformal({ conformity: givenScore })
    for (let t = 0; t < 1000; t++) {
      const z = normal(rng)
      learner.predict(100)
      scored.predict(undefined)
      learner.learn(100 * Math.exp(z))
      scored.learn(Math.abs(z))
    }
    const { lower, upper, threshold } = learner.predict(100)
    expect(lower * upper).toBeCloseTo(1e4, 6)
    expect(scored.predict(undefined).threshold).toBeCloseTo(threshold, 9)
    expect(() => conformal({ conformity: { ...ratio, score: () => -1 } }).learn(1)).toThrow(
      'call predict first',
    )
    const wrong = conformal({ conformity: { ...ratio, score: () => -1 } })
    wrong.predict(1)
    expect(() => wrong.learn(1)).toThrow('the log-ratio score must not be below 0; received -1 in round 1')
  })

  it('draws its thresholds from q_t when randomised, reproducibly, and predicting twice draws once', () => {
    const ys = shifting(3000)
    const make = (seed: number): ConformalLearner =>
      conformal({ method: bayesDtaci(), threshold: 'randomised', seed })
    const [a, b, c] = [make(1), make(1), make(2)]
    let differ = 0
    for (const y of ys) {
      const first = a.predict(0).threshold
      expect(a.predict(0).threshold).toBe(first)
      b.predict(0)
      if (c.predict(0).threshold !== first) differ++
      expect(a.learn(y)?.threshold).toBe(first)
      expect(b.learn(y)?.threshold).toBe(first)
      c.learn(y)
    }
    expect(differ).toBeGreaterThan(2900)
    const { given, randomised, deterministic } = a.coverage
    // 3000 draws: their coverage is within 4 standard errors of its expectation.
    expect(Math.abs(given.cumulative - randomised.cumulative)).toBeLessThan(4 * Math.sqrt(0.09 / 3000))
    expect(deterministic.cumulative).toBeGreaterThan(randomised.cumulative)
  })

  it('starts at the quantile of past residuals', () => {
    const past = shifting(400, 9)
    expect(conformal({ warmStart: past }).predict(0).extent).toBe('finite')
    for (const method of [bayesDtaci(), dtaci({ space: 'level' }), saocpMethod()]) {
      const learner = conformal({ method, warmStart: past })
      const sorted = past.map(Math.abs).sort((a, b) => a - b)
      expect(learner.predict(0).threshold).toBeCloseTo(sorted[360], 0.5)
      expect(learner.round).toBe(0)
    }
    const replayed = conformal({ method: { experts: dtaci().experts, warmStart: 'replay' }, warmStart: past })
    expect(replayed.predict(0).threshold).toBeGreaterThan(0)
    expect(() => conformal({ conformity: quantileBand, warmStart: [1] })).toThrow(
      'warmStart must hold { forecast, y }',
    )
  })

  it('skips and counts outcomes that never came', () => {
    const [whole, gappy] = [conformal(), conformal()]
    shifting(300).forEach((y, t) => {
      if (t % 3 === 0) {
        gappy.predict(7)
        expect(gappy.learn(t % 2 ? null : undefined)).toBeUndefined()
      }
      for (const learner of [whole, gappy]) {
        learner.predict(0)
        learner.learn(y)
      }
    })
    expect([gappy.missing, gappy.round, whole.missing]).toEqual([100, 300, 0])
    expect({ ...gappy.state, missing: 0 }).toEqual(whole.state)
  })

  it('says that an interval is a point, or infinite', () => {
    const learner = conformal({ method: bayesDtaci() })
    expect(learner.predict(3)).toMatchObject({ lower: 3, upper: 3, extent: 'point' })
    expect(learner.learn(3).covered).toBe(true)
    expect(learner.coverage.extents).toEqual({ finite: 0, infinite: 0, point: 1, empty: 0 })
    const level = conformal({
      method: { ...dtaci({ space: 'level' }), level: { measure: 'miss', beyond: 'infinite' } },
      coverage: 0.99,
    })
    let infinite = 0
    for (let t = 1; t <= 300; t++) {
      if (level.predict(0).extent === 'infinite') infinite++
      level.learn(t)
    }
    expect(infinite).toBeGreaterThan(100)
    expect(level.coverage.extents.infinite).toBe(infinite)
    expect(level.coverage.meanWidth).toBeLessThan(600)
  })

  it('between a forecast and its outcome, also into a learner with a forecast of its own', () => {
    const learner = conformal()
    for (let t = 0; t < 200; t++) {
      learner.predict(0)
      learner.learn(Math.sin(t * t))
    }
    learner.predict(100)
    const saved = learner.save()
    const expected = learner.clone().learn(100.1)
    const other = conformal()
    other.predict(-1000)
    for (const restored of [learner, other]) {
      expect(restored.restore(saved).learn(100.1)).toEqual(expected)
      expect(restored.coverage).toEqual(learner.coverage)
    }
  })

  it.each([
    ['rule', aciMethod({ space: 'threshold', learningRate: 0.5 }), sfOgdMethod({ learningRate: 0.5 })],
    ['memory of levels', dtaci({ space: 'level', memory: 100 }), dtaci({ space: 'level', memory: 200 })],
    ['score', bayesDtaci(), { ...bayesDtaci(), score: point }],
  ])('never from one of another %s', (_what, saved, own) => {
    expect(() => conformal({ method: own }).restore(conformal({ method: saved }).save())).toThrow(
      /the save is of another learner/,
    )
  })

  it('saves, clones and resumes exactly', () => {
    const ys = shifting(400)
    for (const method of Object.values(METHODS)) {
      const options = { method: method(), coverage: [0.9, 0.5], threshold: 'randomised', seed: 4 } as const
      const learner = conformal(options)
      follow(learner, ys.slice(0, 150))
      learner.predict(2)
      const copies = [
        learner.clone(),
        conformal(options).restore(learner.save()),
        conformal(options).restore(learner.save('json')),
      ]
      for (const each of [learner, ...copies]) {
        each.learn(ys[150])
        follow(each, ys.slice(151))
      }
      for (const copy of copies) expect(copy.state).toEqual(learner.state)
    }
    const other = conformal({ coverage: 0.8 })
    expect(() => other.restore(conformal().save())).toThrow()
  })
})

describe('what broke the first release', () => {
  it('PID covers constant scores, and is a number again after ±1.7e308', () => {
    const pidLearner = conformal({ method: pidMethod(), conformity: givenScore })
    for (let t = 0; t < 400; t++) {
      pidLearner.predict(null)
      pidLearner.learn(5)
    }
    expect(pidLearner.coverage.given.rolling).toBeGreaterThan(0.85)
    const shocked = conformal({ method: pidMethod(), conformity: signedResidual })
    for (let t = 0; t < 400; t++) {
      expect(shocked.predict(0).upper).not.toBeNaN()
      shocked.learn(t === 50 ? 1.7e308 : t === 60 ? -1.7e308 : Math.sin(t * t))
    }
    expect(shocked.predict(0).lower).not.toBeNaN()
  })

  it('a score that overflows a loss changes nothing, at no coverage and on no side', () => {
    const method = { experts: aci({ learningRate: [0.1, 0.2], start: -1.7e308 }), scale: 'none' } as const
    const learner = conformal({ method, coverage: [0.9, 0.5], conformity: signedResidual })
    learner.predict(1)
    const before = structuredClone(learner.state)
    expect(() => learner.learn(1.7e308)).toThrow(
      'the loss of the score 1.7e+308 is not a finite number in round 1',
    )
    expect(learner.state).toEqual(before)
    learner.predict(1)
    expect(learner.learn(2).round).toBe(1)
  })

  it('y inside an interval that is a single point is covered', () => {
    const learner = conformal({ method: aciMethod({ learningRate: 0.5 }) })
    for (let t = 0; t < 30; t++) {
      const { lower, upper } = learner.predict(7)
      const { covered } = learner.learn(7)
      expect([lower, upper, covered]).toEqual([7, 7, true])
    }
  })

  it('a conformity of your own keeps what a plain forecast holds, whatever becomes of the object', () => {
    const twice = {
      name: 'twice',
      sides: 1 as const,
      signed: false,
      score: ({ half }: { half: number }, y: number) => Math.abs(y - 2 * half),
      lower: ({ half }: { half: number }, threshold: number) => 2 * half - threshold,
      upper: ({ half }: { half: number }, threshold: number) => 2 * half + threshold,
    }
    const learner = conformal({ conformity: twice })
    const forecast = { half: 5 }
    learner.predict(forecast)
    forecast.half = 100
    expect(learner.learn(11).score).toBe(1)
  })

  it('an outcome is scored by the interval shown last, though others were told by id since the first', () => {
    const learner = conformal({ coverage: 0.8 })
    for (let t = 0; t < 40; t++) learner.learn(7, 7 + ((t * 7) % 10) / 10)
    const first = learner.predict(7)
    for (let t = 0; t < 60; t++) {
      learner.predict(7, { id: t })
      learner.learn({ id: t, y: 27 + ((t * 7) % 10) / 10 })
    }
    const { lower, upper } = learner.predict(7)
    expect(lower).toBeGreaterThan(first.upper)
    expect(learner.learn(27.1)).toMatchObject({ lower, upper, covered: true })
  })

  it('an outcome told with its forecast closes the forecast that waits, and no other', () => {
    const learner = conformal()
    learner.predict(1)
    learner.learn(1, 2)
    expect(() => learner.learn(2)).toThrow('learn needs a forecast')
    learner.predict(3)
    learner.learn(1, 2)
    learner.learn(3.5)
    expect(learner.round).toBe(3)
  })

  it('a second forecast without an id is an error; with ids several are open, and outcomes come in any order', () => {
    const rng = seededRng(11)
    const late = conformal()
    const prompt = conformal()
    for (let t = 0; t < 60; t++) {
      const e = normal(rng)
      late.predict(t, { id: `a${t}` })
      prompt.predict(t)
      expect(late.learn({ id: `a${t}`, y: t + e })).toEqual(prompt.learn(t + e))
    }
    late.predict(1)
    expect(() => late.predict(2)).toThrow('a forecast is already waiting for its outcome')
    late.learn(1.5)
    const first = late.predict(5, { id: 'first' })
    late.predict(6, { id: 'second' })
    late.learn({ id: 'second', y: 60 })
    expect(late.learn({ id: 'first', y: 5.1 })).toMatchObject({ lower: first.lower, upper: first.upper })
    late.predict(7, { id: 'third' })
    late.skip('third')
    for (const [id, message] of [
      ['first', 'was already answered'],
      ['third', 'was already skipped'],
      ['nobody', 'no open prediction has the id'],
    ]) {
      expect(() => late.learn({ id, y: 1 })).toThrow(message)
    }
    expect(late.lateness).toMatchObject({ open: 0, answered: 62, skipped: 1 })
  })

  it('an outcome whose residual overflows is an error, and the forecast stays open', () => {
    const learner = conformal()
    learner.predict(-1.7e308)
    const before = structuredClone(learner.state)
    expect(() => learner.learn(1.7e308)).toThrow(
      'the score must be a finite number; received Infinity in round 1',
    )
    expect(learner.state).toEqual(before)
    expect(learner.learn(0).round).toBe(1)
  })

  it('coverage is plain data that JSON shows whole', () => {
    const learner = conformal()
    follow(learner, shifting(100))
    const shown = JSON.parse(JSON.stringify(learner.coverage))
    expect(shown).toEqual(learner.coverage)
    expect(shown.certificate).toMatchObject({ about: 'given', misses: expect.any(Number) })
    expect(() => conformal({ diagnostics: false }).coverage).toThrow('diagnostics: false')
  })
})

describe('mistakes', () => {
  const learner = conformal()
  follow(learner, shifting(50))
  learner.predict(1)
  const before = structuredClone(learner.state)

  it.each<[string, () => unknown, string]>([
    [
      'y that is no number',
      () => learner.learn(Number.NaN),
      'y must be a finite number; received NaN in round 51',
    ],
    ['infinite y', () => learner.learn(Infinity), 'y must be a finite number; received Infinity in round 51'],
    [
      'forecast that is no number',
      () => conformal().predict(Number.NaN),
      'forecast must be a finite number; received NaN',
    ],
    [
      'features nobody asked for',
      () => conformal().predict(1, { x: [2] }),
      'x needs conformal({ features: true })',
    ],
    ['coverage of 1', () => conformal({ coverage: 1 }), 'coverage must be in (0, 1); received 1'],
    ['coverage of 0', () => conformal({ coverage: [0.5, 0] }), 'coverage must be in (0, 1); received 0'],
    ['coverage of 90', () => conformal({ coverage: 90 }), 'coverage must be in (0, 1); received 90'],
    ['coverage twice', () => conformal({ coverage: [0.5, 0.5] }), 'must not name a level twice'],
    ['no coverage', () => conformal({ coverage: [] }), 'coverage must not be empty'],
    ['learning twice', () => conformal().learn(1), 'learn needs a forecast in round 1: call predict first'],
    [
      'scale of zero',
      () => conformal({ conformity: normalisedResidual }).predict({ mean: 1, scale: 0 }),
      'forecast.scale must be a positive number; received 0',
    ],
    [
      'crossed quantiles',
      () => conformal({ conformity: quantileBand }).predict({ lower: 2, upper: 1 }),
      'forecast.lower must not exceed forecast.upper; received 2 and 1',
    ],
    [
      'unknown option',
      () => conformal({ alpha: 0.1 } as object),
      'conformal has no option "alpha"; there are coverage, method',
    ],
    [
      'no outcome in a warm start',
      () => conformal({ warmStart: [1, Number.NaN] }),
      'y must be a finite number; received NaN in warmStart 1',
    ],
    [
      'steps beyond all numbers',
      () => bayesAci({ learningRate: 1, spread: [1, 1e200] }),
      'learningRate·spread² must be a positive number; received 1·1e+200²',
    ],
    ['unknown scale', () => conformal({ scale: 'big' as 'none' }), 'scale must be one of "running", "none"'],
  ])('%s is an error that says so, and nothing is lost', (_name, mistake, message) => {
    expect(mistake).toThrow(message)
    expect(learner.state).toEqual(before)
  })

  it('a negative score that was given as absolute', () => {
    const scored = conformal({ conformity: givenScore })
    scored.predict(null)
    expect(() => scored.learn(-0.5)).toThrow('the given score must not be below 0; received -0.5 in round 1')
    expect(scored.learn(0.5)?.round).toBe(1)
  })
})

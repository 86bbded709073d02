import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aggregate } from '../src/aggregate/aggregate.ts'
import {
  type ConformalForecast,
  type ConformalOptions,
  conformal,
  quantiles,
  withIntervals,
  withLabels,
} from '../src/doors/conformal.ts'
import { logDensity, logistic } from '../src/losses/index.ts'
import { normal, type Rng, seededRng, uniform } from '../src/math/rng.ts'
import { Recalibration } from '../src/models/layers/recalibration.ts'
import { conjugate, svb } from '../src/panels/index.ts'
import { annealed } from '../src/scores/scores.ts'
// In loops of many rounds: `expect` takes longer than a round.
import { ensure } from '../src/testing/clause.ts'

/**
 * What docs/guarantees.md promises of intervals, against adversaries that see the interval before they choose y.
 *
 * The promises of the default, of features, of bias and of alerts are beside their code, in intervals.bars.test.ts, local.test.ts,
 * centre.test.ts and watch.slow.test.ts.
 */

/** An outcome chosen with the interval in view; any number where the interval is infinite. */
type Attack = (ends: { lower: number; upper: number }, rng: Rng, t: number) => number

/** Just beyond an end, so that the memories learn as little as possible from it. */
const beyond = (end: number, side: number): number => end + side * (1e-9 + 1e-6 * Math.abs(end))

const attacks = fc.constantFrom<Attack>(
  ({ upper }) => beyond(upper, 1),
  ({ lower, upper }, rng) => (uniform(rng) < 0.5 ? beyond(lower, -1) : beyond(upper, 1)),
  ({ upper }) => 2 * Math.abs(upper) + 1,
  // Quiet until the governor lies at its least, so that it has the longest way to go.
  ({ upper }, rng, t) => (t % 900 < 500 ? 1e-3 * normal(rng) : beyond(upper, 1)),
  // On the end itself, and in units that change.
  ({ upper }) => upper,
  (_ends, rng, t) => (t % 200 < 100 ? 1 : 1e6) * normal(rng),
)

function outcomeOf(attack: Attack, ends: { lower: number; upper: number }, rng: Rng, t: number): number {
  const y = attack(ends, rng, t)
  return Math.abs(y) < 1e250 ? y : normal(rng)
}

const worlds = fc.record({ seed: fc.nat(1000), attack: attacks })

describe('whatever the outcomes', () => {
  it('each of several coverages misses at most αT + G/κ + 1 of them, and none lies inside a lower one', () => {
    const coverages = [0.5, 0.8, 0.9, 0.99]
    fc.assert(
      fc.property(worlds, fc.nat(3), fc.boolean(), ({ seed, attack }, target, features) => {
        const rng = seededRng(seed)
        const learner = conformal({ coverage: coverages, features })
        for (let t = 0; t < (features ? 300 : 1500); t++) {
          const { levels } = learner.predict(0, features ? { x: [normal(rng)] } : {})
          for (let i = 1; i < levels.length; i++) {
            const { lower, upper } = levels[i - 1]
            ensure(
              levels[i].lower <= lower && upper <= levels[i].upper,
              () => `round ${t}: level ${i} lies inside`,
            )
          }
          learner.learn(outcomeOf(attack, levels[target], rng, t))
          for (const { certificate } of learner.coverages) {
            const { misses, mostMisses } = certificate as { misses: number; mostMisses: number }
            ensure(misses <= mostMisses, () => `round ${t}: ${misses} misses, at most ${mostMisses}`)
          }
        }
        const gain = features ? 0.1 : 0.05
        learner.coverages.forEach(({ rounds, certificate }, i) => {
          const alpha = 1 - coverages[i]
          const most = alpha * rounds + 6 / (gain * Math.max(1, Math.sqrt(0.1 / alpha))) + 1
          expect(certificate.mostMisses).toBeCloseTo(most, 9)
        })
      }),
      { numRuns: 12 },
    )
  })

  it('groups that overlap miss at most αT_G + (12 + 2(k − 1))/κ′ + 1 each, in no group, in all, or named late', () => {
    const names = ['a', 'b', 'c']
    fc.assert(
      fc.property(worlds, fc.constantFrom(0.5, 0.9, 0.95), ({ seed, attack }, coverage) => {
        const rng = seededRng(seed)
        const learner = conformal({ coverage, overlapping: true })
        for (let t = 0; t < 1800; t++) {
          const own = names.filter(() => uniform(rng) < 0.4)
          const groups = t > 700 && uniform(rng) < 0.5 ? [...own, 'late'] : own
          const ends = learner.predict(0, { groups })
          // Rounds without a group are quiet, so that all together are as low as they get.
          learner.learn(groups.length > 0 ? outcomeOf(attack, ends, rng, t) : 1e-6 * normal(rng))
        }
        expect(learner.overlaps).toHaveLength(4)
        const alpha = Number((1 - coverage).toPrecision(15))
        const gain = 0.1 * Math.max(1, Math.sqrt(0.1 / alpha))
        for (const { rounds, misses, mostMisses } of learner.overlaps) {
          expect(misses).toBeLessThanOrEqual(mostMisses)
          expect(mostMisses).toBeCloseTo(alpha * rounds + (12 + 2 * 3) / gain + 1, 9)
        }
        const { misses, mostMisses } = learner.coverage.certificate
        expect(misses).toBeLessThanOrEqual(mostMisses as number)
      }),
      { numRuns: 12 },
    )
  })

  it('groups with a calibrator each miss at most αT + (G/κ + 1) for each of them', () => {
    fc.assert(
      fc.property(worlds, ({ seed, attack }) => {
        const rng = seededRng(seed)
        const learner = conformal({ groups: true })
        for (let t = 0; t < 1200; t++) {
          const ends = learner.predict(0, { group: 'abc'[Math.floor(3 * uniform(rng))] })
          learner.learn(outcomeOf(attack, ends, rng, t))
        }
        const { misses, mostMisses } = learner.coverage.certificate
        expect(misses).toBeLessThanOrEqual(mostMisses as number)
      }),
      { numRuns: 8 },
    )
  })

  it.each<[string, ConformalOptions]>([
    ['features', { features: true }],
    ['groups that overlap', { overlapping: true }],
    ['a bias taken out', { unbiased: true }],
  ])('outcomes that come up to D forecasts late cost at most D more misses, with %s', (_name, options) => {
    fc.assert(
      fc.property(worlds, fc.integer({ min: 1, max: 40 }), ({ seed, attack }, delay) => {
        const rng = seededRng(seed)
        const learner = conformal(options)
        const open: ConformalForecast[] = []
        const rounds = options.features ? 250 : 900
        for (let t = 0; t < rounds + delay; t++) {
          const beside = {
            ...(options.features ? { x: [normal(rng)] } : {}),
            ...(options.overlapping ? { groups: t % 3 ? ['a', 'b'] : ['a'] } : {}),
          }
          if (t < rounds) open.push(learner.predict(0, { id: t, ...beside }))
          if (t >= delay) {
            const ends = open[t - delay]
            learner.learn({ id: t - delay, y: outcomeOf(attack, ends, rng, t) })
          }
        }
        const { misses, mostMisses } = learner.coverage.certificate
        expect(misses).toBeLessThanOrEqual(mostMisses as number)
        for (const group of learner.overlaps) expect(group.misses).toBeLessThanOrEqual(group.mostMisses)
      }),
      { numRuns: 6 },
    )
  })

  it('quantiles whose outcomes come late, or that go on from a save, stay within their certificates', () => {
    const levels = [0.001, 0.02, 0.5, 0.52, 0.9, 0.99]
    fc.assert(
      fc.property(worlds, fc.integer({ min: 0, max: 30 }), fc.nat(5), ({ seed, attack }, delay, target) => {
        const rng = seededRng(seed)
        let learner = quantiles({ levels })
        const open: (readonly number[])[] = []
        for (let t = 0; t < 1500; t++) {
          const { quantiles: q } = learner.predict(0, { id: t })
          ensure(
            q.every((end, i) => i === 0 || end >= q[i - 1]),
            () => `round ${t}: quantiles cross`,
          )
          open.push(q)
          if (t < delay) continue
          const end = open[t - delay][target]
          learner.learn({ id: t - delay, y: outcomeOf(attack, { lower: end, upper: end }, rng, t) })
          if (t === 700) learner = quantiles({ levels }).restore(learner.save())
          for (const { excess, most } of learner.certificates)
            ensure(Math.abs(excess) <= most, () => `round ${t}: off by ${excess}, at most ${most}`)
        }
      }),
      { numRuns: 12 },
    )
  })

  it('a layer around a distribution misses at most αT + 61 at 0.9', () => {
    fc.assert(
      fc.property(worlds, ({ seed, attack }) => {
        const rng = seededRng(seed)
        const model = aggregate({
          experts: conjugate({ noise: [0.5, 1] }),
          loss: logDensity,
          score: annealed,
        })
        const learner = withIntervals(model, { coverage: 0.9 })
        let misses = 0
        for (let t = 0; t < 700; t++) {
          const x = [1, normal(rng)]
          const y = outcomeOf(attack, learner.predict(x), rng, t)
          if (!learner.learn(x, Math.max(-1e9, Math.min(1e9, y))).interval.covered) misses++
        }
        expect(misses).toBeLessThanOrEqual(0.1 * 700 + 61)
        expect(learner.coverage.certificate).toMatchObject({ misses, mostMisses: 0.1 * 700 + 61 })
      }),
      { numRuns: 8 },
    )
  })

  it('a set of labels lacks the right one at most αT + 61 times at 0.9', () => {
    const learner = withLabels(aggregate({ experts: svb({ scale: [0.1, 1] }), loss: logistic }), {
      coverage: 0.9,
    })
    const rng = seededRng(3)
    let misses = 0
    for (let t = 0; t < 2000; t++) {
      const x = [1, normal(rng)]
      const { labels } = learner.predict(x)
      const y = labels.includes(1) ? -1 : 1
      if (!learner.learn(x, y).interval.covered) misses++
    }
    expect(misses).toBeLessThanOrEqual(0.1 * 2000 + 61)
  })

  it('calibrated probabilities lose at most log 49 + T·log(1/(1 − σ)) more than those given', () => {
    const probability = fc.double({ min: 1e-9, max: 1 - 1e-9, noNaN: true })
    // What y is: by chance, or against the calibrated probability, or as the given one has it.
    const kinds = fc.constantFrom('chance', 'against', 'as given')
    fc.assert(
      fc.property(fc.array(fc.tuple(probability, kinds), { maxLength: 300 }), fc.nat(99), (rows, seed) => {
        const rng = seededRng(seed)
        const calibration = new Recalibration()
        const state = calibration.init()
        let excess = 0
        for (const [p, kind] of rows) {
          const own = calibration.probability(state, p)
          const isUp = kind === 'chance' ? uniform(rng) < p : kind === 'against' ? own < 0.5 : p > 0.5
          excess += Math.log(isUp ? p : 1 - p) - Math.log(isUp ? own : 1 - own)
          calibration.learn(state, p, isUp ? 1 : -1)
        }
        expect(excess).toBeLessThanOrEqual(Math.log(49) - rows.length * Math.log(1 - 1e-3) + 1e-9)
      }),
    )
  })

  it('no memory, and no two ends, lose less than the interval by more than their regret bound', () => {
    const [rate, share, experts] = [4, 0.005, 16]
    fc.assert(
      fc.property(worlds, ({ seed, attack }) => {
        const rng = seededRng(seed)
        const learner = conformal()
        // Of both ends: the loss of the thresholds, those of every memory, and Σω·loss².
        const sums = new Float64Array(2 * experts)
        let [own, squares, rounds] = [0, 0, 0]
        for (let t = 0; t < 600; t++) {
          const ends = learner.predict(0)
          const { loss, weights, experts: all } = learner.learn(outcomeOf(attack, ends, rng, t))
          if (ends.upper === Infinity) continue
          rounds++
          own += loss
          for (let k = 0; k < sums.length; k++) {
            sums[k] += all.losses[k]
            squares += weights[k] * all.losses[k] ** 2
          }
        }
        const best = (end: number) => Math.min(...sums.subarray(end * experts, (end + 1) * experts))
        const start = Math.log(experts / share) + rounds * Math.log(1 / (1 - share))
        expect(own - best(0) - best(1)).toBeLessThanOrEqual((2 * start) / rate + rate * squares)
      }),
      { numRuns: 10 },
    )
  })
})

import { describe, expect, it } from 'vitest'
import {
  aci,
  bayesAci,
  Calibrator,
  conformal,
  cop,
  decaying,
  eci,
  type Method,
  pid,
  radiusAci,
  saocp,
  sfOgd,
} from '../src/conformal/index.ts'
import {
  type AggregateLearner,
  aggregate,
  boa,
  fixedShare,
  gradient,
  pinball,
  type Rule,
  rollingRate,
} from '../src/doors/index.ts'
import type { Rate } from '../src/doors/meta.ts'
import { columns, fixture, gap } from './fixtures.ts'
import { faciRate } from './quirks/faciRate.ts'
import { levelBoa } from './quirks/levelBoa.ts'

/** Traces of published implementations; see fixtures/conformal/README.md. */

const TOLERANCE = 1e-9
const CASES = ['stationary_a10', 'stationary_a20', 'scaleshift_a10', 'heavy_t2_a10', 'ar1_a20', 'ties_a10']
const dtaciRate = (moment: 'second' | 'squared-mean'): Rate =>
  rollingRate({ window: 500, start: 2.72, numerator: 'dtaci', moment })

function load(name: string) {
  const about = JSON.parse(fixture(`conformal/${name}.json`))
  const input = columns(fixture(`conformal/${about.input}`))
  const [ys, preds, scorecasts] = ['y', 'pred', 'scorecast'].map((column) => input.column(column))
  const scores = ys.map((y, t) => Math.abs(y - preds[t]))
  const traces = Object.fromEntries(
    Object.entries<{ file: string }>(about.groups).map(([group, { file }]) => [
      group,
      columns(fixture(`conformal/${file}`)),
    ]),
  )
  return { about, ys, preds, scorecasts, scores, traces, alpha: about.alpha, coverage: about.coverage }
}

/** What `each` says before a round where that differs from the column, ties of the fixture excepted: the first few. */
function differences(
  expected: number[],
  each: (t: number) => number,
  skip: readonly number[] = [],
): string[] {
  const found: string[] = []
  expected.forEach((value, t) => {
    const actual = each(t)
    if (gap(actual, value) < TOLERANCE || skip.includes(t + 1) || found.length > 4) return
    found.push(`round ${t + 1}: ${actual} for ${value}`)
  })
  return found
}

function alone(rule: Rule, coverage: number): AggregateLearner {
  return aggregate({ experts: rule, loss: pinball(coverage), dimension: 0 })
}

/** The mean of the coming threshold, then the round. */
function thresholds(learner: AggregateLearner, scores: readonly number[]): (t: number) => number {
  return (t) => {
    const { mean } = learner.predict([])
    learner.learn([], scores[t])
    return mean
  }
}

const NONE = Float64Array.of()

/** A method at work; the thresholds, and with `mean` the levels, of the coming rounds. */
function play(method: Method, coverage: number, scores: readonly number[], scorecasts?: readonly number[]) {
  const calibrator = new Calibrator(method, coverage, { coverage, start: 0 })
  const state = calibrator.init()
  const means: number[] = []
  const thresholds: number[] = []
  scores.forEach((score, t) => {
    const x = scorecasts ? [scorecasts[t]] : NONE
    calibrator.believe(state, x)
    means.push(calibrator.mean(calibrator.current))
    thresholds.push(calibrator.threshold(state, calibrator.current))
    calibrator.learn(state, x, score)
  })
  return { mean: (t: number) => means[t], threshold: (t: number) => thresholds[t] }
}

describe.each(CASES)('the conformal traces of %s', (name) => {
  const { about, ys, preds, scores, scorecasts, traces, coverage } = load(name)
  const { gibbs, bayes, adaptiveconformal: r } = traces

  it.runIf(bayes)('Bayes-ACI and Bayes-DtACI agree with 40-digit arithmetic', () => {
    const { eta, tau, gamma, sigma, psi_init: start, single_eta, single_tau } = about.params.bayes
    const single = alone(bayesAci({ learningRate: single_eta, spread: single_tau, start }), coverage)
    expect(differences(bayes.column('bayes_aci_psi'), thresholds(single, scores))).toEqual([])
    const learner = (rate: Rate) =>
      aggregate({
        experts: bayesAci({ learningRate: eta, spread: tau, start }),
        loss: pinball(coverage),
        meta: fixedShare({ rate, share: sigma }),
        dimension: 0,
      })
    expect(differences(bayes.column('bayes_dtaci_fixed'), thresholds(learner(gamma), scores))).toEqual([])
    expect(
      differences(
        bayes.column('bayes_dtaci_adaptive'),
        thresholds(learner(dtaciRate('squared-mean')), scores),
      ),
    ).toEqual([])
  })

  it('ACI and DtACI on thresholds', () => {
    const { aci_l, dtaci_l } = about.params.adaptiveconformal
    const single = alone(aci({ learningRate: aci_l.gamma, start: aci_l.theta0 }), coverage)
    expect(differences(r.column('aci_l_theta'), thresholds(single, scores))).toEqual([])
    const learner = (learningRate: number[], start: number, rate: Rate, share: number) =>
      aggregate({
        experts: aci({ learningRate, start }),
        loss: pinball(coverage),
        meta: fixedShare({ rate, share }),
        dimension: 0,
      })
    const linear = learner(dtaci_l.gamma_grid, dtaci_l.theta0, dtaci_l.eta, dtaci_l.sigma)
    expect(differences(r.column('dtaci_l_theta'), thresholds(linear, scores))).toEqual([])
    const { rounds, dtaci_l: checkpoints } = about.dtaci_weight_checkpoints
    const again = learner(dtaci_l.gamma_grid, dtaci_l.theta0, dtaci_l.eta, dtaci_l.sigma)
    scores.forEach((score, t) => {
      const at = rounds.indexOf(t + 1)
      const { weights } = again.predict([])
      if (at >= 0) expect(differences(checkpoints[at], (k) => weights[k])).toEqual([])
      again.learn([], score)
    })
    const { gamma_grid, theta_init, eta, sigma } = about.params.gibbs
    const fixed = learner(gamma_grid, theta_init, eta, sigma)
    expect(differences(gibbs.column('dt_theta_fixed'), thresholds(fixed, scores))).toEqual([])
    const adaptive = learner(gamma_grid, theta_init, dtaciRate('squared-mean'), sigma)
    expect(differences(gibbs.column('dt_theta_adaptive'), thresholds(adaptive, scores))).toEqual([])
  })

  it('ACI and DtACI on levels', () => {
    const { aci_q, dtaci_q } = about.params.adaptiveconformal
    const ties = about.tie_sensitive_rounds
    const level = play(
      { experts: aci({ learningRate: aci_q.gamma, start: aci_q.theta0, miss: 'quantile' }), level: {} },
      coverage,
      scores,
    )
    expect(differences(r.column('aci_q_theta'), level.mean)).toEqual([])
    expect(differences(r.column('aci_q_radius'), level.threshold, ties.aci_q_radius)).toEqual([])
    const radius = play(
      { experts: radiusAci({ learningRate: aci_q.gamma, start: aci_q.theta0, coverage }) },
      coverage,
      scores,
    )
    expect(differences(r.column('aci_q_radius'), radius.threshold, ties.aci_q_radius)).toEqual([])
    const whole = play(
      {
        experts: aci({ learningRate: dtaci_q.gamma_grid, start: dtaci_q.theta0, miss: 'quantile' }),
        meta: fixedShare({ rate: dtaci_q.eta, share: dtaci_q.sigma }),
        level: { rank: 'up-to', first: 0 },
      },
      coverage,
      scores,
    )
    expect(differences(r.column('dtaci_q_theta'), whole.mean)).toEqual([])
    expect(differences(r.column('dtaci_q_radius'), whole.threshold, ties.dtaci_q_radius)).toEqual([])
    const { gamma_grid: learningRate, alpha_init, eta, sigma } = about.params.gibbs
    for (const [column, rate] of [
      ['dt_alpha_fixed', eta],
      ['dt_alpha_adaptive', dtaciRate('squared-mean')],
    ]) {
      const authors = play(
        {
          experts: aci({ learningRate, start: -alpha_init }),
          meta: fixedShare({ rate, share: sigma }),
          level: { measure: 'miss' },
        },
        coverage,
        scores,
      )
      expect(differences(gibbs.column(column), (t) => -authors.mean(t))).toEqual([])
    }
    const boa = play(
      {
        experts: aci({ learningRate, start: -alpha_init }),
        score: gradient,
        meta: levelBoa({ epsilon: about.params.gibbs.agaci_eps }),
        level: { measure: 'miss' },
      },
      coverage,
      scores,
    )
    expect(differences(gibbs.column('ag_alpha'), (t) => -boa.mean(t))).toEqual([])
  })

  it.each([
    ['agaci_q', 'second-order', 'level'],
    ['agaci120_q', 'doubling', 'level'],
    ['agaci120_l', 'doubling', 'threshold'],
  ] as const)('AgACI, both rules of aggregation: %s', (column, form, space) => {
    const { gamma_grid: learningRate, theta0: start } = about.params.adaptiveconformal[column]
    const experts = radiusAci({ learningRate, coverage, start, space })
    const method: Method = { experts, score: gradient, meta: boa({ form }), ends: 'apart' }
    const learner = conformal({ coverage, method, scale: 'none' })
    const intervals = ys.map((y, t) => {
      const interval = learner.predict(preds[t])
      learner.learn(y)
      return interval
    })
    expect(differences(r.column(`${column}_lower`), (t) => intervals[t].lower)).toEqual([])
    expect(differences(r.column(`${column}_upper`), (t) => intervals[t].upper)).toEqual([])
  })

  it('SF-OGD and SAOCP, as R and as Python run them', () => {
    const { sfogd_l, saocp_l } = about.params.adaptiveconformal
    const descent = play(
      { experts: sfOgd({ learningRate: sfogd_l.gamma, start: sfogd_l.theta0 }) },
      coverage,
      scores,
    )
    expect(differences(r.column('sfogd_theta'), descent.threshold)).toEqual([])
    const adaptive = play(
      { experts: saocp({ largestScore: saocp_l.D, lifetime: saocp_l.g, bookkeeping: 'AdaptiveConformal' }) },
      coverage,
      scores,
    )
    expect(differences(r.column('saocp_snap_theta'), adaptive.threshold)).toEqual([])
    const python = traces.online_conformal
    if (!python) return
    const { sfogd, saocp: authors } = about.params.online_conformal
    const learningRate = sfogd.max_scale / Math.sqrt(3)
    const theirs = play({ experts: sfOgd({ learningRate, atThreshold: 'still' }) }, coverage, scores)
    expect(differences(python.column('sfogd_theta'), theirs.threshold)).toEqual([])
    const { max_scale: largestScore, lifetime } = authors
    const snapped = play({ experts: saocp({ largestScore, lifetime }) }, coverage, scores)
    expect(differences(python.column('saocp_snap_theta'), snapped.threshold)).toEqual([])
  })

  it.runIf(traces.online_conformal)('DtACI as the authors of SAOCP run it', () => {
    const python = traces.online_conformal
    const learningRate = Array.from({ length: 8 }, (_, k) => 0.001 * 2 ** k)
    const [c, interval] = [coverage, 100]
    const rate =
      3 * Math.sqrt((Math.log(8 * interval) + 2) / interval / (c ** 2 * (1 - c) ** 3 + (1 - c) ** 2 * c ** 3))
    const levels = play(
      {
        experts: aci({ learningRate, start: coverage, range: [0, 1] }),
        meta: fixedShare({ rate, share: 1 / (2 * interval) }),
        level: { warmUp: Math.floor(1 / (1 - coverage)) },
      },
      coverage,
      scores,
    )
    expect(differences(python.column('faci_alpha'), (t) => 1 - levels.mean(t))).toEqual([])
    expect(
      differences(python.column('faci_radius'), levels.threshold, about.tie_sensitive_rounds.faci_radius),
    ).toEqual([])
    const thresholds = play(
      {
        experts: aci({ learningRate }),
        meta: fixedShare({ rate: faciRate(interval, coverage), share: 1 / 200 }),
      },
      coverage,
      scores,
    )
    expect(differences(python.column('faci_s_theta'), thresholds.threshold)).toEqual([])
  })

  it.runIf(traces.pid)('conformal PID, and ACI as its authors run it', () => {
    const { lr, T_burnin: window, Csat: saturation, KI: gain, aci_lr } = about.params.pid
    const integral = { gain, saturation }
    const plain = play({ experts: pid({ learningRate: lr, window }) }, coverage, scores)
    expect(differences(traces.pid.column('p_q'), plain.threshold)).toEqual([])
    const integrating = play({ experts: pid({ learningRate: lr, window, integral }) }, coverage, scores)
    expect(differences(traces.pid.column('pi_q'), integrating.threshold)).toEqual([])
    const full = play(
      { experts: pid({ learningRate: lr, window, integral }), dimension: 1 },
      coverage,
      scores,
      scorecasts,
    )
    expect(differences(traces.pid.column('pid_q'), full.threshold)).toEqual([])
    const rule = radiusAci({ learningRate: aci_lr, coverage, quantile: 'clipped', warmUp: window })
    const clipped = new Calibrator({ experts: rule }, coverage, { coverage, start: 0 })
    const state = clipped.init()
    let largest = -Infinity
    const levels: number[] = []
    const radii = scores.map((score) => {
      clipped.believe(state, NONE)
      const threshold = clipped.threshold(state, clipped.current)
      const [{ level }] = state.engine.panel as [{ level: Float64Array }]
      levels.push(1 - level[0])
      clipped.learn(state, NONE, score)
      const radius = threshold === Infinity && largest >= 0 ? largest : threshold
      largest = Math.max(largest, score)
      return radius
    })
    expect(differences(traces.pid.column('aci_clip_alpha'), (t) => levels[t])).toEqual([])
    expect(differences(traces.pid.column('aci_clip_q'), (t) => radii[t])).toEqual([])
  })
})

describe.each(['scaleshift', 'heavy_t2'])('the recent conformal traces of %s', (stream) => {
  const input = columns(fixture(`conformal/${stream}.input.csv`))
  const preds = input.column('pred')
  const scores = input.column('y').map((y, t) => Math.abs(y - preds[t]))
  const trace = columns(fixture(`conformal/${stream}_a10.recent.csv`))
  it.each([
    ['decaying', decaying({ learningRate: 1 })],
    ['eci', eci()],
    ['eci_large', eci({ errors: 'large' })],
    ['eci_fading', eci({ errors: 'fading' })],
    ['cop', cop()],
  ] as const)('%s has the thresholds of its authors’ code', (column, experts) => {
    expect(differences(trace.column(column), play({ experts }, 0.9, scores).threshold)).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import { aci, bayesAci } from '../src/conformal/index.ts'
import { aggregate, fixedShare, type Learner, pinball, type Rate, type Rule, rollingRate } from '../src/index.ts'
import { columns, fixture, gap } from './fixtures.ts'

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

/** The largest gap between a column and what `each` says before round t, ties of the fixture excepted. */
function worst(expected: number[], each: (t: number) => number, skip: readonly number[] = []): number {
  let largest = 0
  expected.forEach((value, t) => {
    const actual = each(t)
    if (!skip.includes(t + 1)) largest = Math.max(largest, gap(actual, value))
  })
  return largest
}

function alone(rule: Rule, coverage: number): Learner {
  return aggregate({ experts: rule, loss: pinball(coverage), dimension: 0 })
}

/** The mean of the coming threshold, then the round. */
function thresholds(learner: Learner, scores: readonly number[]): (t: number) => number {
  return (t) => {
    const { mean } = learner.predict([])
    learner.learn([], scores[t])
    return mean
  }
}

describe.each(CASES)('the conformal traces of %s', (name) => {
  const { about, scores, traces, coverage } = load(name)
  const { gibbs, bayes, adaptiveconformal: r } = traces

  it.runIf(bayes)('Bayes-ACI and Bayes-DtACI agree with 40-digit arithmetic', () => {
    const { eta, tau, gamma, sigma, psi_init: start, single_eta, single_tau } = about.params.bayes
    const single = alone(bayesAci({ learningRate: single_eta, spread: single_tau, start }), coverage)
    expect(worst(bayes.column('bayes_aci_psi'), thresholds(single, scores))).toBeLessThan(TOLERANCE)
    const learner = (rate: Rate) =>
      aggregate({
        experts: bayesAci({ learningRate: eta, spread: tau, start }),
        loss: pinball(coverage),
        meta: fixedShare({ rate, share: sigma }),
        dimension: 0,
      })
    expect(worst(bayes.column('bayes_dtaci_fixed'), thresholds(learner(gamma), scores))).toBeLessThan(TOLERANCE)
    expect(
      worst(bayes.column('bayes_dtaci_adaptive'), thresholds(learner(dtaciRate('squared-mean')), scores)),
    ).toBeLessThan(TOLERANCE)
  })

  it('ACI and DtACI on thresholds', () => {
    const { aci_l, dtaci_l } = about.params.adaptiveconformal
    const single = alone(aci({ learningRate: aci_l.gamma, start: aci_l.theta0 }), coverage)
    expect(worst(r.column('aci_l_theta'), thresholds(single, scores))).toBeLessThan(TOLERANCE)
    const learner = (learningRate: number[], start: number, rate: Rate, share: number) =>
      aggregate({
        experts: aci({ learningRate, start }),
        loss: pinball(coverage),
        meta: fixedShare({ rate, share }),
        dimension: 0,
      })
    const linear = learner(dtaci_l.gamma_grid, dtaci_l.theta0, dtaci_l.eta, dtaci_l.sigma)
    expect(worst(r.column('dtaci_l_theta'), thresholds(linear, scores))).toBeLessThan(TOLERANCE)
    const { gamma_grid, theta_init, eta, sigma } = about.params.gibbs
    const fixed = learner(gamma_grid, theta_init, eta, sigma)
    expect(worst(gibbs.column('dt_theta_fixed'), thresholds(fixed, scores))).toBeLessThan(TOLERANCE)
    const adaptive = learner(gamma_grid, theta_init, dtaciRate('squared-mean'), sigma)
    expect(worst(gibbs.column('dt_theta_adaptive'), thresholds(adaptive, scores))).toBeLessThan(TOLERANCE)
  })
})

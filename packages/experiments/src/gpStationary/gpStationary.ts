import { aggregate, annealed, fixedShare, logDensity } from 'credence'
import { replayGp } from 'credence/gp'
import type { Regime } from 'credence/synthetic'
import { regimes } from 'credence/synthetic'
import { accumulate, hardSelection, Movement } from '../contest.ts'
import type { Experiment } from '../experiment.ts'
import { Recorder } from '../recorder.ts'
import { overviewRow, tablesOf } from '../tables.ts'
import { claims } from './claims.ts'
import { figures } from './figures.ts'
import { parts, type StationarySettings, titles } from './settings.ts'

/** GP-EA on stationary streams: aggregation over bandwidths, all data kept. */
export const gpStationary: Experiment<StationarySettings> = {
  name: 'gp-stationary',
  title: 'Online Gaussian-process regression, stationary',
  section: 'Section 7.3, Online GP regression',
  settings: () => ({ length: 1000, inverseBandwidth: [0.125, 0.25, 0.5, 1, 2, 4], noise: 1, early: 50 }),
  parts: (_settings, { replications }) => parts.map((name) => ({ name, replications, cost: 0.7 })),
  replicate({ length, inverseBandwidth, noise, early }, part, seed) {
    const stream = [...regimes({ seed, length, regimes: [part as Regime] })]
    const xs = stream.map(({ x }) => x)
    const ys = stream.map(({ y }) => y)
    const { rule } = replayGp({ inverseBandwidth, noise }, xs, ys)
    const learner = aggregate({
      experts: rule,
      loss: logDensity,
      score: annealed,
      meta: fixedShare({ rate: 1, share: 0 }),
      dimension: 10,
    })
    const hard = hardSelection(learner, 10)
    const size = inverseBandwidth.length
    const experts = new Float64Array(size)
    const nll = new Recorder(length)
    const weights = new Recorder(length, 'log')
    const movement = new Movement()
    const hardMovement = new Movement()
    let own = 0
    let led = 0
    let earlyCount = 0
    xs.forEach((x, i) => {
      const t = i + 1
      const round = learner.learn(x, ys[i])
      const other = hard.learn(x, ys[i])
      own += round.loss
      led += other.loss
      movement.add(round.weights)
      hardMovement.add(other.weights)
      accumulate(experts, round.losses)
      if (t <= early) earlyCount += effective(round.weights) / early
      if (weights.wants(t)) weights.addEach(round.weights)
      if (!nll.wants(t)) return
      nll.add('aggregate', own / t)
      nll.addEach(experts.map((sum) => sum / t))
    })
    const final = learner.weights
    const best = Math.min(...experts)
    return {
      numbers: {
        nll: own / length,
        'best expert nll': best / length,
        'hard nll': led / length,
        regret: own - best,
        movement: movement.mean,
        'hard movement': hardMovement.mean,
        'best expert': Math.log2(inverseBandwidth[experts.indexOf(best)]),
        'mean log2 a': final.reduce((sum, w, k) => sum + w * Math.log2(inverseBandwidth[k]), 0),
        'weight inside': final.subarray(1, size - 1).reduce((sum, w) => sum + w, 0),
        'largest weight': Math.max(...final),
        'effective experts early': earlyCount,
        'effective experts late': effective(final),
      },
      curves: { nll: nll.curves, weights: weights.curves },
    }
  },
  summarise: (settings, results) => ({
    claims: claims(settings, results),
    figures: figures(settings, results),
    overview: {
      columns: [
        'setting',
        'GP-EA',
        'best expert',
        'follow-the-leader',
        'regret, nats',
        'log₂ of the best a',
        'final mean of log₂ a',
      ],
      rows: parts.map((part) =>
        overviewRow(
          [titles[part]],
          results[part],
          ['nll', 'best expert nll', 'hard nll', 'regret', 'best expert', 'mean log2 a'].map(
            (what) => (n) => n[what],
          ),
        ),
      ),
    },
    tables: tablesOf(results),
    notes: [`The paper does not say how long these streams are: T = ${settings.length}.`],
  }),
}

/** exp of the entropy: how many experts share the weight. */
function effective(weights: Float64Array): number {
  let entropy = 0
  for (const w of weights) if (w > 0) entropy -= w * Math.log(w)
  return Math.exp(entropy)
}

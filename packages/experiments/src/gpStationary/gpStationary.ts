import { aggregate, annealed, fixedShare, logDensity } from 'credence'
import { replayGp } from 'credence/gp'
import type { Regime } from 'credence/synthetic'
import { regimes } from 'credence/synthetic'
import { accumulate, Contest } from '../contest.ts'
import { stationaryDetails as details } from '../details.ts'
import type { Experiment } from '../experiment.ts'
import { Recorder } from '../recorder.ts'
import { overviewRow, tablesOf } from '../tables.ts'
import { figures } from './figures.ts'
import { sentences } from './sentences.ts'
import { parts, type StationarySettings, titles } from './settings.ts'

/** GP-EA on stationary streams: aggregation over bandwidths, all data kept. */
export const gpStationary: Experiment<StationarySettings> = {
  name: 'gp-stationary',
  title: 'Online Gaussian-process regression, stationary',
  section: 'Section 7.3, Online GP regression',
  details,
  settings: ({ reading }) => ({
    length: Number(reading.rounds),
    inverseBandwidth: [0.125, 0.25, 0.5, 1, 2, 4],
    noise: 1,
    early: 50,
    reading,
  }),
  parts: ({ length }, { replications }) =>
    parts.map((name) => ({ name, replications, cost: 0.7 * (length / 1000) ** 3 })),
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
    const size = inverseBandwidth.length
    const experts = new Float64Array(size)
    const nll = new Recorder(length)
    const weights = new Recorder(length, 'log')
    const contest = new Contest(size, seed)
    let own = 0
    let earlyCount = 0
    xs.forEach((x, i) => {
      const t = i + 1
      const round = learner.learn(x, ys[i])
      own += round.loss
      contest.add(round.weights, round.losses, round.losses, round.loss)
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
        regret: own - best,
        'best expert': Math.log2(inverseBandwidth[experts.indexOf(best)]),
        'mean log2 a': final.reduce((sum, w, k) => sum + w * Math.log2(inverseBandwidth[k]), 0),
        'weight inside': final.subarray(1, size - 1).reduce((sum, w) => sum + w, 0),
        'largest weight': Math.max(...final),
        'effective experts early': earlyCount,
        'effective experts late': effective(final),
        ...contest.numbers(''),
      },
      curves: { nll: nll.curves, weights: weights.curves },
    }
  },
  judge: (settings, results, reading) => sentences(settings, results, reading),
  summarise: (settings, results) => ({
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
          ['nll', 'best expert nll', 'leader loss', 'regret', 'best expert', 'mean log2 a'].map(
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

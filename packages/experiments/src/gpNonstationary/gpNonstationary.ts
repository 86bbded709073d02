import {
  type AggregateLearner,
  aggregate,
  annealed,
  fixedShare,
  logDensity,
  type MetaLearner,
} from 'credence'
import { replayGp } from 'credence/gp'
import { followTheLeader } from 'credence/meta'
import { regimes } from 'credence/synthetic'
import { Movement, Rolling } from '../contest.ts'
import type { Experiment } from '../experiment.ts'
import { Recorder } from '../recorder.ts'
import { overviewRow, tablesOf } from '../tables.ts'
import { claims } from './claims.ts'
import { competitors } from './competitors.ts'
import { figures } from './figures.ts'
import { baselines, type NonstationarySettings, ours } from './settings.ts'

/** GP-EA on the stream A → B → C, with a sliding window, beside five online regression methods. */
export const gpNonstationary: Experiment<NonstationarySettings> = {
  name: 'gp-nonstationary',
  title: 'Online Gaussian-process regression, non-stationary',
  section: 'Section 7.3, Online GP regression',
  settings: () => ({
    length: 3000,
    inverseBandwidth: [0.125, 0.25, 0.5, 1, 2, 4],
    noise: [0.5, 1, 2],
    window: 250,
    rolling: 250,
    share: 1e-3,
    learners: 18,
  }),
  parts: (_settings, { replications }) => [{ name: 'ABC', replications, cost: 8 }],
  replicate(settings, _part, seed) {
    const { length, inverseBandwidth, noise, window, rolling, share } = settings
    const stream = [...regimes({ seed, length })]
    const xs = stream.map(({ x }) => x)
    const ys = stream.map(({ y }) => y)
    const { rule } = replayGp({ inverseBandwidth, noise, window }, xs, ys)
    const numbers: Record<string, number> = {}
    const loss = new Recorder(length)
    const weights = new Recorder(length)
    const wanted = new Recorder(length)
    const rounds = xs.map((_, i) => wanted.wants(i + 1))
    const play = (name: string, learner: AggregateLearner, watch: boolean): void => {
      const recent = new Rolling(rolling)
      const movement = new Movement()
      const losses = new Float64Array(length)
      const bandwidths = new Float64Array(length)
      xs.forEach((x, i) => {
        const round = learner.learn(x, ys[i])
        losses[i] = round.pointLoss
        recent.add(round.pointLoss)
        if (rounds[i]) loss.add(name, recent.mean)
        if (!watch) return
        movement.add(round.weights)
        const marginal = byBandwidth(round.weights, inverseBandwidth.length)
        marginal.forEach((w, k) => {
          bandwidths[i] += w * Math.log2(inverseBandwidth[k])
          if (rounds[i]) weights.add(`${name} ${k}`, w)
        })
      })
      Object.assign(numbers, lossNumbers(name, losses, length, rolling))
      if (!watch) return
      numbers[`${name} movement`] = movement.mean
      ;['A', 'B', 'C'].forEach((regime, b) => {
        numbers[`${name} log2 a ${regime}`] = meanOf(bandwidths, endOf(b, length) - rolling, endOf(b, length))
      })
    }
    const metas: Record<string, MetaLearner> = {
      [ours[0]]: fixedShare({ rate: 1, share: 0 }),
      [ours[1]]: fixedShare({ rate: 1, share }),
      'GP hard': followTheLeader(),
    }
    for (const [name, meta] of Object.entries(metas)) {
      play(name, aggregate({ experts: rule, loss: logDensity, score: annealed, meta, dimension: 10 }), true)
    }
    for (const [name, competitor] of Object.entries(competitors(settings, seed)))
      play(name, competitor, false)
    return { numbers, curves: { loss: loss.curves, weights: weights.curves } }
  },
  summarise: (settings, results) => ({
    claims: claims(settings, results),
    figures: figures(settings, results),
    overview: {
      columns: [
        'method',
        'squared error',
        'in A',
        'in B',
        'in C',
        '250 rounds after A → B',
        '250 rounds after B → C',
      ],
      rows: [...ours, 'GP hard', ...baselines, 'Bagged Hoeffding trees'].map((name) =>
        overviewRow(
          [name === 'GP hard' ? 'GP, follow-the-leader' : name],
          results.ABC,
          ['mse', 'mse A', 'mse B', 'mse C', 'after B', 'after C'].map((what) => (n) => n[`${name} ${what}`]),
        ),
      ),
    },
    tables: tablesOf(results),
    notes: [
      'The paper runs River 0.20.1; the baselines here are this project’s own, tested against it. Online Bagging has linear models inside, as in River’s own example; bagged Hoeffding trees are in the tables. In some streams the linear models blow up in the first rounds, as River’s do.',
      'AMF is that of River 0.26: in 0.20.1 a child shares its parent’s mean, and the error on this stream is about half as large.',
      `KNN looks back ${settings.window} rounds, as the GP experts do, with 5 neighbours. Ensembles have ${settings.learners} members.`,
      'The paper’s share is 0. Beside it stands share 0.001, without which experts that lost in one regime take long to come back.',
    ],
  }),
}

/** Where regime b ends, from 0. */
function endOf(b: number, length: number): number {
  return ((b + 1) * length) / 3
}

function meanOf(values: Float64Array, from: number, to: number): number {
  return values.subarray(from, to).reduce((sum, value) => sum + value, 0) / (to - from)
}

/** Mean squared error over all rounds, in each regime, and around the two changes. */
function lossNumbers(
  name: string,
  losses: Float64Array,
  length: number,
  rolling: number,
): Record<string, number> {
  const numbers: Record<string, number> = { [`${name} mse`]: meanOf(losses, 0, length) }
  ;['A', 'B', 'C'].forEach((regime, b) => {
    const from = b === 0 ? 0 : endOf(b - 1, length)
    numbers[`${name} mse ${regime}`] = meanOf(losses, from, endOf(b, length))
    if (b === 0) return
    numbers[`${name} before ${regime}`] = meanOf(losses, from - rolling, from)
    numbers[`${name} after ${regime}`] = meanOf(losses, from, from + rolling)
    numbers[`${name} rise ${regime}`] =
      numbers[`${name} after ${regime}`] - numbers[`${name} before ${regime}`]
  })
  return numbers
}

/** Weights summed over the noises, which vary fastest. */
function byBandwidth(weights: Float64Array, count: number): Float64Array {
  const each = weights.length / count
  return Float64Array.from({ length: count }, (_, k) =>
    weights.subarray(k * each, (k + 1) * each).reduce((sum, w) => sum + w, 0),
  )
}

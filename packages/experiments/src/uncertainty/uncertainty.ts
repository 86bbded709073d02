import {
  type AggregateLearner,
  aggregate,
  annealed,
  fixedShare,
  mean,
  point,
  type ScoredRound,
  squared,
  svb,
} from 'credence'
import { normalPdf } from 'credence/random'
import { uncertaintyToy } from 'credence/synthetic'
import { accumulate, hardSelection, Movement } from '../contest.ts'
import type { Curves, Experiment } from '../experiment.ts'
import { Recorder } from '../recorder.ts'
import { overviewRow, tablesOf } from '../tables.ts'
import { claims } from './claims.ts'
import { figures } from './figures.ts'
import { names, parts, type UncertaintySettings } from './settings.ts'

const scores = { Point: point, Mean: mean, Annealed: annealed } as const
/** Standard deviation of the outcomes about their mode, which the drawn density adds. */
const NOISE = 0.1

/** How the aggregation loss affects uncertainty: an intercept-only toy. */
export const uncertainty: Experiment<UncertaintySettings> = {
  name: 'uncertainty',
  title: 'Effects of the aggregation method on uncertainty quantification',
  section: 'Appendix A, Effects of aggregation method on uncertainty quantification',
  settings: () => ({
    length: 6000,
    scales: [0.001, 0.004, 0.016, 0.064, 0.256],
    rate: 1,
    share: 1e-3,
    shown: [10, 100, 1000, 6000],
  }),
  parts: (_settings, { replications }) => parts.map((name) => ({ name, replications, cost: 0.15 })),
  replicate(settings, part, seed) {
    const stream = [...uncertaintyToy({ seed, length: settings.length, wellSpecified: part === parts[0] })]
    const numbers: Record<string, number> = {}
    const regret = new Recorder(settings.length)
    const deviation = new Recorder(settings.length)
    const densities: Record<string, Curves> = {}
    const players = names.flatMap((name) => {
      const learner = build(settings, name)
      return [
        { name: name as string, learner },
        { name: `${name} hard`, learner: hardSelection(learner, 1) },
      ]
    })
    const own = players.map(() => 0)
    const movement = players.map(() => new Movement())
    const experts = new Float64Array(settings.scales.length)
    const ys = Array.from({ length: 321 }, (_, i) => (i - 160) / 40)
    stream.forEach(({ x, y }, i) => {
      const t = i + 1
      const draw = regret.wants(t)
      deviation.wants(t)
      const shown = settings.shown.includes(t) ? `density ${t}` : undefined
      players.forEach(({ name, learner }, p) => {
        const round = learner.learn(x, y)
        own[p] += round.pointLoss
        movement[p].add(round.weights)
        // The experts of all players are the same: they do not see the weights.
        if (p === 0)
          accumulate(
            experts,
            round.beliefs.mean.map((m) => (y - m) ** 2),
          )
        const sd = deviationOf(round)
        if (draw) {
          regret.add(name, own[p] - Math.min(...experts))
          deviation.add(name, sd)
        }
        if (t === 1000) numbers[`${name} sd at 1000`] = sd
        if (t === settings.length) numbers[`${name} sd`] = sd
        if (shown && !name.endsWith('hard')) {
          densities[shown] ??= { x: ys, y: {} }
          ;(densities[shown].y as Record<string, readonly number[]>)[name] = ys.map((at) =>
            densityOf(round, at),
          )
        }
      })
    })
    players.forEach(({ name }, p) => {
      numbers[`${name} regret`] = own[p] - Math.min(...experts)
      numbers[`${name} movement`] = movement[p].mean
    })
    return { numbers, curves: { regret: regret.curves, sd: deviation.curves, ...densities } }
  },
  summarise: (settings, results) => ({
    claims: claims(results),
    figures: figures(settings, results),
    overview: {
      columns: ['setting', 'method', 'point regret', 'final sd of q', 'follow-the-leader: regret', 'sd'],
      rows: parts.flatMap((part) =>
        names.map((name) =>
          overviewRow(
            [part, `${name}-EA`],
            results[part],
            ['regret', 'sd', 'hard regret', 'hard sd'].map((what) => (n) => n[`${name} ${what}`]),
          ),
        ),
      ),
    },
    tables: tablesOf(results),
    notes: [
      'The rate γ = 1 and share 10⁻³ are not in the paper. With the benchmark’s rolling rate the claim about the misspecified case fails.',
      'Regret takes the least cumulative loss over the experts at each round. m is kept in [−20, 20] and σ in [0, 1].',
    ],
  }),
}

function build({ scales, rate, share }: UncertaintySettings, name: keyof typeof scores): AggregateLearner {
  return aggregate({
    experts: svb({ scale: scales, box: { mean: [-20, 20], deviation: [0, 1] } }),
    loss: squared,
    score: scores[name],
    meta: fixedShare({ rate, share }),
    dimension: 1,
  })
}

/** The standard deviation of q_t, the mixture before this round's outcome. */
function deviationOf({ beliefs, weights, mean: center }: ScoredRound): number {
  let variance = 0
  for (let k = 0; k < beliefs.mean.length; k++) {
    variance += weights[k] * (beliefs.variance[k] + (beliefs.mean[k] - center) ** 2)
  }
  return Math.sqrt(variance)
}

function densityOf({ beliefs, weights }: ScoredRound, y: number): number {
  let density = 0
  for (let k = 0; k < beliefs.mean.length; k++) {
    const sd = Math.sqrt(beliefs.variance[k] + NOISE * NOISE)
    density += (weights[k] * normalPdf((y - beliefs.mean[k]) / sd)) / sd
  }
  return density
}

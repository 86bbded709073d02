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
import { rollingRate } from 'credence/meta'
import { normalPdf } from 'credence/random'
import { uncertaintyToy } from 'credence/synthetic'
import { accumulate, Contest } from '../contest.ts'
import { uncertaintyDetails as details } from '../details.ts'
import type { Curves, Experiment } from '../experiment.ts'
import { Recorder } from '../recorder.ts'
import { overviewRow, tablesOf } from '../tables.ts'
import { figures } from './figures.ts'
import { sentences } from './sentences.ts'
import { names, parts, shownOf, type UncertaintySettings } from './settings.ts'

const scores = { Point: point, Mean: mean, Annealed: annealed } as const
/** Standard deviation of the outcomes about their mode, which the drawn density adds. */
const NOISE = 0.1
/** Where densities are drawn. */
const YS = Array.from({ length: 321 }, (_, i) => (i - 160) / 40)

/** How the aggregation loss affects uncertainty: an intercept-only toy. */
export const uncertainty: Experiment<UncertaintySettings> = {
  name: 'uncertainty',
  title: 'Effects of the aggregation method on uncertainty quantification',
  section: 'Appendix A, Effects of aggregation method on uncertainty quantification',
  details,
  settings: ({ reading }) => ({
    length: 6000,
    scales: [0.001, 0.004, 0.016, 0.064, 0.256],
    shown: [10, 100, 1000, 6000],
    reading,
  }),
  parts: (_settings, { replications }) => parts.map((name) => ({ name, replications, cost: 0.1 })),
  replicate(settings, part, seed) {
    const stream = [...uncertaintyToy({ seed, length: settings.length, wellSpecified: part === parts[0] })]
    const numbers: Record<string, number> = {}
    const recorders = { regret: new Recorder(settings.length), sd: new Recorder(settings.length) }
    const densities: Record<string, { x: readonly number[]; y: Record<string, readonly number[]> }> = {}
    for (const t of shownOf(settings)) densities[`density ${t}`] = { x: YS, y: {} }
    for (const name of names) {
      const learner = build(settings, name)
      const contest = new Contest(settings.scales.length, seed)
      const experts = new Float64Array(settings.scales.length)
      const wanted = new Recorder(settings.length)
      let own = 0
      stream.forEach(({ x, y }, i) => {
        const t = i + 1
        const round = learner.learn(x, y)
        own += round.pointLoss
        const losses = round.beliefs.mean.map((m) => (y - m) ** 2)
        accumulate(experts, losses)
        contest.add(round.weights, round.losses, losses, round.pointLoss)
        const sd = deviationOf(round)
        if (wanted.wants(t)) {
          recorders.regret.add(name, own - Math.min(...experts))
          recorders.sd.add(name, sd)
        }
        if (t === Math.min(1000, settings.length)) numbers[`${name} sd at 1000`] = sd
        if (t === settings.length) numbers[`${name} sd`] = sd
        if (settings.shown.includes(t))
          densities[`density ${t}`].y[name] = YS.map((at) => densityOf(round, at))
      })
      const best = Math.min(...experts)
      numbers[`${name} regret`] = own - best
      Object.assign(numbers, contest.numbers(`${name} `))
      numbers[`${name} leader regret`] = settings.length * numbers[`${name} leader loss`] - best
    }
    const curves: Record<string, Curves> = { regret: recorders.regret.curves, sd: recorders.sd.curves }
    return { numbers, curves: { ...curves, ...densities } }
  },
  judge: (_settings, results, reading) => sentences(results, reading),
  summarise: (settings, results) => ({
    figures: figures(settings, results),
    overview: {
      columns: ['setting', 'method', 'point regret', 'final sd of q', 'follow-the-leader: regret'],
      rows: parts.flatMap((part) =>
        names.map((name) =>
          overviewRow(
            [part, `${name}-EA`],
            results[part],
            ['regret', 'sd', 'leader regret'].map((what) => (n) => n[`${name} ${what}`]),
          ),
        ),
      ),
    },
    tables: tablesOf(results),
    notes: [
      `The paper says neither rate nor share: here γ = ${settings.reading.rate} and σ = ${settings.reading.share}.`,
      'Regret takes the least cumulative loss over the experts at each round. m is kept in [−20, 20] and σ in [0, 1].',
    ],
  }),
}

function build(
  { scales, length, reading }: UncertaintySettings,
  name: keyof typeof scores,
): AggregateLearner {
  const box = { mean: [-20, 20], deviation: [0, 1] } as const
  return aggregate({
    experts: scales.map((scale) => svb({ ...stepOf(scale, length, reading.step), box })),
    loss: squared,
    score: scores[name],
    meta: fixedShare({
      rate: reading.rate === 'rolling' ? rollingRate() : Number(reading.rate),
      share: Number(reading.share),
    }),
    dimension: 1,
  })
}

/** η of an expert with multiplier G. */
function stepOf(scale: number, length: number, step: string): Parameters<typeof svb>[0] {
  if (step === 'G') return { learningRate: scale }
  if (step === 'G/√t') return { learningRate: (t: number) => scale / Math.sqrt(t) }
  return step === 'G/√T' ? { learningRate: scale / Math.sqrt(length) } : { scale }
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

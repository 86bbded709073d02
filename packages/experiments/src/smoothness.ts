import { ordered, palette } from '@credence/charts'
import {
  aggregate,
  annealed,
  fixedShare,
  holderStream,
  type Learner,
  logDensity,
  normalPdf,
  type Replay,
  replayGp,
} from 'credence'
import { type Claim, claim } from './claim.ts'
import { hardSelection } from './contest.ts'
import { curvesTable, meanCurve, meansTable, numbersTable } from './curves.ts'
import type { Curves, Experiment, Figure, Result, Results } from './experiment.ts'
import { average, slope } from './statistics.ts'

export interface SmoothnessSettings {
  /** T, doubling. */
  readonly lengths: readonly number[]
  readonly betas: readonly number[]
  readonly noise: number
}

/** Adaptation to unknown smoothness: average predictive KL from the truth as T grows, on the theory's dyadic grid. */
export const smoothness: Experiment<SmoothnessSettings> = {
  name: 'smoothness',
  title: 'Adaptation to unknown smoothness',
  settings: ({ quick }) => ({
    lengths: quick ? [125, 250, 500, 1000] : [250, 500, 1000, 2000, 4000],
    betas: [0.5, 1.5, 2.5],
    noise: 0.5,
  }),
  parts: ({ betas, lengths }, { replications, quick }) =>
    betas.map((beta) => ({
      name: `β = ${beta}`,
      replications: quick ? replications : Math.max(1, Math.round(replications / 5)),
      cost: (Math.max(...lengths) / 1000) ** 3 * 0.5,
    })),
  replicate({ lengths, betas, noise }, part, seed) {
    const beta = betas.find((value) => part === `β = ${value}`) as number
    const longest = Math.max(...lengths)
    const stream = [...holderStream({ smoothness: beta, noise, seed, functionSeed: seed, length: longest })]
    const xs = stream.map(({ x }) => x)
    const ys = stream.map(({ y }) => y)
    // An expert's predictions do not depend on T; only the grid does. One at a time, for memory.
    const replays = gridOf(longest).map((a) => replayGp({ inverseBandwidth: a, noise }, xs, ys))
    const numbers: Record<string, number> = {}
    const kl: Record<string, number[]> = { aggregate: [], hard: [], best: [] }
    for (const length of lengths) {
      const experts = replays.slice(0, gridOf(length).length)
      const learner = aggregate({
        experts: experts.map(({ rule }) => rule),
        loss: logDensity,
        score: annealed,
        meta: fixedShare({ rate: 1, share: 0 }),
        dimension: 1,
      })
      const found = divergences(stream.slice(0, length), learner, experts, noise)
      kl.aggregate.push(found.own)
      kl.hard.push(found.hard)
      kl.best.push(Math.min(...found.experts))
      numbers[`best log2 a ${length}`] = found.experts.indexOf(Math.min(...found.experts)) + 1
      numbers[`kl ${length}`] = found.own
      numbers[`hard kl ${length}`] = found.hard
      if (length !== longest) continue
      for (const [k, value] of found.experts.entries()) numbers[`expert kl ${k + 1}`] = value
    }
    const logs = lengths.map(Math.log)
    numbers.slope = slope(logs, kl.aggregate.map(Math.log))
    const curves: Curves = { x: lengths, y: kl }
    return { numbers, curves: { kl: curves } }
  },
  summarise: (settings, results) => ({
    claims: claims(settings, results),
    figures: figures(settings, results),
    tables: { means: meansTable(results), replications: numbersTable(results), curves: curvesTable(results) },
    notes: [
      'The paper proves this rate and shows no experiment. Functions are Weierstrass series of smoothness β on [0, 1] with random phases, another in each replication; the noise is known, as in the theorem.',
      'KL is integrated over y at every round, not estimated from the outcomes.',
      'Over a short range of T a logarithm looks like a power: the bound’s slope is that of T^(−2β/(2β+1)) log²T over the same T, the minimax slope is that without the logarithm.',
    ],
  }),
}

/** a = 2^k, k = 1 … ⌈log₂T⌉. */
function gridOf(length: number): number[] {
  return Array.from({ length: Math.ceil(Math.log2(length)) }, (_, k) => 2 ** (k + 1))
}

interface Divergences {
  readonly own: number
  readonly hard: number
  readonly experts: number[]
}

/** Average KL(p*, p_t) of the mixture, of hard selection and of each expert. */
function divergences(
  stream: readonly { x: Float64Array; y: number; mean: number }[],
  learner: Learner,
  replays: readonly Replay[],
  noise: number,
): Divergences {
  const leader = hardSelection(learner, 1)
  const size = replays.length
  const experts = new Float64Array(size)
  let own = 0
  let hard = 0
  for (const { x, y, mean } of stream) {
    const round = learner.learn(x, y)
    const { mean: means, variance } = round.beliefs
    own += mixtureDivergence(mean, noise, means, variance, round.weights.linear)
    hard += mixtureDivergence(mean, noise, means, variance, leader.learn(x, y).weights.linear)
    for (let k = 0; k < size; k++) experts[k] += normalDivergence(mean - means[k], noise, variance[k])
  }
  const n = stream.length
  return { own: own / n, hard: hard / n, experts: Array.from(experts, (sum) => sum / n) }
}

/** KL of N(f, ς²) from N(f − gap, ς² + v). */
function normalDivergence(gap: number, noise: number, variance: number): number {
  const s = noise * noise
  return 0.5 * (Math.log1p(variance / s) + (s + gap * gap) / (s + variance) - 1)
}

const STEP = 0.25
const NODES = Array.from({ length: 57 }, (_, i) => (i - 28) * STEP)

/** KL of N(f, ς²) from the mixture, by the trapezoidal rule, which is exact to rounding for such integrands. */
function mixtureDivergence(
  f: number,
  noise: number,
  means: Float64Array,
  variances: Float64Array,
  weights: Float64Array,
): number {
  let sum = 0
  for (const z of NODES) {
    const y = f + noise * z
    let density = 0
    for (let k = 0; k < weights.length; k++) {
      if (weights[k] < 1e-300) continue
      const s2 = variances[k] + noise * noise
      density += (weights[k] * Math.exp(-((y - means[k]) ** 2) / (2 * s2))) / Math.sqrt(s2)
    }
    // The factor √(2π) is left out of both densities.
    sum += normalPdf(z) * (-0.5 * z * z - Math.log(noise) - Math.log(density))
  }
  return sum * STEP
}

function claims({ lengths, betas }: SmoothnessSettings, results: Results): Claim[] {
  const each = (beta: number, value: (n: Result['numbers']) => number): number[] =>
    results[`β = ${beta}`].map(({ numbers }) => value(numbers))
  const last = lengths[lengths.length - 1]
  const logs = lengths.map(Math.log)
  return [
    ...betas.map((beta) => {
      const rate = (2 * beta) / (2 * beta + 1)
      const bound = slope(
        logs,
        logs.map((log) => -rate * log + 2 * Math.log(log)),
      )
      return claim({
        says: 'the average predictive KL decays as fast as T^(−2β/(2β+1)) log²T, for β unknown',
        measured: `β = ${beta}: slope of log KL in log T; the bound’s is ${bound.toFixed(3)} on these T, the minimax rate’s ${(-rate).toFixed(3)}`,
        side: 'below',
        than: bound,
        values: each(beta, (n) => n.slope),
      })
    }),
    ...betas.map((beta) => {
      const size = gridOf(last).length
      const experts = gridOf(last).map((_, k) => each(beta, (n) => n[`expert kl ${k + 1}`]))
      // The theorem's minimum is over experts fixed beforehand: outside the mean over streams.
      const best = experts.reduce((a, b) => (average(b) < average(a) ? b : a))
      return claim({
        says: 'the aggregate pays at most log K over the best bandwidth, in the mean over streams (theorem)',
        measured: `β = ${beta}, T = ${last}: cumulative KL minus that of the bandwidth with the least mean, in nats (log K = ${Math.log(size).toFixed(3)})`,
        side: 'below',
        than: Math.log(size),
        values: each(beta, (n) => n[`kl ${last}`]).map((value, r) => last * (value - best[r])),
      })
    }),
    claim({
      says: 'different smoothness calls for different bandwidths',
      measured: `log₂ of the best a at T = ${last}, roughest function minus smoothest`,
      side: 'above',
      values: each(betas[0], (n) => n[`best log2 a ${last}`]).map(
        (a, r) => a - each(betas[betas.length - 1], (n) => n[`best log2 a ${last}`])[r],
      ),
    }),
    ...betas.map((beta) =>
      claim({
        says: 'the aggregate is more stable than hard expert selection',
        measured: `β = ${beta}, T = ${last}: cumulative KL minus that of follow-the-leader, in nats`,
        side: 'below',
        values: each(beta, (n) => last * (n[`kl ${last}`] - n[`hard kl ${last}`])),
      }),
    ),
  ]
}

function figures({ lengths, betas }: SmoothnessSettings, results: Results): Figure[] {
  const shades = ordered(betas.length)
  const ticks = lengths.map((value) => ({ value, label: String(value) }))
  const x = { label: 'T', kind: 'log' as const, ticks }
  return [
    {
      name: 'kl',
      caption:
        'Average predictive KL against the known truth as T grows, mean over the replications with two standard errors. Left: GP-EA on the dyadic grid; dashed: the minimax rate T^(−2β/(2β+1)) through the last point. Right: GP-EA over the best fixed bandwidth of each T.',
      columns: 2,
      panelHeight: 280,
      panels: [
        {
          title: 'average predictive KL',
          x,
          y: { label: 'KL, nats a round', kind: 'log' },
          series: betas.flatMap((beta, b) => {
            const curve = meanCurve(results[`β = ${beta}`], 'kl', 'aggregate')
            const rate = (2 * beta) / (2 * beta + 1)
            const end = curve.y[curve.y.length - 1]
            const guide = lengths.map((T) => end * (T / lengths[lengths.length - 1]) ** -rate)
            const found = average(results[`β = ${beta}`].map(({ numbers }) => numbers.slope))
            return [
              { x: lengths, y: guide, color: shades[b], width: 1, dash: '4 3' },
              {
                ...curve,
                color: shades[b],
                width: 2,
                dots: true,
                endLabel: `β = ${beta}: ${found.toFixed(2)} (${(-rate).toFixed(2)})`.replace(/-/g, '−'),
              },
            ]
          }),
        },
        {
          title: 'GP-EA over the best fixed bandwidth',
          x,
          y: { label: 'ratio of KL', include: [1] },
          rules: [{ y: 1 }],
          series: betas.map((beta, b) => {
            const list = results[`β = ${beta}`]
            const own = meanCurve(list, 'kl', 'aggregate')
            const best = meanCurve(list, 'kl', 'best')
            return {
              x: lengths,
              y: own.y.map((value, i) => value / best.y[i]),
              color: shades[b],
              width: 2,
              dots: true,
              endLabel: `β = ${beta}`,
            }
          }),
        },
      ],
      legend: [
        { name: 'GP-EA (slope)', color: palette.grey, width: 2 },
        { name: 'minimax rate (slope)', color: palette.grey, width: 1, dash: '4 3' },
      ],
    },
  ]
}

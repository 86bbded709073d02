import { ordered, palette } from '@credence/charts'
import {
  adaptiveRandomForest,
  aggregate,
  annealed,
  fixedShare,
  followTheLeader,
  hoeffdingAdaptiveTree,
  hoeffdingTree,
  knn,
  type Learner,
  linearRegression,
  logDensity,
  type MetaLearner,
  mondrianForest,
  onlineBagging,
  point,
  type Rule,
  regimes,
  replayGp,
  squared,
} from 'credence'
import { Movement, Rolling } from './contest.ts'
import { curvesTable, meanCurve, meansTable, numbersTable, Recorder } from './curves.ts'
import type { Experiment, Figure, Results } from './experiment.ts'
import { nonstationaryClaims } from './gpNonstationaryClaims.ts'

export interface NonstationarySettings {
  readonly length: number
  readonly inverseBandwidth: readonly number[]
  readonly noise: readonly number[]
  readonly window: number
  /** Rounds over which squared loss is averaged. */
  readonly rolling: number
  readonly share: number
  /** Base learners of the ensembles. */
  readonly learners: number
}

export const baselines = ['Online Bagging', 'AMF', 'KNN', 'HAT', 'ARF'] as const
export const ours = ['GP-EA', 'GP-EA, share 0.001'] as const

/** GP-EA on the stream A → B → C, with a sliding window, beside five online regression methods. */
export const gpNonstationary: Experiment<NonstationarySettings> = {
  name: 'gp-nonstationary',
  title: 'Online Gaussian-process regression, non-stationary',
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
    const play = (name: string, learner: Learner, watch: boolean): void => {
      const recent = new Rolling(rolling)
      const movement = new Movement()
      const losses = new Float64Array(length)
      const bandwidths = new Float64Array(length)
      xs.forEach((x, i) => {
        const round = learner.learn(x, ys[i])
        losses[i] = round.point
        recent.add(round.point)
        if (rounds[i]) loss.add(name, recent.mean)
        if (!watch) return
        movement.add(round.weights.linear)
        const marginal = byBandwidth(round.weights.linear, inverseBandwidth.length)
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
    claims: nonstationaryClaims(settings, results),
    figures: figures(settings, results),
    tables: { means: meansTable(results), replications: numbersTable(results), curves: curvesTable(results) },
    notes: [
      'The paper runs River 0.20.1; the baselines here are this project’s own, tested against it. Online Bagging has linear models inside, as in River’s own example; bagged Hoeffding trees are in the tables.',
      `KNN looks back ${settings.window} rounds, as the GP experts do, with 5 neighbours. Ensembles have ${settings.learners} members.`,
      'The paper’s share is 0. Beside it stands share 0.001, without which experts that lost in one regime take long to come back.',
    ],
  }),
}

function competitors({ learners, window }: NonstationarySettings, seed: number): Record<string, Learner> {
  const alone = (rule: Rule): Learner =>
    aggregate({ experts: rule, loss: squared, score: point, dimension: 10, seed })
  return {
    'Online Bagging': alone(onlineBagging(linearRegression(), { learners })),
    AMF: alone(mondrianForest({ learners })),
    KNN: alone(knn({ window })),
    HAT: alone(hoeffdingAdaptiveTree()),
    ARF: alone(adaptiveRandomForest({ learners })),
    'Bagged Hoeffding trees': alone(onlineBagging(hoeffdingTree(), { learners })),
  }
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

function figures({ inverseBandwidth, length, rolling }: NonstationarySettings, results: Results): Figure[] {
  const shades = ordered(inverseBandwidth.length)
  const list = results.ABC
  const changes = [
    { x: length / 3, label: 'B' },
    { x: (2 * length) / 3, label: 'C' },
  ]
  const colors = [palette.sky, palette.purple, palette.green, palette.orange, palette.black]
  const curves = [...baselines, ...ours].map((name) => meanCurve(list, 'loss', name))
  const most = Math.max(...curves.flatMap(({ y }) => y.slice(10)))
  const weights = (name: (typeof ours)[number], title: string) => ({
    title,
    x: { label: 'round', ticks: 4 },
    y: {
      label: 'weight',
      domain: [0, 1.09] as [number, number],
      ticks: [0, 0.2, 0.4, 0.6, 0.8, 1].map((value) => ({ value, label: value.toFixed(1) })),
    },
    rules: changes,
    series: inverseBandwidth.map((a, k) => ({
      name: `a = ${a}`,
      ...meanCurve(list, 'weights', `${name} ${k}`),
      color: shades[k],
      width: 1.8,
      endLabel: `a = ${a}`,
    })),
  })
  return [
    {
      name: 'stream',
      caption: `The stream A → B → C. Left: squared loss averaged over the last ${rolling} rounds. Middle and right: GP-EA’s weights of each inverse bandwidth, summed over the noise scales, without share as in the paper and with share 0.001. Dashed: the regime changes. Means over the replications with two standard errors.`,
      width: 1240,
      panelHeight: 300,
      columns: 3,
      panels: [
        {
          title: `squared loss over ${rolling} rounds`,
          x: { label: 'round', ticks: 4 },
          y: { label: 'squared loss', domain: [0, Math.min(most, 60) * 1.03] },
          rules: changes,
          series: [
            ...baselines.map((name, i) => ({ name, ...curves[i], color: colors[i], width: 1.3 })),
            { name: ours[0], ...curves[baselines.length], color: palette.vermilion, width: 2.4 },
            { name: ours[1], ...curves[baselines.length + 1], color: palette.blue, width: 2.4, dash: '7 3' },
          ],
        },
        weights(ours[0], 'weights, share 0 (as in the paper)'),
        weights(ours[1], 'weights, share 0.001'),
      ],
    },
  ]
}

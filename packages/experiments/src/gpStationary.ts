import { ordered, palette } from '@credence/charts'
import { aggregate, annealed, fixedShare, logDensity, type Regime, regimes, replayGp } from 'credence'
import { type Claim, claim } from './claim.ts'
import { accumulate, hardSelection, Movement } from './contest.ts'
import { curvesTable, meanCurve, meansTable, numbersTable, Recorder } from './curves.ts'
import type { Experiment, Figure, Result, Results } from './experiment.ts'
import { average } from './statistics.ts'

export interface StationarySettings {
  readonly length: number
  readonly inverseBandwidth: readonly number[]
  readonly noise: number
  /** Rounds that count as the beginning. */
  readonly early: number
}

const parts = ['A', 'B', 'C'] as const
const titles = { A: 'A: Friedman', B: 'B: Doppler', C: 'C: smooth' } as const

/** GP-EA on stationary streams: aggregation over bandwidths, all data kept. */
export const gpStationary: Experiment<StationarySettings> = {
  name: 'gp-stationary',
  title: 'Online Gaussian-process regression, stationary',
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
      movement.add(round.weights.linear)
      hardMovement.add(other.weights.linear)
      accumulate(experts, round.losses)
      if (t <= early) earlyCount += effective(round.weights.linear) / early
      if (weights.wants(t)) weights.addEach(round.weights.linear)
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
    tables: { means: meansTable(results), replications: numbersTable(results), curves: curvesTable(results) },
    notes: [`The paper does not say how long these streams are: T = ${settings.length}.`],
  }),
}

/** exp of the entropy: how many experts share the weight. */
function effective(weights: Float64Array): number {
  let entropy = 0
  for (const w of weights) if (w > 0) entropy -= w * Math.log(w)
  return Math.exp(entropy)
}

function claims({ inverseBandwidth }: StationarySettings, results: Results): Claim[] {
  const each = (part: string, value: (n: Result['numbers']) => number): number[] =>
    results[part].map(({ numbers }) => value(numbers))
  const bandwidth = (part: string): number[] => each(part, (n) => n['mean log2 a'])
  const gap = (a: string, b: string): number[] => bandwidth(a).map((value, r) => value - bandwidth(b)[r])
  const bound = Math.log(inverseBandwidth.length)
  return [
    ...parts.map((part) =>
      claim({
        says: 'across all settings, GP-EA remains close to the best performing fixed-bandwidth expert',
        measured: `${part}: average negative log-likelihood minus the best expert’s (close: below 0.01)`,
        side: 'below',
        than: 0.01,
        values: each(part, (n) => n.nll - n['best expert nll']),
      }),
    ),
    ...parts.map((part) => {
      const regrets = each(part, (n) => n.regret)
      return claim({
        says: 'the regret under log loss is at most log K, on every stream (theorem)',
        measured: `${part}: share of streams with more than log K = ${bound.toFixed(4)} nats (the mean is ${average(regrets).toFixed(4)}, the largest ${Math.max(...regrets).toFixed(4)})`,
        side: 'below',
        than: 1e-9,
        values: regrets.map((regret) => (regret > bound + 1e-9 ? 1 : 0)),
      })
    }),
    claim({
      says: 'in setting A, the weights initially explore several bandwidths',
      measured: 'effective number of experts over the first 50 rounds minus that at the end',
      side: 'above',
      values: each('A', (n) => n['effective experts early'] - n['effective experts late']),
    }),
    claim({
      says: 'before concentrating on an intermediate inverse bandwidth',
      measured: 'A: final weight on the inner bandwidths ¼ … 2 (concentrating: above 0.9)',
      side: 'above',
      than: 0.9,
      values: each('A', (n) => n['weight inside']),
    }),
    claim({
      says: 'setting B places most of its weight on a larger inverse bandwidth',
      measured: 'mean of log₂ a under the final weights, B minus A',
      side: 'above',
      values: gap('B', 'A'),
    }),
    claim({
      says: 'the smoother function in setting C favours a smaller inverse bandwidth',
      measured: 'mean of log₂ a under the final weights, C minus B',
      side: 'below',
      values: gap('C', 'B'),
    }),
    claim({
      says: 'the smoother function in setting C favours a smaller inverse bandwidth',
      measured: 'mean of log₂ a under the final weights, C minus A',
      side: 'below',
      values: gap('C', 'A'),
    }),
    ...parts.flatMap((part) => [
      claim({
        says: 'the aggregate is more stable than hard expert selection',
        measured: `${part}: average negative log-likelihood of GP-EA minus that of follow-the-leader`,
        side: 'below',
        values: each(part, (n) => n.nll - n['hard nll']),
      }),
      claim({
        says: 'the aggregate is more stable than hard expert selection',
        measured: `${part}: weight that GP-EA moves in a round, minus that of follow-the-leader`,
        side: 'below',
        values: each(part, (n) => n.movement - n['hard movement']),
      }),
    ]),
  ]
}

function figures({ inverseBandwidth }: StationarySettings, results: Results): Figure[] {
  const shades = ordered(inverseBandwidth.length)
  return [
    {
      name: 'nll',
      caption:
        'Average cumulative negative log-likelihood of GP-EA (thick) and of the six fixed-bandwidth experts, mean over the replications with two standard errors.',
      panelHeight: 230,
      panels: parts.map((part) => ({
        title: titles[part],
        x: { label: 'round', ticks: 4 },
        y: {
          label: 'average negative log-likelihood',
          kind: 'log' as const,
          ticks: 4,
          ...late(results[part], inverseBandwidth.length),
        },
        series: [
          ...inverseBandwidth.map((a, k) => ({
            name: `a = ${a}`,
            ...meanCurve(results[part], 'nll', String(k)),
            color: shades[k],
            width: 1.2,
          })),
          {
            name: 'GP-EA',
            ...meanCurve(results[part], 'nll', 'aggregate'),
            color: palette.vermilion,
            width: 2.4,
            dash: '7 3',
          },
        ],
      })),
    },
    {
      name: 'weights',
      caption:
        'Weights of the six fixed-bandwidth experts over time, mean over the replications with two standard errors. Rounds are on a log scale, for most is decided early.',
      panelHeight: 230,
      panels: parts.map((part) => ({
        title: titles[part],
        x: { label: 'round, on a log scale', kind: 'log' as const, ticks: 4 },
        y: { label: 'weight', domain: [0, 1.02] as [number, number] },
        series: inverseBandwidth.map((a, k) => ({
          name: `a = ${a}`,
          ...meanCurve(results[part], 'weights', String(k)),
          color: shades[k],
          width: 2,
        })),
      })),
    },
  ]
}

/** The range of the curves after the first twentieth of the rounds. */
function late(results: readonly Result[], experts: number): { domain: [number, number] } {
  const values = ['aggregate', ...Array.from({ length: experts }, (_, k) => String(k))].flatMap((name) => {
    const { y } = meanCurve(results, 'nll', name)
    return y.slice(Math.floor(y.length / 20))
  })
  return { domain: [Math.min(...values) * 0.95, Math.max(...values) * 1.05] }
}

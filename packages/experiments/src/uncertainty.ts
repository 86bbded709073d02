import { palette } from '@credence/charts'
import {
  aggregate,
  annealed,
  fixedShare,
  type Learner,
  mean,
  normalPdf,
  point,
  type ScoredRound,
  squared,
  svb,
  uncertaintyToy,
} from 'credence'
import { type Claim, claim } from './claim.ts'
import { accumulate, hardSelection, Movement } from './contest.ts'
import { curvesTable, meanCurve, meansTable, numbersTable, Recorder } from './curves.ts'
import type { Curves, Experiment, Figure, Result, Results } from './experiment.ts'

export interface UncertaintySettings {
  readonly length: number
  readonly scales: readonly number[]
  readonly rate: number
  readonly share: number
  /** Rounds whose predictive density is drawn. */
  readonly shown: readonly number[]
}

const parts = ['well specified', 'misspecified'] as const
const scores = { Point: point, Mean: mean, Annealed: annealed } as const
const names = ['Point', 'Mean', 'Annealed'] as const
const color = { Point: palette.blue, Mean: palette.orange, Annealed: palette.vermilion } as const
/** Standard deviation of the outcomes about their mode, which the drawn density adds. */
const NOISE = 0.1

/** How the aggregation loss affects uncertainty: an intercept-only toy. */
export const uncertainty: Experiment<UncertaintySettings> = {
  name: 'uncertainty',
  title: 'Effects of the aggregation method on uncertainty quantification',
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
        own[p] += round.point
        movement[p].add(round.weights.linear)
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
    tables: { means: meansTable(results), replications: numbersTable(results), curves: curvesTable(results) },
    notes: [
      'The rate γ = 1 and share 10⁻³ are not in the paper. With the benchmark’s rolling rate the claim about the misspecified case fails.',
      'Regret takes the least cumulative loss over the experts at each round. m is kept in [−20, 20] and σ in [0, 1].',
    ],
  }),
}

function build({ scales, rate, share }: UncertaintySettings, name: keyof typeof scores): Learner {
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
    variance += weights.linear[k] * (beliefs.variance[k] + (beliefs.mean[k] - center) ** 2)
  }
  return Math.sqrt(variance)
}

function densityOf({ beliefs, weights }: ScoredRound, y: number): number {
  let density = 0
  for (let k = 0; k < beliefs.mean.length; k++) {
    const sd = Math.sqrt(beliefs.variance[k] + NOISE * NOISE)
    density += (weights.linear[k] * normalPdf((y - beliefs.mean[k]) / sd)) / sd
  }
  return density
}

function claims(results: Results): Claim[] {
  const each = (part: (typeof parts)[number], value: (n: Result['numbers']) => number): number[] =>
    results[part].map(({ numbers }) => value(numbers))
  const [well, mis] = parts
  const regretGap = (part: typeof well | typeof mis, a: string, b: string): number[] =>
    each(part, (n) => n[`${a} regret`] - n[`${b} regret`])
  return [
    ...(['Mean', 'Annealed'] as const).map((other) =>
      claim({
        says: 'Point-EA has the smallest regret in the well-specified setting',
        measured: `final point regret of Point-EA minus that of ${other}-EA`,
        side: 'below',
        values: regretGap(well, 'Point', other),
      }),
    ),
    ...(['Mean', 'Annealed'] as const).map((other) =>
      claim({
        says: 'Point-EA does so despite retaining a poor predictive distribution (well specified)',
        measured: `final standard deviation of q of Point-EA minus that of ${other}-EA (the truth is a point)`,
        side: 'above',
        values: each(well, (n) => n['Point sd'] - n[`${other} sd`]),
      }),
    ),
    claim({
      says: 'Annealed-EA retains substantially larger uncertainty under misspecification',
      measured: 'final standard deviation of q of Annealed-EA over that of Mean-EA (substantially: above 2)',
      side: 'above',
      than: 2,
      values: each(mis, (n) => n['Annealed sd'] / n['Mean sd']),
    }),
    claim({
      says: 'Mean-EA rapidly collapses under misspecification',
      measured: 'standard deviation of q of Mean-EA at round 1000; it starts at 1 (collapse: below 0.5)',
      side: 'below',
      than: 0.5,
      values: each(mis, (n) => n['Mean sd at 1000']),
    }),
    ...(['Point', 'Mean'] as const).map((other) =>
      claim({
        says: 'Annealed-EA is more robust under bimodal misspecification',
        measured: `final point regret of Annealed-EA minus that of ${other}-EA`,
        side: 'below',
        values: regretGap(mis, 'Annealed', other),
      }),
    ),
    ...parts.flatMap((part) =>
      names.flatMap((name) => [
        claim({
          says: 'the aggregate is more stable than hard expert selection',
          measured: `${part}: final point regret of ${name}-EA minus that of follow-the-leader by the same score`,
          side: 'below',
          values: regretGap(part, name, `${name} hard`),
        }),
      ]),
    ),
  ]
}

function figures({ shown }: UncertaintySettings, results: Results): Figure[] {
  return [
    {
      name: 'density',
      caption:
        'The predictive density p_t(y) = ∫ N(y; θ, 0.1²) q_t(θ) dθ at four rounds of one stream; top: well specified, bottom: misspecified, outcomes near ±2.',
      columns: shown.length,
      panelHeight: 150,
      panels: parts.flatMap((part) =>
        shown.map((t, i) => {
          const { x, y } = results[part][0].curves[`density ${t}`]
          return {
            title: i === 0 ? `${part}, t = ${t}` : `t = ${t}`,
            x: {
              label: 'y',
              ticks: [-4, -2, 0, 2, 4].map((value) => ({ value, label: String(value).replace('-', '−') })),
            },
            y: { ...(i === 0 ? { label: 'density' } : {}), include: [0], ticks: 4 },
            series: names.map((name) => ({
              name: `${name}-EA`,
              x,
              y: y[name],
              color: color[name],
              width: 1.8,
              fill: true,
              ...(name === 'Point' ? { dash: '6 3' } : {}),
            })),
          }
        }),
      ),
    },
    {
      name: 'regret',
      caption:
        'Point-prediction regret, mean over the replications with two standard errors. Dotted: follow-the-leader by the same score.',
      columns: 2,
      panelHeight: 230,
      panels: parts.map((part) => ({
        title: part,
        x: { label: 'round' },
        y: { label: 'regret', include: [0] },
        series: [
          ...names.map((name) => ({
            name: `${name}-EA`,
            ...meanCurve(results[part], 'regret', name),
            color: color[name],
            width: 2,
          })),
          ...names.map((name) => ({
            name: `${name}, follow-the-leader`,
            ...meanOnly(results[part], `${name} hard`),
            color: color[name],
            width: 1.1,
            dash: '2 3',
          })),
        ],
      })),
    },
  ]
}

function meanOnly(results: readonly Result[], name: string): { x: readonly number[]; y: number[] } {
  const { x, y } = meanCurve(results, 'regret', name)
  return { x, y }
}

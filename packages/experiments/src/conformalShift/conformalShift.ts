import { fixedShare, type MetaLearner, normal, seededRng } from 'credence'
import type { Method } from 'credence/conformal'
import { bayesDtaci, Calibrator, dtaci, dtaciMeta } from 'credence/conformal'
import { normalQuantile, uniform } from 'credence/random'
import { scaleShift } from 'credence/synthetic'
import { Contest, Rolling } from '../contest.ts'
import { conformalDetails as details } from '../details.ts'
import type { Experiment } from '../experiment.ts'
import type { Reading } from '../reading.ts'
import { Recorder } from '../recorder.ts'
import { drawsOf } from '../seed.ts'
import { overviewRow, tablesOf } from '../tables.ts'
import { figures } from './figures.ts'
import { sentences } from './sentences.ts'
import { BAYES, type ConformalSettings, DRAWN, DTACI, LEVELS, PICKED, parts, WARM_UP } from './settings.ts'

interface Contestant {
  readonly name: string
  readonly method: Method
  /** A draw from the distribution whose mean the deterministic threshold is, or an expert's own threshold. */
  readonly drawn?: boolean
}

function contestants(reading: Reading): Contestant[] {
  const meta = metaOf(reading)
  const level: Method = dtaci({ space: 'level' })
  return [
    { name: DTACI, method: { ...dtaci(), meta } },
    { name: PICKED, method: { ...dtaci(), meta }, drawn: true },
    { name: LEVELS, method: reading.rate === 'constant' ? { ...level, meta: constant(2.72) } : level },
    { name: BAYES, method: { ...bayesDtaci(), meta } },
    { name: DRAWN, method: { ...bayesDtaci(), meta }, drawn: true },
  ]
}

function metaOf({ rate, 'start-rate': start }: Reading): MetaLearner {
  const startRate = Number(start)
  if (rate === 'constant') return constant(startRate)
  return dtaciMeta({ startRate, moment: rate as 'second' | 'squared-mean' })
}

function constant(rate: number): MetaLearner {
  return fixedShare({ rate, share: 0.001 }) as MetaLearner
}

/** Where thresholds start, and from which round on they are judged. */
function startOf(scores: readonly number[], coverage: number, { start }: Reading): [number, number] {
  if (start === 'theorem') return [-normalQuantile(1 - coverage), 0]
  if (start === '0') return [0, 0]
  const sorted = scores.slice(0, WARM_UP).sort((a, b) => a - b)
  return [sorted[Math.ceil(coverage * sorted.length) - 1], sorted.length]
}

/** Online conformal inference under blockwise changes of the noise scale. */
export const conformalShift: Experiment<ConformalSettings> = {
  name: 'conformal',
  title: 'Online conformal inference',
  section: 'Section 7.2, Online conformal inference',
  details,
  // The differences are small, and a stream is quick.
  replications: 100,
  perReading: 40,
  settings: ({ reading }) => ({ length: 6000, coverage: 0.9, window: 500, reading }),
  parts: (_settings, { replications }) => parts.map((name) => ({ name, replications, cost: 0.4 })),
  replicate(settings, part, seed) {
    const { length, coverage, reading } = settings
    const errors = part === parts[0] ? 'student' : 'normal'
    const scores = [...scaleShift({ seed, length, errors })].map(({ y, forecast }) => Math.abs(y - forecast))
    const [start, from] = startOf(scores, coverage, reading)
    const recorders = { threshold: new Recorder(length), rolling: new Recorder(length) }
    const cumulative = new Recorder(length)
    const wanted = new Recorder(length)
    const rounds = scores.map((_, i) => wanted.wants(i + 1))
    const numbers: Record<string, number> = {}
    for (const contestant of contestants(reading)) {
      const { name } = contestant
      const watch = (i: number, threshold: number, recent: number, overall: number): void => {
        if (!rounds[i]) return
        recorders.threshold.add(name, threshold)
        recorders.rolling.add(name, recent)
        cumulative.add(name, overall)
      }
      Object.assign(numbers, follow(contestant, scores, { settings, start, from, seed }, watch))
    }
    return {
      numbers,
      curves: {
        threshold: recorders.threshold.curves,
        rolling: recorders.rolling.curves,
        cumulative: cumulative.curves,
      },
    }
  },
  judge: (settings, results, reading) => sentences(settings, results, reading),
  summarise: (settings, results) => ({
    figures: figures(settings, results),
    overview: {
      columns: [
        'errors',
        'method',
        'coverage',
        '|coverage − 0.9|',
        'mean |cumulative − 0.9|',
        'rolling, r.m.s. error',
        'mean |θₜ − θₜ₋₁|',
        'mean radius',
      ],
      rows: parts.flatMap((part) =>
        contestants(settings.reading).map(({ name }) =>
          overviewRow(
            [part, name],
            results[part],
            ['coverage', 'coverage error', 'cumulative', 'wander', 'step', 'threshold'].map(
              (what) => (n) => n[`${name} ${what}`],
            ),
          ),
        ),
      ),
    },
    tables: tablesOf(results),
    notes: [
      'The figure shows one stream, as in the paper; the sentences are judged on all replications.',
      'Forecasts are the mean of the last ten responses, of those there are, and 0 in the first round.',
      'The coverage theorem is about the randomised threshold, which is shown and not counted: the paper’s experiment uses the posterior mean. The mean covers more often, by smoothing.',
      'DtACI on levels is as its authors run it: experts move a level of the past scores. It is the strongest competitor.',
    ],
  }),
}

interface Course {
  readonly settings: ConformalSettings
  readonly start: number
  /** The first round that is judged, from 0. */
  readonly from: number
  readonly seed: number
}

/** One method along the scores: how often, how steadily and how widely it covers. */
function follow(
  { name, method, drawn = false }: Contestant,
  scores: readonly number[],
  { settings: { coverage, window }, start, from, seed }: Course,
  watch: (i: number, threshold: number, recent: number, overall: number) => void,
): Record<string, number> {
  const calibrator = new Calibrator(method, coverage, { coverage, start })
  const state = calibrator.init()
  const rng = seededRng(drawsOf(seed))
  const recent = new Rolling(window)
  const contest = name === BAYES ? new Contest(8, seed) : undefined
  const sums = { covered: 0, moved: 0, width: 0, wander: 0, distance: 0 }
  let last = Number.NaN
  const judged = scores.length - from
  for (let i = 0; i < scores.length; i++) {
    const score = scores[i]
    calibrator.believe(state, [])
    const { current } = calibrator
    // Experts of DtACI are points: a draw of the mixture is one of their thresholds.
    const threshold = drawn
      ? calibrator.draw(state, current, uniform(rng), normal(rng))
      : calibrator.threshold(state, current)
    if (i >= from) {
      const n = i - from + 1
      const hit = score > threshold ? 0 : 1
      sums.covered += hit
      recent.add(hit)
      if (n > 1) sums.moved += Math.abs(threshold - last)
      last = threshold
      sums.width += Math.max(0, threshold)
      sums.distance += Math.abs(sums.covered / n - coverage)
      if (n > window) sums.wander += (recent.mean - coverage) ** 2
    }
    const n = i - from + 1
    watch(i, threshold, n >= window ? recent.mean : Number.NaN, n > 0 ? sums.covered / n : Number.NaN)
    if (contest) {
      const losses = current.beliefs.mean.map((mean) => pinballOf(mean, score, coverage))
      const weights = current.weights.linear.slice()
      calibrator.learn(state, [], score)
      contest.add(weights, calibrator.round.losses, losses, pinballOf(threshold, score, coverage))
    } else calibrator.learn(state, [], score)
  }
  return {
    [`${name} coverage`]: sums.covered / judged,
    [`${name} coverage error`]: Math.abs(sums.covered / judged - coverage),
    [`${name} cumulative`]: sums.distance / judged,
    [`${name} step`]: sums.moved / (judged - 1),
    [`${name} threshold`]: sums.width / judged,
    [`${name} wander`]: Math.sqrt(sums.wander / (judged - window)),
    ...contest?.numbers(`${name} `),
  }
}

function pinballOf(threshold: number, score: number, coverage: number): number {
  return score > threshold ? coverage * (score - threshold) : (1 - coverage) * (threshold - score)
}

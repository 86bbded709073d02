import { normal, seededRng } from 'credence'
import type { Method } from 'credence/conformal'
import { bayesDtaci, Calibrator, dtaci } from 'credence/conformal'
import { followTheLeader } from 'credence/meta'
import { uniform } from 'credence/random'
import { scaleShift } from 'credence/synthetic'
import { Rolling } from '../contest.ts'
import type { Experiment } from '../experiment.ts'
import { Recorder } from '../recorder.ts'
import { overviewRow, tablesOf } from '../tables.ts'
import { claims } from './claims.ts'
import { figures } from './figures.ts'
import { BAYES, type ConformalSettings, DRAWN, DTACI, LEVELS, parts } from './settings.ts'

/** Who plays. A randomised threshold draws from the law whose mean the deterministic one is. */
function contestants(): { name: string; method: Method; randomised?: boolean }[] {
  const hard = followTheLeader()
  return [
    { name: DTACI, method: dtaci() },
    { name: LEVELS, method: dtaci({ space: 'level' }) },
    { name: BAYES, method: bayesDtaci() },
    { name: DRAWN, method: bayesDtaci(), randomised: true },
    { name: `${DTACI} hard`, method: { ...dtaci(), meta: hard } },
    { name: `${BAYES} hard`, method: { ...bayesDtaci(), meta: hard } },
  ]
}

/** Online conformal inference under blockwise changes of the noise scale. */
export const conformalShift: Experiment<ConformalSettings> = {
  name: 'conformal',
  title: 'Online conformal inference',
  section: 'Section 7.2, Online conformal inference',
  settings: () => ({ length: 6000, coverage: 0.9, window: 500 }),
  parts: (_settings, { replications }) => parts.map((name) => ({ name, replications, cost: 0.4 })),
  replicate({ length, coverage, window }, part, seed) {
    const errors = part === parts[0] ? 'student' : 'normal'
    const stream = [...scaleShift({ seed, length, errors })]
    const scores = stream.map(({ y, forecast }) => Math.abs(y - forecast))
    const numbers: Record<string, number> = {}
    const recorders = {
      threshold: new Recorder(length),
      rolling: new Recorder(length),
      cumulative: new Recorder(length),
    }
    const wanted = new Recorder(length)
    const rounds = scores.map((_, i) => wanted.wants(i + 1))
    for (const { name, method, randomised } of contestants()) {
      const calibrator = new Calibrator(method, coverage, { coverage, start: 0 })
      const state = calibrator.init()
      const rng = seededRng(seed)
      const recent = new Rolling(window)
      let covered = 0
      let last = Number.NaN
      let moved = 0
      let width = 0
      let wander = 0
      scores.forEach((score, i) => {
        calibrator.believe(state, [])
        const { current } = calibrator
        const threshold = randomised
          ? calibrator.draw(state, current, uniform(rng), normal(rng))
          : calibrator.threshold(state, current)
        const hit = score > threshold ? 0 : 1
        calibrator.learn(state, [], score)
        covered += hit
        recent.add(hit)
        if (i > 0) moved += Math.abs(threshold - last)
        last = threshold
        width += Math.max(0, threshold)
        if (i + 1 > window) wander += (recent.mean - coverage) ** 2
        if (!rounds[i]) return
        recorders.threshold.add(name, threshold)
        recorders.rolling.add(name, i + 1 >= window ? recent.mean : Number.NaN)
        recorders.cumulative.add(name, covered / (i + 1))
      })
      numbers[`${name} coverage`] = covered / length
      numbers[`${name} coverage error`] = Math.abs(covered / length - coverage)
      numbers[`${name} step`] = moved / (length - 1)
      numbers[`${name} threshold`] = width / length
      numbers[`${name} wander`] = Math.sqrt(wander / (length - window))
    }
    const { threshold, rolling, cumulative } = recorders
    return {
      numbers,
      curves: { threshold: threshold.curves, rolling: rolling.curves, cumulative: cumulative.curves },
    }
  },
  summarise: (settings, results) => ({
    claims: claims(settings, results),
    figures: figures(settings, results),
    overview: {
      columns: [
        'errors',
        'method',
        'coverage',
        '|coverage − 0.9|',
        'rolling coverage, r.m.s. error',
        'mean |θₜ − θₜ₋₁|',
        'mean radius',
      ],
      rows: parts.flatMap((part) =>
        contestants().map(({ name }) =>
          overviewRow(
            [part, name.replace(' hard', ', follow-the-leader')],
            results[part],
            ['coverage', 'coverage error', 'wander', 'step', 'threshold'].map(
              (what) => (n) => n[`${name} ${what}`],
            ),
          ),
        ),
      ),
    },
    tables: tablesOf(results),
    notes: [
      'The figure shows one stream, as in the paper; the claims are about all replications.',
      'Forecasts are the mean of the last ten responses, of those there are, and 0 in the first round; thresholds start at 0.',
      'The coverage theorem is about the randomised threshold. The posterior mean covers more often, by smoothing: part of the advantage over DtACI is this.',
      'DtACI on levels is as its authors run it: experts move a level of the past scores.',
    ],
  }),
}

import { describe, expect, it } from 'vitest'
import { type Kind, kinds } from '../../src/kinds/kinds.ts'
import * as credence from '../all.ts'
import { codeOf } from '../codeOf.ts'
import { digest } from '../fuzz/digest.ts'
import { variations } from '../variations.ts'

const { aggregate, conformal, knn, normal, recent, seededRng, svb } = credence

// biome-ignore lint/suspicious/noExplicitAny: learners of every kind
type Any = any

/** Quiet, ten times as loud, whole numbers with many ties, constant, and one far off. */
function outcome(t: number, noise: number): number {
  if (t === 70) return 1e6
  if (t < 30) return noise
  if (t < 60) return 10 * noise + t / 10
  return t < 90 ? Math.round(2 * noise) : 3
}

/** What a learner says and remembers in some rounds, every seventh outcome three rounds late; refusals are part of it. */
function trace(make: () => Any, input: typeof row, labels = false, rounds = 100): string {
  const rng = seededRng(5)
  const said: unknown[] = []
  const learner = make()
  const hear = (step: () => unknown): void => {
    try {
      said.push(plain(step()))
    } catch (error) {
      said.push(codeOf(error))
    }
  }
  for (let t = 0; t < rounds; t++) {
    const given = input(normal(rng), t)
    const drawn = outcome(t, normal(rng))
    const y = labels ? Math.sign(drawn) || 1 : drawn
    const late = t % 7 === 0
    hear(() => learner.predict(given, late ? { id: t } : {}))
    if (!late) hear(() => learner.learn(given, y))
    if (t % 7 === 3) hear(() => learner.learn({ id: t - 3, y }))
    if (t === 50) hear(() => learner.mark?.('half-way'))
  }
  hear(() => learner.coverage)
  hear(() => learner.ledger)
  hear(() => learner.since?.('half-way'))
  hear(() => learner.trailing?.(20))
  hear(() => learner.state)
  return digest(said)
}

/** Experts are added early, when others have a past, and in place of one that left; the first leaves, then the best. */
function turnover(learner: Any): string {
  const rng = seededRng(5)
  const said: unknown[] = []
  for (let t = 0; t < 60; t++) {
    if (t === 1 || t === 20 || t === 45) learner.add(knn({ window: 3 + t }))
    if (t === 30) learner.retire(0)
    if (t === 40) learner.retire(learner.weights.indexOf(Math.max(...learner.weights)))
    const x = [normal(rng), normal(rng)]
    learner.learn(x, x[0] + 0.1 * normal(rng))
    said.push([...learner.weights])
  }
  return digest([said, learner.ledger, learner.state])
}

function plain(said: Any): unknown {
  if (said?.forecast instanceof credence.Forecast) return [{ ...said, forecast: plain(said.forecast) }]
  if (!(said instanceof credence.Forecast)) return structuredClone(said)
  return [
    said.mean,
    said.sd,
    said.interval(0.9),
    (said as Any).lower,
    (said as Any).upper,
    (said as Any).weights,
  ]
}

/** One trace for the kind as it is, and one for each option that can be varied. */
function traces(
  kind: Kind,
  base: object,
  of: (made: never) => Any,
  input: typeof row,
): Record<string, string> {
  const varied = variations(kind.options, base).flatMap(([name, one, other]) =>
    [one, other].map((options) => [`${name} ${(options as Any)[name]}`, options] as const),
  )
  return Object.fromEntries(
    [['as it is', base] as const, ...varied].map(([name, options]) => {
      try {
        const made = kind.make(options as never) as never
        return [name, trace(() => of(made), input)]
      } catch (error) {
        return [name, codeOf(error)]
      }
    }),
  )
}

const row = (noise: number, t: number): unknown => [noise, Math.sin(t / 9)]
const sometimes = (noise: number, t: number): unknown => [noise, t % 5 === 0 ? Number.NaN : 2]
const drowsy = (noise: number, t: number): unknown => [noise, (t % 4) / 3]
const forecast = (noise: number): unknown => noise / 4
const spread = (noise: number, t: number): unknown => ({ mean: noise / 4, scale: 1 + (t % 3) })
const ends = (noise: number, t: number): unknown => ({ lower: noise - 1, upper: noise + (t % 3) })

/**
 * What is said bit by bit, as fingerprints. A change that is meant is taken over with `npm run alarms -- -u`, and is
 * named in the changelog if users see other numbers.
 */
describe('no change moves a bit unnoticed', () => {
  it.each(kinds.meta.map((kind) => [kind.kind, kind] as const))('of %s', (_name, kind) => {
    const experts = [recent({ keep: [0.5, 0.9] }), svb({ scale: [0.1, 1] })] as never
    const of = (meta: never): Any =>
      aggregate({ experts, loss: credence.squared, meta, horizon: 50, history: 8, switches: 2 })
    expect(traces(kind, {}, of, row)).toMatchSnapshot()
  })

  it.each(kinds.meta.map((kind) => [kind.kind, kind] as const))(
    'of %s where experts come and go',
    (_name, kind) => {
      const meta = kind.make({} as never) as never
      const experts = [recent({ keep: [0.5, 0.9] }), svb({ scale: 1 })] as never
      expect(attempt(() => turnover(aggregate({ experts, loss: credence.squared, meta })))).toMatchSnapshot()
    },
  )

  it('of sequences and a history of weights where experts come and go', () => {
    const experts = [recent({ keep: [0.5, 0.9] }), svb({ scale: 1 })] as never
    const meta = credence.fixedShare({ rate: 0.5, share: 0.01 }) as never
    const of = (more: object): string =>
      turnover(
        aggregate({ experts, loss: credence.squared, meta, switches: 2, history: 4, ...more } as never),
      )
    expect([of({}), of({ onFailure: 'restart' }), of({ prior: [1, 2, 5] })]).toMatchSnapshot()
  })

  it('of what a mixture is told, and of experts that fail, draw and sleep', () => {
    const calm = [recent({ keep: [0.5, 0.9] }), svb({ scale: 1 })]
    const wild = [...calm, credence.ogd({ learningRate: [0.01, 1e4] })]
    const drawn = [...calm, credence.onlineBagging(knn({ window: 9 }), { weight: 2 })]
    const mixed = (experts: object[], options: object = {}, input = row): string =>
      attempt(() => trace(() => aggregate({ experts, loss: credence.squared, ...options } as never), input))
    expect({
      prior: mixed(calm, { prior: [1, 2, 5] }),
      fewOpen: mixed(calm, { openRounds: 1 }),
      noLedger: mixed(calm, { ledger: false }),
      thinned: mixed(calm, { history: 5, switches: 3 }),
      throws: mixed(wild),
      sleeps: mixed(wild, { onFailure: 'sleep', switches: 2 }),
      restarts: mixed(wild, { onFailure: 'restart', switches: 2 }),
      draws: mixed(drawn, { seed: 3 }),
      missing: mixed([credence.external({ columns: 2 })], { switches: 2 }, sometimes),
      halfAwake: mixed([credence.external({ columns: 1, awake: true }), recent()], { switches: 2 }, drowsy),
      grows: mixed([credence.growing((scale) => svb({ scale }), { start: 1, axis: 'scale' } as never)]),
    }).toMatchSnapshot()
  })

  it.each(kinds.loss.map((kind) => [kind.kind, kind] as const))('of %s loss', (_name, kind) => {
    const base = kind.kind === 'pinball' ? { level: 0.8 } : {}
    const loss = kind.make(base as never) as credence.Loss
    const said = kinds.score.map((score) => {
      const made = score.make({} as never) as never
      const of = (): Any => aggregate({ experts: svb({ scale: [0.1, 1] }), loss, score: made })
      return [score.kind, attempt(() => trace(of, row, loss.outcomes === 'sign'))]
    })
    expect(said).toMatchSnapshot()
  })

  it.each(kinds.method.map((kind) => [kind.kind, kind] as const))('of the method %s', (_name, kind) => {
    expect(traces(kind, {}, (method) => intervals({ method }), forecast)).toMatchSnapshot()
  })

  it.each(kinds.threshold.map((kind) => [kind.kind, kind] as const))(
    'of the thresholds of %s',
    (_name, kind) => {
      const all = { learningRate: 0.1, coverage: 0.8, spread: 1, largestScore: 20 }
      const known = Object.fromEntries(Object.entries(all).filter(([name]) => name in kind.options.declared))
      const of = (experts: never): Any => intervals({ method: { experts, level: null } })
      expect(traces(kind, known, of, forecast)).toMatchSnapshot()
    },
  )

  it('of the default, its coverages, ends, seasons, groups and paths', () => {
    const bands = (options: object, input: typeof row = forecast, rounds = 100): string =>
      trace(() => intervals(options), input, false, rounds)
    const rolling = { window: 20, alerts: { rate: 0.01 } }
    expect({
      levels: bands({ coverage: [0.5, 0.9, 0.99] }),
      season: bands({ coverage: 0.9, period: [7, 12] }),
      residual: bands({ coverage: 0.9, conformity: credence.absoluteResidual }),
      warm: bands({ coverage: 0.9, warmStart: [1, -2, 3] }),
      units: bands({ coverage: 0.9, method: credence.bayesDtaci(), scale: 'running' }),
      alerts: bands({ coverage: 0.9, alerts: { rate: 0.01 } }),
      randomised: bands({ method: credence.bayesDtaci(), threshold: 'randomised', seed: 4 }),
      rolling: bands(rolling),
      years: bands({ ...rolling, period: 12, coverage: [0.5, 0.9] }, forecast, 1500),
      bare: bands({ diagnostics: false }),
      scaled: bands({ conformity: credence.normalisedResidual }, spread),
      quantiles: bands({ conformity: credence.quantileBand }, ends),
      given: bands({ conformity: credence.givenScore }),
      groups: bands({ groups: true }),
      seasonsOfGroups: bands({ groups: true, coverage: [0.5, 0.9], period: 5 }),
    }).toMatchSnapshot()
  })

  it('of layers around models', () => {
    const inner = (): Any =>
      aggregate({ experts: [recent(), knn({ window: 9 })] as never, loss: credence.squared })
    const logistic = (): Any => aggregate({ experts: svb({ scale: [0.1, 1] }), loss: credence.logistic })
    expect({
      intervals: trace(() => credence.withIntervals(inner()), row),
      levels: trace(() => credence.withIntervals(inner(), { coverage: [0.5, 0.9], window: 20 }), row),
      means: trace(() => credence.withIntervals(inner(), { law: false, period: 7 }), row),
      labels: trace(() => credence.withLabels(logistic()), row, true),
      prepared: trace(() => credence.prepared(inner(), { target: credence.standardizeTarget() }), row),
      ahead: trace(() => credence.ahead(inner(), 3), row),
    }).toMatchSnapshot()
  })
})

/** Intervals, where `learn` is about the forecast given last; by their turn forecasts are of two groups. */
function intervals(given: object): Any {
  const learner = conformal(given as never)
  let asked = 0
  return {
    predict(forecast: never, options: object) {
      const group = asked++ % 4 === 0 ? 'b' : 'a'
      return learner.predict(forecast, 'groups' in given ? { ...options, group } : options)
    },
    learn: (first: Any, y?: number) => learner.learn(y ?? first),
    get coverage() {
      return [learner.groups, learner.missing, learner.coverages]
    },
    get state() {
      return learner.state
    },
  }
}

function attempt(of: () => string): string {
  try {
    return of()
  } catch (error) {
    return codeOf(error)
  }
}

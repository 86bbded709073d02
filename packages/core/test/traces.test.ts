import { describe, expect, it } from 'vitest'
import { type Kind, kinds } from '../src/kinds.ts'
import * as credence from './all.ts'
import { digest } from './fuzz/digest.ts'
import { variations } from './variations.ts'

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

/** What a learner says and remembers in 100 rounds, every seventh outcome three rounds late; refusals are part of it. */
function trace(make: () => Any, input: (noise: number, t: number) => unknown, labels = false): string {
  const rng = seededRng(5)
  const said: unknown[] = []
  const learner = make()
  const hear = (step: () => unknown): void => {
    try {
      said.push(plain(step()))
    } catch (error) {
      said.push((error as Error).message)
    }
  }
  for (let t = 0; t < 100; t++) {
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

function plain(said: unknown): unknown {
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
        return [name, (error as Error).message]
      }
    }),
  )
}

const row = (noise: number, t: number): unknown => [noise, Math.sin(t / 9)]
const forecast = (noise: number): unknown => noise / 4

/**
 * What is said bit by bit, as fingerprints. A change that is meant is taken over with `npx vitest run traces -u`, and is
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
    expect(traces(kind, {}, (method) => conformal({ method }), forecast)).toMatchSnapshot()
  })

  it.each(kinds.threshold.map((kind) => [kind.kind, kind] as const))(
    'of the thresholds of %s',
    (_name, kind) => {
      const all = { learningRate: 0.1, coverage: 0.8, spread: 1, largestScore: 20 }
      const known = Object.fromEntries(Object.entries(all).filter(([name]) => name in kind.options.declared))
      const of = (experts: never): Any => conformal({ method: { experts, level: null } as never })
      expect(traces(kind, known, of, forecast)).toMatchSnapshot()
    },
  )

  it('of the default, its coverages, ends, seasons, groups and paths', () => {
    const bands = (options: object): string => trace(() => conformal(options as never), forecast)
    expect({
      levels: bands({ coverage: [0.5, 0.9, 0.99] }),
      season: bands({ coverage: 0.9, period: [7, 12] }),
      residual: bands({ coverage: 0.9, conformity: credence.absoluteResidual }),
      warm: bands({ coverage: 0.9, warmStart: [1, -2, 3] }),
      units: bands({ coverage: 0.9, method: credence.bayesDtaci(), scale: 'running' }),
      alerts: bands({ coverage: 0.9, alerts: { rate: 0.01 } }),
      groups: trace(() => inGroups(), forecast),
    }).toMatchSnapshot()
  })

  it('of layers around models', () => {
    const inner = (): Any =>
      aggregate({ experts: [recent(), knn({ window: 9 })] as never, loss: credence.squared })
    const logistic = (): Any => aggregate({ experts: svb({ scale: [0.1, 1] }), loss: credence.logistic })
    expect({
      intervals: trace(() => credence.withIntervals(inner()), row),
      labels: trace(() => credence.withLabels(logistic()), row, true),
      prepared: trace(() => credence.prepared(inner(), { target: credence.standardizeTarget() }), row),
      ahead: trace(() => credence.ahead(inner(), 3), row),
    }).toMatchSnapshot()
  })
})

/** One in four of another group. */
function inGroups(): Any {
  const learner = conformal({ coverage: 0.9, groups: true })
  let asked = 0
  return {
    predict: (given: number) => learner.predict(given, { group: asked++ % 4 === 0 ? 'b' : 'a', id: asked }),
    learn: (_given: number, y: number) => learner.learn({ id: asked, y }),
    get coverage() {
      return [learner.coverage, learner.groups]
    },
  }
}

function attempt(of: () => string): string {
  try {
    return of()
  } catch (error) {
    return (error as Error).message
  }
}

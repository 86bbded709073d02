import { describe, expect, it } from 'vitest'
import { show } from '../src/base/show.ts'
import * as conformalNames from '../src/doors/conformal.ts'
import { dtaci, pid } from '../src/doors/conformal.ts'
import {
  ArgumentError,
  aggregate,
  ahead,
  conformal,
  external,
  keyed,
  live,
  ogd,
  prepared,
  squared,
  svb,
  withIntervals,
} from '../src/doors/index.ts'
import * as gpNames from '../src/gp/index.ts'
import { kinds } from '../src/kinds/kinds.ts'
import * as metas from '../src/meta/index.ts'
import * as panels from '../src/panels/index.ts'
import * as pathNames from '../src/paths/index.ts'
import * as baselines from '../src/trees/index.ts'

type Maker = (options: object) => unknown

/** Reaches a function as JavaScript does: with whatever options. */
function loosely(make: unknown): Maker {
  return make as Maker
}

const bagging = baselines.onlineBagging as (rule: object, options: object) => unknown
const growing = panels.growing as (of: () => object, options: object) => unknown
const replay = gpNames.replayGp as (options: object, xs: number[][], ys: number[]) => unknown

/** What takes a rule first. */
function around(make: unknown): Maker {
  return (options) => (make as (rule: object, options: object) => unknown)(panels.ogd({ scale: 1 }), options)
}

/** Every function that takes options, with what it cannot do without. */
const makers: Readonly<Record<string, readonly [Maker, object]>> = {
  aggregate: [loosely(aggregate), { experts: ogd({ scale: 1 }), loss: squared }],
  svb: [loosely(panels.svb), { scale: 1 }],
  svbFull: [loosely(panels.svbFull), { learningRate: 1 }],
  sva: [loosely(panels.sva), { scale: 1 }],
  oga: [loosely(panels.oga), { scale: 1 }],
  ogd: [loosely(panels.ogd), { scale: 1 }],
  ngvi: [loosely(panels.ngvi), { scale: 1 }],
  conjugate: [loosely(panels.conjugate), {}],
  external: [loosely(panels.external), { columns: 2 }],
  growing: [(options) => growing(() => ogd({ scale: 1 }), options), { start: 1 }],
  gp: [loosely(gpNames.gp), { inverseBandwidth: 1, noise: 1 }],
  knn: [loosely(baselines.knn), {}],
  linearRegression: [loosely(baselines.linearRegression), {}],
  hoeffdingTree: [loosely(baselines.hoeffdingTree), {}],
  hoeffdingAdaptiveTree: [loosely(baselines.hoeffdingAdaptiveTree), {}],
  adaptiveRandomForest: [loosely(baselines.adaptiveRandomForest), {}],
  mondrianForest: [loosely(baselines.mondrianForest), {}],
  boostedTrees: [loosely(baselines.boostedTrees), {}],
  onlineBagging: [(options) => bagging(baselines.knn(), options), {}],
  learntNoise: [around(panels.learntNoise), {}],
  logScale: [around(panels.logScale), {}],
  link: [around(panels.link), {}],
  products: [around(panels.products), {}],
  delayed: [around(panels.delayed), { rounds: 2 }],
  lines: [loosely(panels.lines), {}],
  recent: [loosely(panels.recent), {}],
  adwin: [loosely(baselines.adwin), {}],
  fixedShare: [loosely(metas.fixedShare), {}],
  ewa: [loosely(metas.ewa), {}],
  variableShare: [loosely(metas.variableShare), {}],
  boa: [loosely(metas.boa), {}],
  mlpol: [loosely(metas.mlpol), {}],
  mlprod: [loosely(metas.mlprod), {}],
  simplexOgd: [loosely(metas.simplexOgd), {}],
  calibrated: [loosely(metas.calibrated), {}],
  squint: [loosely(metas.squint), {}],
  adaNormalHedge: [loosely(metas.adaNormalHedge), {}],
  mixingPast: [loosely(metas.mixingPast), {}],
  softBayes: [loosely(metas.softBayes), {}],
  exponentiatedGradient: [loosely(metas.exponentiatedGradient), {}],
  cbce: [loosely(metas.cbce), {}],
  rollingRate: [loosely(metas.rollingRate), {}],
  horizonRate: [loosely(metas.horizonRate), { interval: 10 }],
  bayesAci: [loosely(conformalNames.bayesAci), { learningRate: 1, spread: 1 }],
  aci: [loosely(conformalNames.aci), { learningRate: 1 }],
  sfOgd: [loosely(conformalNames.sfOgd), { learningRate: 1 }],
  decaying: [loosely(conformalNames.decaying), { learningRate: 1 }],
  betting: [loosely(conformalNames.betting), {}],
  universal: [loosely(conformalNames.universal), {}],
  eci: [loosely(conformalNames.eci), {}],
  cop: [loosely(conformalNames.cop), {}],
  saocp: [loosely(conformalNames.saocp), { largestScore: 1 }],
  pid: [loosely(conformalNames.pid), {}],
  radiusAci: [loosely(conformalNames.radiusAci), { learningRate: 1, coverage: 0.9 }],
  conformal: [loosely(conformalNames.conformal), {}],
  fleet: [loosely(conformalNames.fleet), {}],
  horizons: [loosely(conformalNames.horizons), { steps: 3 }],
  paths: [loosely(pathNames.paths), { steps: 3 }],
  dtaci: [loosely(conformalNames.dtaci), {}],
  aciMethod: [loosely(conformalNames.aciMethod), {}],
  agaci: [loosely(conformalNames.agaci), {}],
  sfOgdMethod: [loosely(conformalNames.sfOgdMethod), {}],
  saocpMethod: [loosely(conformalNames.saocpMethod), {}],
  decayingMethod: [loosely(conformalNames.decayingMethod), {}],
  bettingMethod: [loosely(conformalNames.bettingMethod), {}],
  universalMethod: [loosely(conformalNames.universalMethod), {}],
  eciMethod: [loosely(conformalNames.eciMethod), {}],
  copMethod: [loosely(conformalNames.copMethod), {}],
  pidMethod: [loosely(conformalNames.pidMethod), {}],
}

describe.each(Object.entries(makers))('%s', (name, [make, needed]) => {
  it('names the option it does not have, and those it has', () => {
    expect(() => make(needed)).not.toThrow()
    const wrong = () => make({ ...needed, misspelt: 1 })
    expect(wrong).toThrow(ArgumentError)
    expect(wrong).toThrow(new RegExp(`^${name} has no option "misspelt"; there are \\w+(, \\w+)*$`))
  })

  it('refuses what is no object of options', () => {
    for (const [value, shown] of [
      [null, 'null'],
      [5, '5'],
    ] as const) {
      const wrong = () => make(value as unknown as object)
      expect(wrong).toThrow(new ArgumentError(`${name} takes an object of options; received ${shown}`))
    }
  })
})

const given = () => aggregate({ experts: ogd({ scale: 1 }), loss: squared })
const paths = () => conformalNames.horizons({ steps: 1 })

/** What takes options beside something else: what it is given, what it says, and an option that it has. */
const calls: Readonly<
  Record<string, readonly [call: (options: never) => unknown, name: string, known: string]>
> = {
  'predict of a learner': [(options) => given().predict([1], options), 'predict', 'id'],
  'predict of intervals': [(options) => conformal().predict(1, options), 'predict', 'id'],
  'predict of paths': [(options) => paths().predict([1], options), 'predict', 'id'],
  'predict of a key': [(options) => keyed(given()).predict('a', [1], options), 'predict', 'id'],
  predictAndLearn: [(options) => given().predictAndLearn([1], 1, options), 'predictAndLearn', 'id'],
  add: [(options) => given().add(ogd({ scale: 2 }), options), 'add', 'share'],
  live: [(options) => live(given(), options), 'live', 'openRounds'],
  'live options of ahead': [(options) => ahead(given(), 2, options), 'live', 'openRounds'],
  keyed: [(options) => keyed(given(), options), 'keyed', 'openRounds'],
  prepared: [(options) => prepared(given(), options), 'prepared', 'features'],
  withIntervals: [(options) => withIntervals(given(), options), 'withIntervals', 'coverage'],
  withLabels: [(options) => conformalNames.withLabels(given(), options), 'withLabels', 'coverage'],
}

it.each(Object.entries(calls))('%s refuses an option that it does not have', (_, [call, name, known]) => {
  const misspelt = `${known}x`
  expect(() => call({ [misspelt]: 'a' } as never)).toThrow(
    new ArgumentError(`${name} has no option "${misspelt}"; did you mean "${known}"?`, 'unknown-option'),
  )
  for (const none of ['a', null]) {
    expect(() => call(none as never)).toThrow(`${name} takes an object of options; received ${show(none)}`)
  }
})

it('live checks how many forecasts may wait', () => {
  expect(() => live(given(), { openRounds: 0 })).toThrow(
    'openRounds must be a positive whole number; received 0',
  )
})

it('losses and scores that take no options refuse any that a recipe gives', () => {
  for (const { kind, options, make } of [...kinds.loss, ...kinds.score, ...kinds.conformity]) {
    if (Object.keys(options.declared).length > 0) continue
    expect(() => make({ x: 1 })).toThrow(`${kind} has no option "x"; it takes none`)
    expect(make({})).toHaveProperty('name', kind)
  }
})

/** Rules around a rule take that first. */
const decorators = ['growing', 'onlineBagging', 'learntNoise', 'link', 'logScale', 'products', 'delayed']

it('whatever is exported with a declaration refuses what it did not declare', () => {
  for (const folder of [panels, gpNames, baselines, metas, conformalNames, pathNames] as readonly object[]) {
    const names = folder as Readonly<Record<string, { readonly declared?: object; readonly name?: string }>>
    for (const { declared, name } of Object.values(names)) {
      if (declared === undefined || name === undefined || typeof names[name] !== 'function') continue
      const make = names[name] as unknown as (...given: readonly object[]) => unknown
      const first = decorators.includes(name) ? [panels.ogd({ scale: 1 })] : []
      expect(() => make(...first, { misspelt: 1 })).toThrow(`${name} has no option "misspelt"`)
    }
  }
})

it('options that are objects name what they do not have, too', () => {
  expect(() => loosely(svb)({ scale: 1, box: { means: [0, 1] } })).toThrow('box has no option "means"')
  expect(() => loosely(ogd)({ scale: 1, box: { deviation: [0, 1] } })).toThrow(
    'box has no option "deviation"',
  )
  expect(() => loosely(external)({ columns: 2, silent: { mean: 0, variances: 1 } })).toThrow(
    'silent has no option "variances"; did you mean "variance"?',
  )
  expect(() => loosely(pid)({ integral: { gain: 1, saturation: 1, windup: 1 } })).toThrow(
    'integral has no option "windup"; there are gain, saturation',
  )
  expect(() => replay({ inverseBandwith: 1, noise: 1 }, [[0]], [0])).toThrow(
    'gp has no option "inverseBandwith"; did you mean "inverseBandwidth"?',
  )
})

it('every option that a tree or a forest is documented to have is one that it takes', () => {
  const tree = {
    priorVariance: 1,
    noise: 1,
    gracePeriod: 1,
    maxDepth: 1,
    significance: 0.1,
    tieThreshold: 1,
    leaf: 'mean',
    learningRate: 1,
    selectorDecay: 1,
    minSamples: 1,
    digits: 1,
    maxLeaves: 1,
    maxCandidates: 1,
  } satisfies Required<baselines.TreeOptions>
  const adaptive = { ...tree, weight: 1, driftWindow: 1, driftSignificance: 0.1, switchSignificance: 0.1 }
  const forest = { ...tree, learners: 1, features: 1, weight: 1, vote: 'mean' as const }
  expect(() => baselines.hoeffdingTree(tree)).not.toThrow()
  expect(() => baselines.hoeffdingAdaptiveTree(adaptive)).not.toThrow()
  expect(() =>
    baselines.adaptiveRandomForest({ ...forest, driftSignificance: 0.1, warningSignificance: 0.1 }),
  ).not.toThrow()
})

it('external without columns says what columns are', () => {
  for (const [columns, shown] of [
    [undefined, 'undefined'],
    ['load', '"load"'],
  ] as const) {
    expect(() => loosely(external)({ columns })).toThrow(
      new ArgumentError(
        `columns must be the names of the forecasts, or how many there are; received ${shown}`,
      ),
    )
  }
})

it('conformal says so if a method was not called, or is none', () => {
  expect(() => loosely(conformal)({ method: dtaci })).toThrow(
    new ArgumentError('method must be an object with experts; received a function: call it, as in dtaci()'),
  )
  expect(() => loosely(conformal)({ method: 'dtaci' })).toThrow(
    new ArgumentError('method must be an object with experts; received "dtaci"'),
  )
})

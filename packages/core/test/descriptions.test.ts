import { describe, expect, it } from 'vitest'
import { AGGREGATE } from '../src/aggregate/aggregate.ts'
import { AUTO } from '../src/auto/auto.ts'
import type { AnyOptions } from '../src/base/options.ts'
import * as conformalFolder from '../src/conformal/index.ts'
import * as gpFolder from '../src/gp/index.ts'
import { type Kind, type Kinds, kinds } from '../src/kinds/kinds.ts'
import * as metaFolder from '../src/meta/index.ts'
import * as panelsFolder from '../src/panels/index.ts'
import * as baselinesFolder from '../src/trees/index.ts'
import * as credence from './all.ts'
import { codeOf } from './codeOf.ts'
import { declaredIn } from './fuzz/doorParts.ts'
import { samplesOf } from './samples.ts'

const { aggregate, conformal, squared, logDensity } = credence

// biome-ignore lint/suspicious/noExplicitAny: learners of every kind
type Any = any

const by = (options: object): Any =>
  aggregate({ experts: credence.knn({ window: [5, 6] }), loss: squared, horizon: 50, ...options })

/** A learner with one part of each noun. */
const around: Readonly<Partial<Record<keyof Kinds, (part: Any) => Any>>> = {
  expert: (experts) => by({ experts }),
  threshold: (experts) => conformal({ method: { experts, level: null } as never }),
  method: (method) => conformal({ method }),
  meta: (meta) => by({ meta }),
  rate: (rate) => by({ meta: credence.ewa({ rate }) }),
  schedule: (learningRate) => by({ experts: credence.svb({ learningRate }) }),
  loss: (loss) => by({ loss }),
  kernel: (kernel) => by({ experts: credence.gp({ kernel, window: 5, noise: 1 }), loss: logDensity }),
}

/** What a recipe names otherwise than code does, and learners. */
const others: Readonly<Record<string, (options: Any) => Any>> = {
  svbFull: (options) => by({ experts: credence.svbFull(options) }),
  external: (options) => by({ experts: credence.external(options) }),
  relevances: (options) => by({ experts: credence.gp({ noise: 1, scales: credence.relevances(options) }) }),
  aggregate: (options) => aggregate(options),
  conformal: (options) => conformal(options),
  fleet: (options) => credence.fleet(options),
  horizons: (options) => credence.horizons(options),
  quantiles: (options) => credence.quantiles(options),
  paths: (options) => credence.paths({ steps: 3, ...options }),
  auto: (options) => credence.auto(options),
  governed: (options) => credence.governed(by({ loss: logDensity }), options),
  classMixture: (options) => credence.classMixture([credence.frequencies()], options),
  frequencies: (options) => credence.classMixture([credence.frequencies(options)]),
  transitions: (options) => credence.classMixture([credence.transitions(options)]),
  softmaxRegression: (options) => credence.classMixture([credence.softmaxRegression(options)]),
  classNormals: (options) => credence.classMixture([credence.classNormals(options)]),
  classForest: (options) => credence.classMixture([credence.classForest(options)]),
  classNeighbours: (options) => credence.classMixture([credence.classNeighbours(options)]),
}

const declared = declaredIn({
  ...credence,
  ...panelsFolder,
  ...gpFolder,
  ...baselinesFolder,
  ...metaFolder,
  ...conformalFolder,
  AGGREGATE,
  AUTO,
})
const cases: readonly (readonly [string, AnyOptions, (options: object) => Any])[] = [
  ...Object.entries(around).flatMap(([noun, wrap]) =>
    (kinds[noun as keyof Kinds] as readonly Kind[]).map(
      ({ options, make }) => [options.name, options, (given: object) => wrap(make(given))] as const,
    ),
  ),
  ...Object.entries(others).map(([name, make]) => [name, declared[name] as AnyOptions, make] as const),
].filter(([, options]) => Object.keys(options.declared).length > 0)

/** What options need beside them, where that is more than what is required. */
const BESIDE: Readonly<Record<string, readonly object[]>> = {
  dtaci: [{ space: 'level' }],
  sfOgdMethod: [{}],
  conformal: [{}, { method: credence.bayesDtaci() }],
  external: [{ columns: 4 }, { columns: ['a', 'b', 'c', 'd'], gives: 'mean-variance' }],
}
const USUAL: readonly object[] = [{}, { learningRate: 0.1 }]

/** Say where a stream starts, which a save replaces. */
const STARTS = ['warmStart']

/** Learners that differ in this option alone. Values that do not go together with the rest are left out. */
function learnersOf(variants: readonly object[], make: (options: object) => Any): Any[] {
  return variants.flatMap((given) => {
    try {
      return [make(given)]
    } catch (error) {
      expect((error as Error).name, (error as Error).stack).toBe('ArgumentError')
      return []
    }
  })
}

/** Which of them take the save of another one; each takes its own. */
function mistaken(learners: readonly Any[]): string[] {
  const saves = learners.map((learner) => learner.save())
  return learners.flatMap((learner, i) =>
    saves.flatMap((save, j) => {
      if (i === j) {
        learner.restore(save)
        return []
      }
      try {
        learner.restore(save)
        return [`${i} took the save of ${j}`]
      } catch (error) {
        expect(codeOf(error)).toBe('other-save')
        return []
      }
    }),
  )
}

it('every declaration of the package is tried', () => {
  const left = Object.entries(declared).filter(
    ([name, { declared: own }]) => Object.keys(own).length > 0 && !cases.some(([tried]) => tried === name),
  )
  expect(left.map(([name]) => name)).toEqual([])
})

describe('a save is refused by a learner that differs in one option', () => {
  it.each(cases)('of %s', (kind, options, make) => {
    const names = Object.keys(options.declared).filter((name) => !STARTS.includes(name))
    for (const name of names) {
      const groups = (BESIDE[kind] ?? USUAL).map((base) =>
        learnersOf(samplesOf(options, base).get(name) as object[], make),
      )
      expect(Math.max(...groups.map(({ length }) => length)), `${name} is varied`).toBeGreaterThan(1)
      expect(groups.flatMap(mistaken), name).toEqual([])
    }
  })
})

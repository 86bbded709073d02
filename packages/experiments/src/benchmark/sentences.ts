import { selectionMeasure } from '../contest.ts'
import type { Result, Results } from '../experiment.ts'
import { methods } from '../linearStream.ts'
import { quoted } from '../quotes.ts'
import type { Reading } from '../reading.ts'
import { type Measure, measure, type Sentence } from '../sentence.ts'
import { average } from '../statistics.ts'
import { type BenchmarkSettings, label } from './settings.ts'

type Numbers = Result['numbers']

/** What was measured, by data set, in the orders that the reading asks for. */
interface Measured {
  readonly names: readonly string[]
  /** Whether there is one pass alone: a fact. */
  readonly fact: boolean
  readonly reading: Reading
  each(part: string, value: (numbers: Numbers) => number): number[]
  /** Numbers that need every data set: replication by replication. */
  across(value: (numbers: Numbers[]) => number): number[]
}

export function sentences(
  { sources }: BenchmarkSettings,
  results: Results,
  reading: Reading,
): readonly Sentence[] {
  const names = sources.map(({ name }) => name)
  const fact = reading.order === 'file'
  const taken = Object.fromEntries(
    names.map((name) => [name, fact ? results[name].slice(0, 1) : results[name].slice(1)]),
  )
  const measured: Measured = {
    names,
    fact,
    reading,
    each: (part, value) =>
      taken[part].map(({ numbers }) => (diverged(numbers) ? Number.NaN : value(numbers))),
    across(value) {
      const n = Math.min(...names.map((name) => taken[name].length))
      const sets = Array.from({ length: n }, (_, r) => names.map((name) => taken[name][r].numbers))
      return sets.map((numbers) => (numbers.some(diverged) ? Number.NaN : value(numbers)))
    },
  }
  const isRegression = sources.map(({ task }) => task === 'regression')
  return [
    ofOracles(measured),
    ofSensitivity(measured),
    ofStrongest(measured),
    ofFavourable(measured),
    ofLowerLoss(measured),
    ofEqualPoints(measured, isRegression),
    ofSelection(names, results, reading),
  ]
}

/** Raw features drive squared loss beyond all numbers: nothing can be said of which expert is better then. */
function diverged(numbers: Numbers): boolean {
  return !(numbers['svb worst loss'] < 1e100)
}

function ofOracles({ names, each, fact }: Measured): Sentence {
  return quoted(
    'close',
    methods.flatMap((method) =>
      names.map((name) =>
        measure({
          what: `${name}: point loss of ${label[method]} over that of its best expert, minus 1 (close: below 0.1)`,
          side: 'below',
          than: 0.1,
          values: each(name, (n) => n[`${method} point`] / n[`${method} best point`] - 1),
          fact,
        }),
      ),
    ),
  )
}

function ofSensitivity({ names, each, across, fact, reading }: Measured): Sentence {
  const ratio = (n: Numbers): number => n['svb worst loss'] / n['svb best loss'] - 1
  const pooled = reading.sensitive === 'average'
  const measures: Measure[] = names.map((name) =>
    measure({
      what: `${name}: mean loss of the worst SVB expert over that of the best, minus 1 (highly: above 0.5)`,
      side: 'above',
      than: 0.5,
      values: each(name, ratio),
      fact,
      extra: pooled,
    }),
  )
  const mean = measure({
    what: 'average over the data sets of worst over best, minus 1 (highly: above 0.5)',
    side: 'above',
    than: 0.5,
    values: across((sets) => average(sets.map(ratio))),
    fact,
    extra: !pooled,
  })
  return quoted('sensitive', [mean, ...measures])
}

function ofStrongest({ across, fact, reading }: Measured): Sentence {
  const by = reading.strongest === 'point' ? 'point' : 'loss'
  return quoted('varies', [
    measure({
      what: 'number of different G among the best SVB experts of the data sets (varies: at least 2)',
      side: 'above',
      than: 1.5,
      values: across((sets) => new Set(sets.map((n) => n[`svb best by ${by}`])).size),
      fact,
    }),
  ])
}

function ofFavourable({ names, each, fact }: Measured): Sentence {
  return quoted(
    'tracks',
    names.map((name) =>
      measure({
        what: `${name}: mean loss of SVB-EA over that of the median expert, minus 1`,
        side: 'below',
        values: each(name, (n) => n['svb loss'] / n['svb median loss'] - 1),
        fact,
      }),
    ),
  )
}

/** «Several» is a count. */
function ofLowerLoss({ names, each, across, fact }: Measured): Sentence {
  return quoted('several', [
    measure({
      what: 'number of data sets on which it has (several: at least 2)',
      side: 'above',
      than: 1.5,
      values: across((sets) => sets.filter((n) => n['svb loss'] < n['svb best loss']).length),
      fact,
    }),
    ...names.map((name) =>
      measure({
        what: `${name}: mean loss of SVB-EA over that of the best SVB expert, minus 1`,
        side: 'below',
        values: each(name, (n) => n['svb loss'] / n['svb best loss'] - 1),
        fact,
        extra: true,
      }),
    ),
  ])
}

function ofEqualPoints({ across, fact }: Measured, isRegression: readonly boolean[]): Sentence {
  return quoted('oga-ogd', [
    measure({
      what: 'largest relative difference of the best experts’ point losses',
      side: 'below',
      than: 1e-12,
      values: across((sets) =>
        Math.max(
          ...sets
            .filter((_, i) => isRegression[i])
            .map((n) => Math.abs(n['oga best point'] / n['ogd best point'] - 1)),
        ),
      ),
      fact,
    }),
  ])
}

/** All orders: how far they differ is one way to be stable. */
function ofSelection(names: readonly string[], results: Results, reading: Reading): Sentence {
  return quoted(
    'selection',
    methods.flatMap((method) =>
      names.map((name) => {
        const list = results[name].map(({ numbers }) => numbers)
        return selectionMeasure(`${name}, ${label[method]}`, list, `${method} `, reading)
      }),
    ),
  )
}

import { type Claim, claim } from '../claim.ts'
import type { Result, Results } from '../experiment.ts'
import { methods } from '../linearStream.ts'
import { BATCHES, type BenchmarkSettings, label } from './settings.ts'

type Numbers = Result['numbers']

/** What was measured, by data set. */
interface Measured {
  readonly names: readonly string[]
  readonly results: Results
  each(part: string, value: (numbers: Numbers) => number): number[]
  /** Numbers that need every data set: replication by replication. */
  across(value: (numbers: Numbers[]) => number): number[]
}

export function claims({ sources }: BenchmarkSettings, results: Results): Claim[] {
  const names = sources.map(({ name }) => name)
  const measured: Measured = {
    names,
    results,
    each: (part, value) => results[part].map(({ numbers }) => value(numbers)),
    across(value) {
      const n = Math.min(...names.map((name) => results[name].length))
      return Array.from({ length: n }, (_, r) => value(names.map((name) => results[name][r].numbers)))
    },
  }
  const isRegression = sources.map(({ task }) => task === 'regression')
  return [
    ...ofOracles(measured),
    ...ofStrongest(measured),
    ...ofLowerLoss(measured),
    ...ofEqualPoints(measured, isRegression),
    ...ofHardSelection(measured),
  ]
}

/** Close to the best expert, which varies. */
function ofOracles({ names, each }: Measured): Claim[] {
  return [
    ...methods.flatMap((method) =>
      names.map((name) =>
        claim({
          says: 'across the six data sets, the adaptive aggregates remain close to their oracle counterparts',
          measured: `${name}: point loss of ${label[method]} over that of its best expert, minus 1 (close: below 0.1)`,
          side: 'below',
          than: 0.1,
          values: each(name, (n) => n[`${method} point`] / n[`${method} best point`] - 1),
        }),
      ),
    ),
    ...names.map((name) =>
      claim({
        says: 'the individual experts are highly sensitive to the learning-rate multiplier',
        measured: `${name}: mean loss of the worst SVB expert over that of the best, minus 1 (highly: above 0.5)`,
        side: 'above',
        than: 0.5,
        values: each(name, (n) => n['svb worst loss'] / n['svb best loss'] - 1),
      }),
    ),
  ]
}

/** Which expert is strongest. */
function ofStrongest({ across }: Measured): Claim[] {
  return [
    claim({
      says: 'the identity of the strongest expert varies across data sets',
      measured: 'number of different G among the best SVB experts of the data sets',
      side: 'above',
      than: 1,
      values: across((sets) => new Set(sets.map((n) => n['svb best by loss'])).size),
    }),
  ]
}

/** Lower loss than every expert, in the file’s order and over all orders. */
function ofLowerLoss({ names, results, each, across }: Measured): Claim[] {
  return [
    claim({
      says: 'in several data sets, SVB-EA has a lower cumulative mean loss than every fixed expert',
      measured: 'number of data sets on which it has, in the file’s order (several: at least 2)',
      side: 'above',
      than: 1.5,
      values: across((sets) => sets.filter((n) => n['svb loss'] < n['svb best loss']).length).slice(0, 1),
    }),
    ...names.map((name) =>
      claim({
        says: 'in several data sets, SVB-EA has a lower cumulative mean loss than every fixed expert',
        measured: `${name}, in the file’s order: mean loss a round of SVB-EA minus that of its best expert`,
        side: 'below',
        values: Array.from(
          { length: BATCHES },
          (_, batch) => results[name][0].numbers[`svb loss minus best, batch ${batch + 1}`],
        ),
      }),
    ),
    claim({
      says: 'in several data sets, SVB-EA has a lower cumulative mean loss than every fixed expert',
      measured: 'number of data sets on which it has, over all orders (several: at least 2)',
      side: 'above',
      than: 1.5,
      values: across((sets) => sets.filter((n) => n['svb loss'] < n['svb best loss']).length),
    }),
    ...names.map((name) =>
      claim({
        says: 'in several data sets, SVB-EA has a lower cumulative mean loss than every fixed expert',
        measured: `${name}, over all orders: mean loss of SVB-EA over that of the best SVB expert, minus 1`,
        side: 'below',
        values: each(name, (n) => n['svb loss'] / n['svb best loss'] - 1),
      }),
    ),
  ]
}

/** OGA and OGD on squared loss. */
function ofEqualPoints({ across }: Measured, isRegression: readonly boolean[]): Claim[] {
  return [
    claim({
      says: 'for squared loss, OGA and OGD have identical point predictions (expert by expert)',
      measured: 'largest relative difference of the best experts’ point losses',
      side: 'below',
      than: 1e-12,
      values: across((sets) =>
        Math.max(
          ...sets
            .filter((_, i) => isRegression[i])
            .map((n) => Math.abs(n['oga best point'] / n['ogd best point'] - 1)),
        ),
      ),
    }),
  ]
}

/** Beside follow-the-leader. */
function ofHardSelection({ names, each }: Measured): Claim[] {
  return [
    ...methods.flatMap((method) =>
      names.map((name) =>
        claim({
          says: 'the aggregate is more stable than hard expert selection',
          measured: `${name}: point loss of ${label[method]} over that of follow-the-leader, minus 1`,
          side: 'below',
          values: each(name, (n) => n[`${method} point`] / n[`${method} hard point`] - 1),
        }),
      ),
    ),
    ...names.map((name) =>
      claim({
        says: 'the aggregate is more stable than hard expert selection',
        measured: `${name}: weight that SVB-EA moves in a round, minus that of follow-the-leader`,
        side: 'below',
        values: each(name, (n) => n['svb movement'] - n['svb hard movement']),
      }),
    ),
  ]
}

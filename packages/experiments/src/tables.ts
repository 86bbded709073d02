import { digits } from './digits.ts'
import type { Result, Results } from './experiment.ts'
import { estimate } from './statistics.ts'
import type { Table } from './table.ts'

/** The three files that every experiment writes. */
export function tablesOf(results: Results): Record<string, Table> {
  return {
    means: meansTable(results),
    replications: numbersTable(results),
    curves: curvesTable(results),
  }
}

/** One row for each number that each replication found. */
export function numbersTable(results: Results): Table {
  const rows = Object.entries(results).flatMap(([part, list]) =>
    list.flatMap(({ numbers }, r) =>
      Object.entries(numbers).map(([name, value]) => [part, r + 1, name, value]),
    ),
  )
  return { columns: ['part', 'replication', 'quantity', 'value'], rows }
}

/** Mean and standard error of each quantity over the replications. */
export function meansTable(results: Results): Table {
  const rows = Object.entries(results).flatMap(([part, list]) =>
    Object.keys(list[0]?.numbers ?? {}).map((name) => {
      const { n, mean, error } = estimate(list.map(({ numbers }) => numbers[name]))
      return [part, name, n, mean, error]
    }),
  )
  return { columns: ['part', 'quantity', 'replications', 'mean', 'standard_error'], rows }
}

/** A row of an overview: its labels, then means over the replications with standard errors. */
export function overviewRow(
  labels: readonly string[],
  results: readonly Result[],
  values: readonly ((numbers: Result['numbers']) => number)[],
): string[] {
  const cells = values.map((value) => {
    const { mean, error } = estimate(results.map(({ numbers }) => value(numbers)))
    return Number.isNaN(error) ? digits(mean) : `${digits(mean)} ± ${digits(error, 2)}`
  })
  return [...labels, ...cells]
}

/** Every quantity of every part, for an experiment that has no overview of its own. */
export function overviewOf(results: Results): Table {
  const rows = Object.entries(results).flatMap(([part, list]) =>
    Object.keys(list[0]?.numbers ?? {}).map((name) => overviewRow([part, name], list, [(n) => n[name]])),
  )
  return { columns: ['part', 'quantity', 'mean'], rows }
}

/** Mean and standard error of each curve, at each point. */
export function curvesTable(results: Results): Table {
  const rows: (string | number)[][] = []
  for (const [part, list] of Object.entries(results)) {
    for (const [group, { x, y }] of Object.entries(list[0]?.curves ?? {})) {
      for (const name of Object.keys(y)) {
        x.forEach((at, i) => {
          const { mean, error } = estimate(list.map((result) => result.curves[group].y[name][i]))
          rows.push([part, group, name, at, mean, error])
        })
      }
    }
  }
  return { columns: ['part', 'curve', 'series', 'x', 'mean', 'standard_error'], rows }
}

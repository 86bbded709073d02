import { digits } from './digits.ts'
import type { Curves, Result, Results } from './experiment.ts'
import { estimate } from './statistics.ts'
import type { Table } from './table.ts'

/** How many points of a curve are kept: more than a figure has pixels for is of no use. */
const POINTS = 240

/** Writes down curves at about 240 rounds of a stream, the last among them: evenly spaced, or dense at the start. */
export class Recorder {
  readonly #rounds: number[]
  readonly #curves: Record<string, number[]> = {}
  #next = 0

  constructor(length: number, spacing: 'even' | 'log' = 'even') {
    const count = Math.min(length, POINTS)
    const at = (i: number): number =>
      spacing === 'even' ? ((i + 1) * length) / count : length ** (i / (count - 1))
    this.#rounds = [...new Set(Array.from({ length: count }, (_, i) => Math.round(at(i))))]
  }

  /** Whether round t is one of those; ask once a round, in order. */
  wants(t: number): boolean {
    if (this.#rounds[this.#next] !== t) return false
    this.#next++
    return true
  }

  add(name: string, value: number): void {
    this.#curves[name] ??= []
    this.#curves[name].push(value)
  }

  /** One curve for each entry, named by its index after the prefix. */
  addEach(values: ArrayLike<number>, prefix: string = ''): void {
    for (let k = 0; k < values.length; k++) this.add(`${prefix}${k}`, values[k])
  }

  get curves(): Curves {
    return { x: this.#rounds, y: this.#curves }
  }
}

/** The mean of a curve over replications, with a band of two standard errors. */
export function meanCurve(
  results: readonly Result[],
  group: string,
  name: string,
): { x: readonly number[]; y: number[]; band: { lower: number[]; upper: number[] } } {
  const { x } = results[0].curves[group]
  const at = x.map((_, i) => estimate(results.map((result) => result.curves[group].y[name][i])))
  const reach = at.map(({ error }) => (Number.isFinite(error) ? 2 * error : 0))
  return {
    x,
    y: at.map(({ mean }) => mean),
    band: {
      lower: at.map(({ mean }, i) => mean - reach[i]),
      upper: at.map(({ mean }, i) => mean + reach[i]),
    },
  }
}

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

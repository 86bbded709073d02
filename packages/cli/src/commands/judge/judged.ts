import { keyOf } from '../../input/findBy.ts'
import type { Asked } from '../forecast/asked.ts'
import type { Issued, IssuedStep } from './issued.ts'

/** A forecast whose outcome is known. */
export interface Come extends IssuedStep {
  readonly y: number
  readonly held: boolean
}

/** How the forecasts of one file did. */
export interface JudgedFile {
  readonly file: string
  /** Steps that were forecast, of series that the data has. */
  readonly steps: readonly IssuedStep[]
  readonly come: readonly Come[]
  /** Sums of series all of whose steps have come. */
  readonly sums: readonly Come[]
  /** Series that the data does not have. */
  readonly strange: readonly (readonly string[])[]
}

/** What has come. */
export interface Outcomes {
  /** By series and time: the mean where a time comes more than once, as `forecast` reads them. */
  readonly of: ReadonlyMap<string, ReadonlyMap<number, number>>
  /** How many of them are means. */
  readonly means: number
}

export function outcomesOf({ keys, times, y }: Asked): Outcomes {
  let means = 0
  const of = new Map(
    keys.each.map(({ cells, rows }) => {
      const found = new Map<number, number[]>()
      for (const r of rows) {
        const outcome = y[r] as number
        if (Number.isNaN(outcome)) continue
        const time = times[r] as number
        const there = found.get(time)
        if (there) there.push(outcome)
        else found.set(time, [outcome])
      }
      const each = [...found].map(([time, all]) => {
        if (all.length > 1) means++
        return [time, all.reduce((a, b) => a + b, 0) / all.length] as const
      })
      return [keyOf(cells), new Map(each)]
    }),
  )
  return { of, means }
}

export function judge({ file, steps }: Issued, outcomes: Outcomes['of']): JudgedFile {
  const series = new Map<string, { cells: readonly string[]; steps: IssuedStep[]; sums: IssuedStep[] }>()
  for (const one of steps) {
    const key = keyOf(one.cells)
    const there = series.get(key) ?? { cells: one.cells, steps: [], sums: [] }
    if (Number.isNaN(one.step)) there.sums.push(one)
    else there.steps.push(one)
    series.set(key, there)
  }
  const known = [...series].filter(([key]) => outcomes.has(key))
  const each = known.map(([key, { steps: own, sums }]) => {
    const come = own.flatMap((one) => {
      const y = outcomes.get(key)?.get(one.time)
      return y === undefined ? [] : [comeOf(one, y)]
    })
    const whole = come.reduce((sum, { y }) => sum + y, 0)
    return {
      steps: own,
      come,
      sums: come.length === own.length && own.length > 1 ? sums.map((sum) => comeOf(sum, whole)) : [],
    }
  })
  return {
    file,
    steps: each.flatMap(({ steps: own }) => own),
    come: each.flatMap(({ come }) => come),
    sums: each.flatMap(({ sums }) => sums),
    strange: [...series].flatMap(([key, { cells }]) => (outcomes.has(key) ? [] : [cells])),
  }
}

function comeOf(one: IssuedStep, y: number): Come {
  return { ...one, y, held: one.lower <= y && y <= one.upper }
}

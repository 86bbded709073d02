import { keyOf } from '../../input/findBy.ts'
import type { Asked } from '../forecast/asked.ts'
import { byTime, meanOf } from '../forecast/keyRows.ts'
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
  /** By series and time, of the times that were forecast: the mean where a time comes more than once, as `forecast` reads them. */
  readonly of: ReadonlyMap<string, ReadonlyMap<number, number>>
  /** How many outcomes are means, of whatever time. */
  readonly means: number
}

export function outcomesOf({ keys, rows }: Asked, issued: readonly Issued[]): Outcomes {
  const asked = new Map<string, Set<number>>()
  for (const { steps } of issued)
    for (const { cells, time } of steps) {
      const key = keyOf(cells)
      const times = asked.get(key)
      if (times) times.add(time)
      else asked.set(key, new Set([time]))
    }
  let means = 0
  const of = new Map(
    keys.cells.map((cells, number) => {
      const key = keyOf(cells)
      const times = asked.get(key)
      const kept = new Map<number, number>()
      for (const [time, all] of byTime(rows.of(number))) {
        if (all.length > 1) means++
        if (times?.has(time)) kept.set(time, meanOf(all))
      }
      return [key, kept]
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

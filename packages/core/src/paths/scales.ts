import { Adjusted, type AdjustedGrid } from './adjusted.ts'
import { Autoregression } from './autoregression.ts'
import type { Cells } from './cells.ts'
import { Direct } from './direct.ts'
import type { Family, KnownColumns } from './family.ts'
import { Seasonal } from './seasonal.ts'
import { Smoothing } from './smoothing.ts'
import { createTrack, put, type Track } from './track.ts'

export interface ExpertOptions {
  readonly steps: number
  readonly seasons: readonly number[]
  readonly known: number
  readonly year: number
}

/** The experts of one scale, and the series as they see it. Plain data. */
export interface ScaleState {
  /** z = log(1 + y/unit); 0 while it is not known. The plain scale has 1. */
  unit: number
  /** Whether its experts forecast. */
  awake: boolean
  readonly track: Track
  readonly families: readonly unknown[]
}

/** Part of the mean size of an outcome that is the unit of the logarithm. */
const UNIT = 0.05

/** Experts of all families on y itself or on log(1 + y/unit). */
export class Scale {
  readonly isLog: boolean
  readonly families: readonly Family[]
  readonly size: number
  readonly #length: number

  /** @param further experts beside the usual ones */
  constructor(isLog: boolean, options: ExpertOptions, cells: Cells, further: readonly Family[] = []) {
    this.isLog = isLog
    this.families = [...familiesOf(options, cells), ...further]
    this.size = this.families.reduce((sum, { size }) => sum + size, 0)
    // Three seasons, for the mean of a phase; and the rows before the last.
    this.#length = 3 * Math.max(1, ...options.seasons) + 4
  }

  init(): ScaleState {
    return {
      unit: this.isLog ? 0 : 1,
      awake: !this.isLog,
      track: createTrack(this.#length),
      families: this.families.map((family) => family.init()),
    }
  }

  to(y: number, { unit }: ScaleState): number {
    return this.isLog ? Math.log1p(Math.max(0, y) / unit) : y
  }

  from(z: number, { unit }: ScaleState): number {
    return this.isLog ? unit * Math.expm1(Math.max(0, z)) : z
  }

  /** Writes all paths in units of z; families stand side by side from `at` on. */
  write(state: ScaleState, known: KnownColumns, out: Float64Array, width: number, at: number): void {
    let place = at
    this.families.forEach((family, f) => {
      family.write(state.families[f], state.track, out, width, place, known)
      place += family.size
    })
  }

  open({ track, families }: ScaleState): void {
    this.families.forEach((family, f) => {
      family.open?.(families[f], track)
    })
  }

  learn(state: ScaleState, y: number): void {
    const z = this.to(y, state)
    this.families.forEach((family, f) => {
      family.learn(state.families[f], state.track, z)
    })
    put(state.track, z)
  }

  /** A row without an outcome, for which y was forecast. */
  pass(state: ScaleState, y: number): void {
    const z = this.to(y, state)
    this.families.forEach((family, f) => {
      family.pass(state.families[f], state.track, z)
    })
    put(state.track, z)
  }

  /** Wakes a logarithm up: its experts learn the rows that `past` still has. */
  wake(state: ScaleState, past: Track, size: number): void {
    state.unit = UNIT * size
    state.awake = true
    const { ring } = past
    state.track.first = Math.max(past.first, past.end - ring.length)
    state.track.end = state.track.first
    for (let row = state.track.first; row < past.end; row++) this.learn(state, ring[row % ring.length])
  }
}

/** Theta and drift. */
const SLOPES = [0.5, 1]

/** A week returns soon and hardly changes: more of them are remembered, and the level may be as slow as they are. */
function adjustedGrid(season: number): AdjustedGrid {
  const isWeek = season > 4 && season < 12
  return {
    memory: isWeek ? 20 : 7,
    levels: [...(isWeek ? [[0.08, 0] as const] : []), [0.3, 0], [0.6, 0], [1, 0], [0.01, 0.6], [0.01, 0.9]],
    trends: [[0.1, 0.95], ...(isWeek ? [] : [[0.3, 0.95] as const])],
    slopes: SLOPES,
  }
}

function familiesOf({ steps, seasons, known, year }: ExpertOptions, cells: Cells): readonly Family[] {
  return [
    new Seasonal(steps, seasons),
    new Smoothing(steps, [], {
      levels: [
        [0.05, 0],
        [0.15, 0],
        [0.4, 0],
        [0.8, 0],
        [1, 0],
        [0.01, 0.6],
        [0.01, 0.9],
        [0.03, 0.97],
      ],
      trends: [
        [0.3, 0.98],
        [0.3, 0.9],
        [0.03, 1],
      ],
      slopes: SLOPES,
      seasons: [0],
    }),
    ...seasons.slice(0, 1).map((season) => new Adjusted(steps, season, adjustedGrid(season))),
    ...seasons.map(
      (season, q) =>
        new Smoothing(steps, [season], {
          levels: [
            [0.01, 0],
            [0.08, 0],
            [0.3, 0],
            [0.8, 0],
            [0.01, 0.6],
            [0.01, 0.9],
          ],
          trends: [[0.1, 0.95]],
          slopes: SLOPES,
          // A slow first season is that of the adjusted ones.
          seasons: q > 0 ? [0.05, 0.3] : [0.3],
        }),
    ),
    ...(seasons.length > 1
      ? [
          new Smoothing(steps, seasons.slice(0, 2), {
            levels: [
              [0.01, 0],
              [0.05, 0],
              [0.2, 0],
              [0.6, 0],
              [0.01, 0.6],
              [0.01, 0.9],
              [0.05, 0.8],
            ],
            trends: [[0.1, 0.95]],
            slopes: [],
            seasons: [0.1, 0.3],
          }),
        ]
      : []),
    new Autoregression(steps),
    new Direct({ steps, seasons, known, year }, cells),
  ]
}

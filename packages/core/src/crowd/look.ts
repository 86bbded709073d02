import type { Draft } from '../paths/draft.ts'
import type { PathState } from '../paths/parts.ts'
import { rowsOf, samePhase, type Track, zAt } from '../paths/track.ts'
import type { CrowdShape } from './crowdPlan.ts'

/** The last rows that are features. */
const LAST = 4
/** Features without columns, years and further seasons. */
const COMMON: number = LAST + 7
/** Without a season, the level is that of so many rows. */
const FEW = 4
/** Features are clipped to so many levels. */
const LARGE = 100
/** A level below it is none. */
const NOTHING = 1e-120

/** The past of a series in units of its level, as the trees over all series see it. */
export class Look {
  readonly dimension: number
  /** Mean absolute outcome of the last season; 0 where it is not a unit. */
  level = 0
  readonly #shape: CrowdShape
  readonly #span: number
  /** Seasons beside the shortest. */
  readonly #further: readonly number[]
  /** The level a season before. */
  #before = 0
  #noise = 0

  constructor(shape: CrowdShape) {
    const { seasons, known, year } = shape.plan
    this.#shape = shape
    this.#span = shape.lag > 1 ? shape.lag : FEW
    this.#further = seasons.slice(1)
    this.dimension = COMMON + 2 * this.#further.length + 2 * known + (year > 0 ? 1 : 0)
  }

  /** Turns to a series. */
  turnTo({ scales: [{ track }] }: PathState): void {
    const { lag } = this.#shape
    const span = this.#span
    const last = track.end - 1
    const level = sizeOf(track, last, span)
    this.level = level > NOTHING && level < Infinity ? level : 0
    if (this.level === 0) return
    const before = rowsOf(track) >= lag + span ? sizeOf(track, last - lag, span) : level
    this.#before = before > NOTHING ? before : level
    let mean = 0
    let squares = 0
    for (let i = 0; i < span; i++) mean += zAt(track, last - i) / level / span
    for (let i = 0; i < span; i++) {
      const rest = zAt(track, last - i) / level - mean
      squares += rest * rest
    }
    this.#noise = Math.sqrt(squares / span)
  }

  /** Writes the features of step k, from 0. `start` is the place of the first row on the clock that all series share. */
  write({ scales: [{ track }] }: PathState, k: number, start: number, draft: Draft, out: Float64Array): void {
    const { lag, plan } = this.#shape
    const { level } = this
    const before = this.#before
    const row = track.end + k
    const last = track.end - 1
    const then = samePhase(row, track.end, lag)
    const naive = zAt(track, then) / level
    const ago = zAt(track, last - lag)
    let o = 0
    for (let i = 0; i < LAST; i++) out[o++] = clip(zAt(track, last - i) / level)
    out[o++] = clip(naive)
    out[o++] = clip(then - lag >= track.first ? zAt(track, then - lag) / before : naive)
    out[o++] = clip(level / before)
    out[o++] = Math.abs(ago) > NOTHING ? clip(zAt(track, last) / ago) : 1
    out[o++] = clip(this.#noise)
    out[o++] = (start + row) % lag
    out[o++] = k + 1
    for (const season of this.#further) {
      out[o++] = clip(zAt(track, samePhase(row, track.end, season)) / level)
      out[o++] = (start + row) % season
    }
    for (let c = 0; c < plan.known; c++) {
      const coming = draft.columns.future[k * plan.known + c]
      out[o++] = coming
      out[o++] = coming - draft.columns.now[c]
    }
    if (plan.year > 0) out[o] = (start + row) % plan.year
  }
}

/** Mean absolute outcome of the rows up to one. */
function sizeOf(track: Track, last: number, span: number): number {
  let sum = 0
  for (let i = 0; i < span; i++) sum += Math.abs(zAt(track, last - i))
  return sum / span
}

function clip(value: number): number {
  return Math.max(-LARGE, Math.min(LARGE, value))
}

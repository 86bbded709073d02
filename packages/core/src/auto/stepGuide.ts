import type { StateShape } from '../base/shape.ts'
import { listOf, nullable, oneOf, real, shape, shapeBy, shapeOf, whole } from '../base/shape.ts'
import type { PathState } from '../paths/parts.ts'
import { PathModel } from '../paths/pathModel.ts'
import { PATHS } from '../paths/paths.ts'
import type { Guide } from '../rows/guide.ts'
import { firstKept, type HistoryState, outcomeOf, timeOf } from '../rows/history.ts'
import { type Spacing, seasonsOfSpacing, slotOf, spacingOf } from '../series/spacing.ts'

/** How rows follow each other, and what was learnt of them as a series. Plain data. */
export interface StepGuideState {
  /** null while times follow no grid: then rows follow each other in their order. */
  spacing: Spacing | null
  seasons: number[]
  /** Rows in a year, where seasons do not show it; else 0. */
  year: number
  /** The last row's place on the grid. */
  slot: number
  /** null before there are enough rows, and where rows do not follow each other. */
  path: PathState | null
}

/** Rows before anything is said. */
const ENOUGH = 4
/** Part of the rows that must come after the row before. */
const RISING = 0.9
/** Longer gaps count as this many rows. */
const LONGEST_GAP = 400
/** Paths square outcomes: beyond this they count as it. */
const LARGEST = 1e30

const SPACING: StateShape<Spacing> = /* @__PURE__ */ shapeBy<Spacing>(
  (spacing) => {
    const kind = (spacing as Spacing | null)?.kind
    const fields = { kind: oneOf('months', 'workdays', 'even'), origin: real() }
    const more =
      kind === 'months' ? { months: whole(1, 1200, 1) } : kind === 'even' ? { milliseconds: real(1) } : {}
    return shape({ ...fields, ...more }) as StateShape as StateShape<Spacing>
  },
  () => ({ kind: 'even', milliseconds: 1, origin: 0 }),
)

/**
 * The smoothing experts of `paths`, one row ahead, as one more feature of rows that have a time.
 *
 * Season and grid are found from the times, anew whenever there are half as many rows again; if they differ, the rows
 * that are remembered are learnt again.
 */
export class StepGuide implements Guide<StepGuideState> {
  readonly shape: StateShape<StepGuideState>
  /** One for each choice of seasons: they differ by what they keep. */
  readonly #models = new Map<string, PathModel>()
  /** A row is read to be forecast, and again to be learnt. By the path: one that begins anew counts its rows anew. */
  readonly #last: WeakMap<PathState, { readonly row: number; readonly mean: number }> = new WeakMap()

  constructor() {
    this.shape = shape<StepGuideState>({
      spacing: nullable(SPACING),
      seasons: listOf(whole(2, 10_000, 2)),
      year: real(),
      slot: real(),
      path: nullable(
        shapeBy<PathState, StepGuideState>(
          (_value, _path, state) => shapeOf(this.#model(state)),
          () => this.#model({ seasons: [], year: 0 }).init(),
        ),
      ),
    })
  }

  forecast(state: StepGuideState): number {
    const { path } = state
    if (!path || path.outcomes < ENOUGH) return Number.NaN
    const known = this.#last.get(path)
    if (known?.row === path.row) return known.mean
    const { mean } = this.#model(state).issue(path, {}, true).issued
    this.#last.set(path, { row: path.row, mean })
    return mean
  }

  observe(state: StepGuideState, history: HistoryState, rewrite: (row: number, mean: number) => void): void {
    const { count } = history
    if (isDue(count) && this.#begin(state, history)) {
      for (let row = firstKept(history); row < count; row++) {
        rewrite(row, this.forecast(state))
        this.#learn(state, timeOf(history, row), outcomeOf(history, row))
      }
    } else this.#learn(state, timeOf(history, count - 1), outcomeOf(history, count - 1))
  }

  /** Finds grid and seasons. @returns whether they differ, so that the past is to be learnt anew */
  #begin(state: StepGuideState, history: HistoryState): boolean {
    const times: number[] = []
    for (let row = firstKept(history); row < history.count; row++) times.push(timeOf(history, row))
    const rising = times.filter((time, i) => i === 0 || time > times[i - 1]).length
    const spacing = spacingOf(times)
    const { seasons: found, year } = seasonsOfSpacing(spacing)
    const seasons = found.filter((season) => season <= history.count)
    const follows = rising >= RISING * times.length
    const same =
      follows === (state.path !== null) &&
      isLike(state.spacing, spacing) &&
      `${seasons}` === `${state.seasons}`
    if (same) return false
    Object.assign(state, { spacing: spacing ?? null, seasons, year, slot: 0, path: null })
    if (follows) state.path = this.#model(state).init()
    return follows
  }

  #learn(state: StepGuideState, time: number, y: number): void {
    const { path, spacing } = state
    if (!path) return
    const slot = spacing ? slotOf(spacing, time) : state.slot + 1
    const gap = path.outcomes > 0 ? Math.max(0, Math.min(LONGEST_GAP, slot - state.slot - 1)) : 0
    state.slot = slot
    const model = this.#model(state)
    model.settle(path, model.issue(path, { gap }, true).issued, Math.max(-LARGEST, Math.min(LARGEST, y)))
  }

  #model({ seasons, year }: Pick<StepGuideState, 'seasons' | 'year'>): PathModel {
    const key = `${seasons} ${year}`
    const known = this.#models.get(key) ?? new PathModel(PATHS.read({ steps: 1, seasons, year }))
    this.#models.set(key, known)
    return known
  }
}

/** 3, 4, 6, 8, 12, 16, 24, 32, …: when there are half as many rows again. */
function isDue(count: number): boolean {
  const power = 1 << (31 - Math.clz32(count))
  return count > 2 && (count === power || count === 1.5 * power)
}

function isLike(before: Spacing | null, now: Spacing | undefined): boolean {
  if (!before || !now) return !before === !now
  if (before.kind === 'even') return now.kind === 'even' && now.milliseconds === before.milliseconds
  return (
    before.kind === now.kind &&
    (before.kind !== 'months' || now.kind !== 'months' || now.months === before.months)
  )
}

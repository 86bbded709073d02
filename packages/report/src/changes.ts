import { type Alert, Watch, type WatchState } from 'credence/conformal'
import { listOf, real, type StateShape, shape, string } from 'credence/kinds'

/** A change that was found: when, and how sure it is. Plain data. */
export interface ChangeFound {
  /** The row in which there was enough evidence, from 1, and its time; NaN where rows have none. */
  readonly t: number
  readonly time: number
  readonly reason: Alert['reason']
  /** How much evidence there is against «nothing changed», to 1. */
  readonly evidence: number
}

const CHANGE = /* @__PURE__ */ shape<ChangeFound>({
  t: real(1),
  time: real(),
  reason: string as StateShape as StateShape<ChangeFound['reason']>,
  evidence: real(),
})

/** Evidence so far, and the changes that were found. Plain data. */
export interface ChangesState {
  readonly watch: WatchState
  readonly found: ChangeFound[]
}

/** The first rows are learning: their errors are no measure of those that follow. */
const LEARNING = 100
/** The probability that a run without a change shows one. */
const RATE = 0.05
const MOST_CHANGES = 20

/** Looks for a change of errors: their size, their side, or how often they lie outside. */
export function changeWatch(coverage: number): Watch {
  return new Watch(1 - coverage, { rate: RATE }, true)
}

/** @param watch what looks for them */
export function changesOf(watch: Watch): StateShape<ChangesState> {
  return shape<ChangesState>({ watch: watch.init, found: listOf(CHANGE) })
}

/** One row; NaN where something is not known. */
export interface ChangeRow {
  readonly t: number
  readonly time: number
  readonly y: number
  readonly mean: number
  readonly missed: boolean
}

export function observeChange(
  watch: Watch,
  state: ChangesState,
  { t, time, y, mean, missed }: ChangeRow,
): void {
  const error = y - mean
  if (t <= LEARNING || !Number.isFinite(error)) return
  const alert = watch.observe(state.watch, error, missed)
  if (!alert || state.found.length >= MOST_CHANGES) return
  state.found.push({ t, time, reason: alert.reason, evidence: alert.evidence })
}

/** The same as a summary shows it. */
export interface ChangeSummary extends Omit<ChangeFound, 'time'> {
  /** Milliseconds; null where rows have no time. */
  readonly time: number | null
}

export function summariseChanges({ found }: ChangesState): ChangeSummary[] {
  return found.map((change) => ({ ...change, time: Number.isNaN(change.time) ? null : change.time }))
}

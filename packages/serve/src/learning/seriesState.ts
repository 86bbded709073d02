import { readSave, writeSave } from 'credence'
import type { Alert } from './alerts.ts'
import { createHealth, type Health } from './health.ts'
import type { PathState } from './paths.ts'
import type { Series } from './series.ts'

/** A version of a model at work on one key. */
export interface VersionState {
  series: Series
  health: Health
  /** Made when the first path is asked for. */
  paths: PathState | null
  /** Events that this version could not take, as the answering one could. */
  refusals: number
}

/** All that is known of a key. */
export interface SeriesState {
  readonly key: string
  /** How many changes of the models the last event knew of. */
  models: number
  /** The version that answers, then those in its shadow. */
  order: readonly number[]
  versions: Map<number, VersionState>
  alerts: Alert[]
  /** When the last event came, milliseconds since 1970. */
  seen: number
  deleted: boolean
  /** The last outcomes that were observed, the newest first. */
  past: number[]
  /** When the newest of them was, and how long after the one before it. */
  observed: number
  spacing: number
  /** How many outcomes were ever observed. */
  outcomes: number
}

export function createSeriesState(key: string): SeriesState {
  return {
    key,
    models: 0,
    order: [],
    versions: new Map(),
    alerts: [],
    seen: 0,
    deleted: false,
    past: [],
    observed: -Infinity,
    spacing: 0,
    outcomes: 0,
  }
}

interface SavedState {
  readonly models: number
  readonly order: readonly number[]
  readonly versions: readonly {
    readonly version: number
    readonly series: Uint8Array
    readonly health: Health
    readonly paths: PathState | null
    readonly refusals: number
  }[]
  readonly alerts: Alert[]
  readonly seen: number
  readonly deleted: boolean
  readonly past: number[]
  readonly observed: number
  readonly spacing: number
  readonly outcomes: number
}

export function saveSeriesState({ versions, key: _, ...rest }: SeriesState): Uint8Array {
  const saved: SavedState = {
    ...rest,
    versions: Array.from(versions, ([version, { series, health, paths, refusals }]) => ({
      version,
      series: series.save(),
      health,
      paths,
      refusals,
    })),
  }
  return writeSave({ description: 'series', state: saved })
}

/** @param begin makes the series of a version from its bytes */
export function restoreSeriesState(
  key: string,
  bytes: Uint8Array,
  begin: (version: number, saved: Uint8Array) => Series,
): SeriesState {
  const { versions, ...rest } = readSave(bytes).state as SavedState
  return {
    key,
    ...rest,
    // Alerts of an earlier version do not say whether they are over.
    alerts: rest.alerts.map((alert) => ({ ...alert, resolved: alert.resolved ?? null })),
    versions: new Map(
      versions.map(({ version, series, ...kept }) => [version, { series: begin(version, series), ...kept }]),
    ),
  }
}

export function createVersionState(series: Series): VersionState {
  return { series, health: createHealth(), paths: null, refusals: 0 }
}

import type { Health } from '@credence/client'
import type { Entry } from '../keyed/entry.ts'
import { healthOf } from '../learning/healthView.ts'
import type { SeriesView } from '../learning/series.ts'
import { answering } from '../learning/seriesFold.ts'
import type { SeriesState } from '../learning/seriesState.ts'
import type { ModelRecord } from '../models/registryFold.ts'

export interface KeyQuery {
  readonly search?: string
  readonly order: 'key' | 'worst'
  readonly after?: { readonly key: string; readonly mark: number }
  readonly limit: number
}

export interface ListedKey {
  readonly key: string
  readonly events: number
  /** 0 if there is none; larger is worse. */
  readonly trouble: number
}

/** An alert as callers see it. */
export interface AlertView {
  /** The number of the event that raised it. */
  readonly seq: number
  readonly kind: string
  readonly reason: string
  /** Milliseconds since 1970. */
  readonly at: number
  /** When the trouble was over; null while it lasts. */
  readonly resolved: number | null
}

export interface NotedAlert extends AlertView {
  readonly model: string
  readonly key: string
}

export interface KeyView extends SeriesView {
  readonly model: string
  readonly key: string
  readonly seq: number
  /** Which life of the key this is: another after it was deleted. */
  readonly epoch: number
  readonly seen: number
  readonly version: number
  readonly target: number
  readonly health: Health
  readonly alerts: readonly AlertView[]
  readonly shadows: readonly (Health & { version: number; refusals: number })[]
}

/** Undefined if the key was never seen. @param target the coverage that was asked for */
export function keyView(
  model: ModelRecord,
  key: string,
  target: number,
  { state, seq, epoch }: Entry<SeriesState>,
): KeyView | undefined {
  const live = answering(state, model.live)
  if (!live || state.deleted) return undefined
  // A version that was promoted answers at once, though the key learns of it with its next event.
  const version = state.versions.has(model.live) ? model.live : (state.order[0] as number)
  return {
    model: model.name,
    key,
    seq,
    epoch,
    seen: state.seen,
    version,
    target,
    ...live.series.view(),
    health: healthOf(live.health),
    alerts: state.alerts.map(({ seq, kind, reason, at, resolved }) => ({ seq, kind, reason, at, resolved })),
    shadows: state.order
      .filter((other) => other !== version)
      .map((version) => {
        const { health, refusals } = state.versions.get(version)!
        return { version, refusals, ...healthOf(health) }
      }),
  }
}

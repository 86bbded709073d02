import type { Trouble } from './health.ts'

/** An alert, and whether it is still to be told. Plain data. */
export interface Alert {
  /** The number of the event that raised it. */
  readonly seq: number
  readonly kind: Trouble['kind']
  readonly reason: string
  /** Milliseconds since 1970, as the worker that took the event said. */
  readonly at: number
  /** Whether it waits to be told. */
  open: boolean
  /** How often a worker set out to tell it. */
  attempts: number
  /** Until when no other worker may try. */
  until: number
  /** When the trouble was over, milliseconds since 1970; null while it lasts. */
  resolved: number | null
}

/** More than this many alerts of one key: the oldest go. */
const LIMIT = 16

/** @param open whether it is to be told */
export function raise(
  alerts: Alert[],
  troubles: readonly Trouble[],
  seq: number,
  at: number,
  open: boolean,
): void {
  for (const { kind, reason } of troubles)
    alerts.push({ seq, kind, reason, at, open, attempts: 0, until: 0, resolved: null })
  if (alerts.length > LIMIT) alerts.splice(0, alerts.length - LIMIT)
}

/** The troubles of these kinds are over: targets that were told of them, or are to be, hear that too. */
export function resolve(alerts: readonly Alert[], kinds: readonly string[], at: number, open: boolean): void {
  for (const alert of alerts) {
    if (alert.resolved !== null || !kinds.includes(alert.kind)) continue
    alert.resolved = at
    if (open) Object.assign(alert, { open, attempts: 0, until: 0 })
  }
}

/** Lets one worker try: true if no other worker has it now. */
export function claim(alerts: Alert[], name: AlertName, now: number, lease: number): Alert | undefined {
  const alert = alerts.find((alert) => isNamed(alert, name))
  if (!alert?.open || alert.until > now) return undefined
  alert.attempts++
  alert.until = now + lease
  return alert
}

/** Told, or given up: no worker tries again. */
export function settleAlert(alerts: readonly Alert[], name: AlertName & { resolved?: boolean }): boolean {
  const alert = alerts.find((alert) => isNamed(alert, name))
  // It may have ended while its beginning was told.
  if (!alert?.open || (alert.resolved !== null) !== (name.resolved ?? false)) return false
  alert.open = false
  return true
}

export interface AlertName {
  readonly seq: number
  readonly kind: string
}

function isNamed(alert: Alert, { seq, kind }: AlertName): boolean {
  return alert.seq === seq && alert.kind === kind
}

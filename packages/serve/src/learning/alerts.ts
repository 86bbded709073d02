import type { Trouble } from './health.ts'

/** An alert that waits to be told, and who is telling it. Plain data. */
export interface Alert {
  /** The number of the event that raised it. */
  readonly seq: number
  readonly kind: Trouble['kind']
  readonly reason: string
  /** Milliseconds since 1970, as the worker that took the event said. */
  readonly at: number
  /** How often somebody set out to tell it. */
  attempts: number
  /** Until when nobody else may try. */
  until: number
}

/** More than this many untold alerts of one key: the oldest go. */
const LIMIT = 16

export function raise(alerts: Alert[], troubles: readonly Trouble[], seq: number, at: number): void {
  for (const { kind, reason } of troubles) alerts.push({ seq, kind, reason, at, attempts: 0, until: 0 })
  if (alerts.length > LIMIT) alerts.splice(0, alerts.length - LIMIT)
}

/** Lets one worker try: true if nobody else has it now. */
export function claim(alerts: Alert[], name: AlertName, now: number, lease: number): Alert | undefined {
  const alert = alerts.find((alert) => isNamed(alert, name))
  if (!alert || alert.until > now) return undefined
  alert.attempts++
  alert.until = now + lease
  return alert
}

/** Told, or given up: nobody tries again. */
export function settleAlert(alerts: Alert[], name: AlertName): boolean {
  const at = alerts.findIndex((alert) => isNamed(alert, name))
  if (at >= 0) alerts.splice(at, 1)
  return at >= 0
}

export interface AlertName {
  readonly seq: number
  readonly kind: string
}

function isNamed(alert: Alert, { seq, kind }: AlertName): boolean {
  return alert.seq === seq && alert.kind === kind
}

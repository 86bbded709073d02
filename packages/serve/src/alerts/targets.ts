import { createHash } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { post } from '../base/post.ts'
import type { Alert } from '../learning/alerts.ts'

/** An alert as it is told. */
export interface AlertMessage {
  /** The same at every attempt, and for the end of the same alert. */
  readonly id: string
  readonly status: 'firing' | 'resolved'
  readonly model: string
  readonly key: string
  /** The number of the event that raised it. */
  readonly event: number
  readonly kind: string
  readonly reason: string
  /** ISO 8601. */
  readonly at: string
  readonly resolvedAt?: string
}

/** Where alerts are told. */
export interface Target {
  /** For log and metrics: no secret. */
  readonly name: string
  /** Several at once; false if they were not taken. */
  send(alerts: readonly AlertMessage[]): Promise<boolean>
}

export function messageOf(model: string, key: string, alert: Alert): AlertMessage {
  const { seq: event, kind, reason, at, resolved } = alert
  const id = digest(`${model}/${key}/${event}/${kind}`)
  const about = { model, key, event, kind, reason, at: new Date(at).toISOString() }
  return resolved === null
    ? { id, status: 'firing', ...about }
    : { id, status: 'resolved', ...about, resolvedAt: new Date(resolved).toISOString() }
}

/** Signed messages in the form of Standard Webhooks. A secret `whsec_…` is base64; any other is taken as it is. */
export function webhookTarget(url: string, secret: string, send: typeof fetch = fetch): Target {
  const signer = secret.startsWith('whsec_') ? new Webhook(secret) : new Webhook(secret, { format: 'raw' })
  return {
    name: `webhook ${new URL(url).host}`,
    send(alerts) {
      const body = JSON.stringify({ type: 'alerts', alerts })
      const id = digest(alerts.map((alert) => `${alert.id}${alert.status}`).join())
      const now = new Date()
      const headers = {
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
        'webhook-signature': signer.sign(id, now, body),
      }
      return isTaken(send, url, body, headers)
    },
  }
}

/** Milliseconds for which Alertmanager keeps an alert of which it hears nothing more. */
const KEEP = 86_400_000

/** The API of Alertmanager, version 2: it groups, silences and routes. */
export function alertmanagerTarget(url: string, send: typeof fetch = fetch): Target {
  const address = `${url.replace(/\/$/, '')}/api/v2/alerts`
  return {
    name: `alertmanager ${new URL(url).host}`,
    send(alerts) {
      const body = JSON.stringify(
        alerts.map(({ id, model, key, kind, reason, at, resolvedAt }) => ({
          labels: { alertname: 'Credence', model, key, kind, alert_id: id },
          annotations: { summary: reason },
          startsAt: at,
          endsAt: resolvedAt ?? new Date(Date.now() + KEEP).toISOString(),
        })),
      )
      return isTaken(send, address, body, {})
    },
  }
}

/** Whether a message was taken. */
async function isTaken(
  send: typeof fetch,
  url: string,
  body: string,
  headers: Readonly<Record<string, string>>,
): Promise<boolean> {
  try {
    const status = await post(url, { 'content-type': 'application/json', ...headers }, body, { send })
    return status >= 200 && status < 300
  } catch {
    return false
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

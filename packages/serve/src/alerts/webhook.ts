import { createHash, createHmac } from 'node:crypto'
import type { Alert } from '../learning/alerts.ts'

export interface WebhookOptions {
  readonly url: string
  /** The key of the signature: whoever receives an alert can check who sent it. */
  readonly secret: string
  /** @default fetch */
  readonly send?: typeof fetch
}

/** Milliseconds for the receiver to answer. */
const PATIENCE = 10_000

/** One alert as a signed message, in the form of Standard Webhooks. Its id is the same at every attempt. */
export async function sendAlert(
  { url, secret, send = fetch }: WebhookOptions,
  model: string,
  key: string,
  { seq, kind, reason, at }: Alert,
): Promise<boolean> {
  const body = JSON.stringify({
    type: 'alert',
    model,
    key,
    event: seq,
    kind,
    reason,
    at: new Date(at).toISOString(),
  })
  const id = createHash('sha256').update(`${model}/${key}/${seq}/${kind}`).digest('hex').slice(0, 32)
  const timestamp = Math.floor(Date.now() / 1000)
  try {
    const response = await send(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': `v1,${sign(secret, id, timestamp, body)}`,
      },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE),
    })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}

/** A secret in the form of Standard Webhooks, `whsec_…`, is base64; any other is taken as it is. */
export function sign(secret: string, id: string, timestamp: number, body: string): string {
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : secret
  return createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
}

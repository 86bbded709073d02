import type { Alert } from '../learning/alerts.ts'
import { UNTOLD } from '../learning/seriesFold.ts'
import { keyOf, modelOfKey } from '../models/registry.ts'
import type { Service } from '../service/service.ts'
import { sendAlert, type WebhookOptions } from './webhook.ts'

/** Milliseconds that a claim holds: longer than any attempt takes. */
const LEASE = 30_000
const SWEEP = 10_000
/** After so many attempts an alert is given up; the pauses between them double from a lease to an hour. */
const ATTEMPTS = 12

/**
 * Tells alerts to a webhook. An alert is part of the state of its key: it survives the worker. Before an attempt one
 * worker claims it by an event of the key, after it another event closes it; so no two workers tell the same one, and
 * it is told again only if the worker died between the two. The receiver can know that by its id.
 */
export class Teller {
  readonly #service: Service
  readonly #webhook: WebhookOptions
  readonly #busy = new Set<string>()
  readonly #timer: NodeJS.Timeout

  constructor(service: Service, webhook: WebhookOptions) {
    this.#service = service
    this.#webhook = webhook
    this.#timer = setInterval(() => void this.sweep().catch(() => {}), SWEEP).unref()
  }

  /** Looks for alerts that wait, also those of workers that are gone. */
  async sweep(): Promise<void> {
    const waiting = await this.#service.journal.list({ prefix: '', by: 'mark', least: UNTOLD, limit: 200 })
    await Promise.all(waiting.map(({ key }) => this.tell(key)))
  }

  /** Tells what waits at this key. */
  async tell(stream: string): Promise<void> {
    if (this.#busy.has(stream) || this.#service.keyed.draining) return
    this.#busy.add(stream)
    try {
      const alerts = await this.#service.keyed.read(stream, ({ state }) =>
        state.alerts.map((alert) => ({ ...alert })),
      )
      for (const alert of alerts) await this.#tellOne(stream, alert)
    } finally {
      this.#busy.delete(stream)
    }
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  async #tellOne(stream: string, alert: Alert): Promise<void> {
    const { seq, kind, attempts } = alert
    if (!alert.open || alert.until > Date.now()) return
    const [model, key] = [modelOfKey(stream), keyOf(stream)]
    const record = this.#service.registry.get(model)
    if (!record) return
    const name = `${seq}/${kind}`
    const lease = Math.min(LEASE * 2 ** attempts, 3_600_000)
    const claimed = await this.#service.submit(
      record,
      key,
      { op: 'claim-alert', seq, kind, lease },
      `claim-alert/${this.#service.hub.life}/${name}/${attempts}`,
    )
    if (claimed.status !== 200 || claimed.repeated) return
    const told = await sendAlert(this.#webhook, model, key, alert)
    this.#service.metrics.told.inc({ outcome: told ? 'told' : 'failed' })
    if (!told && attempts + 1 < ATTEMPTS) return
    await this.#service.submit(record, key, { op: 'settle-alert', seq, kind }, `settle-alert/${name}`)
  }
}

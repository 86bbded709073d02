import type { Alert } from '../learning/alerts.ts'
import { UNTOLD } from '../learning/seriesFold.ts'
import { keyOf, modelOfKey } from '../models/registry.ts'
import type { ModelRecord } from '../models/registryFold.ts'
import type { Service } from '../service/service.ts'
import { type AlertMessage, messageOf, type Target } from './targets.ts'

/** Milliseconds that a claim holds: longer than any attempt takes. */
const LEASE = 30_000
const SWEEP = 10_000
/** After so many attempts an alert is given up; the pauses between them double from a lease to an hour. */
const ATTEMPTS = 12
/** Milliseconds that an alert waits for others to go with. */
const GATHER = 500
/** Alerts in one call. */
const GROUP = 100

interface Claimed {
  readonly record: ModelRecord
  readonly key: string
  readonly alert: Alert
  readonly message: AlertMessage
}

/**
 * Tells alerts, and that they are over. An alert is part of the state of its key: it survives the worker. Before an
 * attempt one worker claims it by an event of the key, after it another event closes it; so no two workers tell the same
 * one, and it is told again only if the worker died between the two, or a target did not answer.
 *
 * Alerts of many keys go together, and one call after the other: a receiver never sees more than one at a time.
 */
export class Teller {
  readonly #service: Service
  readonly #targets: readonly Target[]
  readonly #timer: NodeJS.Timeout
  #waiting = new Set<string>()
  #running: Promise<void> | undefined

  constructor(service: Service, targets: readonly Target[]) {
    this.#service = service
    this.#targets = targets
    this.#timer = setInterval(() => void this.sweep().catch(() => {}), SWEEP).unref()
  }

  /** Looks for alerts that wait, also those of workers that are gone. */
  async sweep(): Promise<void> {
    const waiting = await this.#service.journal.list({ prefix: '', by: 'mark', least: UNTOLD, limit: 200 })
    await this.tell(...waiting.map(({ key }) => key))
  }

  /** Tells what waits at these keys, soon. */
  tell(...streams: readonly string[]): Promise<void> {
    for (const stream of streams) this.#waiting.add(stream)
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  /** Sends a message to every target; says which took it. */
  async test(by: string): Promise<{ target: string; taken: boolean }[]> {
    const at = new Date()
    const alert = {
      seq: 0,
      kind: 'test',
      reason: `a test call by ${by}`,
      at: at.getTime(),
      resolved: at.getTime(),
    }
    const message = messageOf('test', 'test', alert as unknown as Alert)
    return Promise.all(
      this.#targets.map(async (target) => ({ target: target.name, taken: await target.send([message]) })),
    )
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  async #run(): Promise<void> {
    while (this.#waiting.size > 0 && !this.#service.keyed.draining) {
      await new Promise((resolve) => setTimeout(resolve, GATHER).unref())
      const streams = [...this.#waiting]
      this.#waiting = new Set()
      const claimed: Claimed[] = []
      for (const stream of streams) claimed.push(...(await this.#claim(stream).catch(() => [])))
      for (let i = 0; i < claimed.length; i += GROUP) await this.#send(claimed.slice(i, i + GROUP))
    }
  }

  async #claim(stream: string): Promise<Claimed[]> {
    const alerts = await this.#service.keyed.read(stream, ({ state }) =>
      state.alerts.map((alert) => ({ ...alert })),
    )
    const [model, key] = [modelOfKey(stream), keyOf(stream)]
    const record = this.#service.registry.get(model)
    if (!record) return []
    const claimed: Claimed[] = []
    for (const alert of alerts) {
      const { seq, kind, attempts, open, until } = alert
      if (!open || until > Date.now()) continue
      const lease = Math.min(LEASE * 2 ** attempts, 3_600_000)
      const name = `claim-alert/${this.#service.hub.life}/${nameOf(alert)}/${attempts}`
      const event = { op: 'claim-alert', seq, kind, lease } as const
      const { status, repeated } = await this.#service.submit(record, key, event, name)
      if (status === 200 && !repeated) {
        claimed.push({ record, key, alert, message: messageOf(model, key, alert) })
      }
    }
    return claimed
  }

  async #send(group: readonly Claimed[]): Promise<void> {
    const messages = group.map(({ message }) => message)
    const taken = await Promise.all(this.#targets.map((target) => target.send(messages)))
    taken.forEach((took, i) => {
      const target = (this.#targets[i] as Target).name
      this.#service.metrics.told.inc({ target, outcome: took ? 'told' : 'failed' }, group.length)
    })
    for (const { record, key, alert } of group) {
      const { seq, kind, attempts } = alert
      if (!taken.every(Boolean) && attempts + 1 < ATTEMPTS) continue
      const resolved = alert.resolved !== null
      const event = { op: 'settle-alert', seq, kind, resolved } as const
      await this.#service.submit(record, key, event, `settle-alert/${nameOf(alert)}`)
    }
  }
}

function nameOf({ seq, kind, resolved }: Alert): string {
  return `${seq}/${kind}${resolved === null ? '' : '/resolved'}`
}

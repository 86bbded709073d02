import type { RoundRecord } from '@credence/client'
import { compress } from 'snappyjs'
import { post } from '../base/post.ts'
import { labelsOf, type WrittenSeries, writeWriteRequest } from './writeRequest.ts'

export interface WriteBackOptions {
  /** Where Prometheus, or what speaks its remote write, takes samples. May hold a name and a password. */
  readonly url: string
  /** @default fetch */
  readonly send?: typeof fetch
  /** Milliseconds between two writes. @default 5000 */
  readonly every?: number
}

/** Samples that wait while the receiver is away; the oldest go. */
const WAITING = 100_000
/** Samples in one write. */
const AT_ONCE = 5000

/** Whether a series is one that this writes: it is not learnt from again where Prometheus sends on what it was given. */
export function isForecast(labels: WrittenSeries['labels']): boolean {
  return labels.some(
    ([name, value]) =>
      name === 'ml_forecast' || (name === '__name__' && /:(predicted|actual|anomalous)$/.test(value)),
  )
}

/** What became of a write, in samples. */
export type WriteBackOutcome = 'written' | 'refused' | 'dropped'

/**
 * Writes what was forecast for each sample that came by remote write, at its own time, beside the series it belongs to:
 *
 *     load{host="a"}  →  load:predicted{host="a", ml_forecast="yhat" | "yhat_lower" | "yhat_upper"}
 *                        load:actual{host="a"}      the sample
 *                        load:anomalous{host="a"}   1 where it lay above the interval, −1 below, else 0
 *
 * These are the names of Grafana's own forecasts, so that its panels and alerts take them.
 */
export class WriteBack {
  readonly #url: string
  readonly #headers: Record<string, string>
  readonly #send: typeof fetch
  readonly #timer: NodeJS.Timeout
  readonly #count: (outcome: WriteBackOutcome, samples: number) => void
  #waiting: WrittenSeries[] = []
  #writing: Promise<void> | undefined

  constructor(options: WriteBackOptions, count: (outcome: WriteBackOutcome, samples: number) => void) {
    const { send = fetch, every = 5000 } = options
    const url = new URL(options.url)
    const { username, password } = url
    url.username = ''
    url.password = ''
    this.#url = url.href
    const user = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`)
    this.#headers = {
      'content-type': 'application/x-protobuf',
      'content-encoding': 'snappy',
      'x-prometheus-remote-write-version': '0.1.0',
      ...(username === '' ? {} : { authorization: `Basic ${user.toString('base64')}` }),
    }
    this.#send = send
    this.#count = count
    this.#timer = setInterval(() => void this.flush(), every).unref()
  }

  /** A round of a key. One whose name is no series is left out. @param timestamp milliseconds since 1970 */
  add(key: string, timestamp: number, { y, mean, lower, upper, covered }: Partial<RoundRecord>): void {
    const labels = labelsOf(key)
    if (!labels) return
    const put = (suffix: string, value: unknown, more: readonly (readonly [string, string])[] = []): void => {
      if (typeof value !== 'number') return
      const named = labels.map(([name, text]) =>
        name === '__name__' ? ([name, `${text}:${suffix}`] as const) : ([name, text] as const),
      )
      const sorted = [...named, ...more].sort(([a], [b]) => (a < b ? -1 : 1))
      this.#waiting.push({ labels: sorted, samples: [{ value, timestamp }] })
    }
    for (const [name, value] of Object.entries({ yhat: mean, yhat_lower: lower, yhat_upper: upper })) {
      put('predicted', value, [['ml_forecast', name]])
    }
    put('actual', y)
    if (typeof covered === 'boolean') put('anomalous', covered ? 0 : Number(y) < Number(lower) ? -1 : 1)
    if (this.#waiting.length <= WAITING) return
    const over = this.#waiting.length - WAITING
    this.#waiting.splice(0, over)
    this.#count('dropped', over)
  }

  /** Writes what waits, one request after the other, so that the samples of a series stay in order. */
  flush(): Promise<void> {
    this.#writing ??= this.#flush().finally(() => {
      this.#writing = undefined
    })
    return this.#writing
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush()
  }

  async #flush(): Promise<void> {
    while (this.#waiting.length > 0) {
      const some = this.#waiting.slice(0, AT_ONCE)
      const status = await this.#post(some)
      // It may be back later: 5xx and 429 are tried again with the next flush, what it refuses is not.
      if (status === undefined || status >= 500 || status === 429) return
      this.#waiting = this.#waiting.slice(some.length)
      this.#count(status < 400 ? 'written' : 'refused', some.length)
    }
  }

  async #post(series: readonly WrittenSeries[]): Promise<number | undefined> {
    try {
      const body = new Uint8Array(compress(writeWriteRequest(series)))
      return await post(this.#url, this.#headers, body, { send: this.#send })
    } catch {
      return undefined
    }
  }
}

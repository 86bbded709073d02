export interface Reply {
  readonly status: number
  readonly text: string
  readonly bytes: ArrayBuffer
  readonly etag: string | null
  /** How often it was sent. */
  readonly attempts: number
}

export interface ChaosSenderOptions {
  /** Where to send the next request: this worker, or any. */
  url(worker?: number): string
  /** Milliseconds after which a client gives up on an answer. */
  readonly patience: number
}

/** What went wrong on the way. */
export interface ChaosTraffic {
  /** Requests whose answers were lost: they were sent again while the first attempt was still under way. */
  cuts: number
  /** Requests that failed and were sent again. */
  retries: number
}

export const LINES = 'application/x-ndjson'
const NO_ANSWER = { status: 0, text: 'no answer', bytes: new ArrayBuffer(0), etag: null }
/** The share of requests whose answers are lost. */
const CUT = 0.03

/** Sends a request until it is answered, over a line that loses answers. */
export class ChaosSender {
  readonly #options: ChaosSenderOptions
  readonly #traffic: ChaosTraffic
  /** Attempts that were given up, and that a worker may still come to. */
  readonly #abandoned = new Set<Promise<unknown>>()
  /** The worker that is asked. Undefined: any. */
  worker: number | undefined
  /** Whether a request was never answered. */
  lost = false

  constructor(options: ChaosSenderOptions, traffic: ChaosTraffic) {
    this.#options = options
    this.#traffic = traffic
  }

  /** Waits for the attempts that were given up. */
  async settled(): Promise<void> {
    await Promise.all(this.#abandoned)
  }

  async send(
    method: string,
    path: string,
    body?: string | ArrayBuffer,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const start = performance.now()
    for (let attempts = 1; ; attempts++) {
      const cut = Math.random() < CUT
      const attempt = this.#attempt(path, { method, headers, ...(body === undefined ? {} : { body }) })
      const found = await Promise.race([attempt, pause(cut ? 20 * Math.random() : 5000)])
      if (found && found.status <= 500 && found.status !== 429) return { ...found, attempts }
      if (performance.now() - start > this.#options.patience) {
        this.lost = true
        return { ...(found ?? NO_ANSWER), attempts }
      }
      if (cut) this.#traffic.cuts++
      const abandoned: Promise<unknown> = attempt.finally(() => this.#abandoned.delete(abandoned))
      this.#abandoned.add(abandoned)
      this.#traffic.retries++
      await pause(cut ? 0 : 20 + 80 * Math.random())
    }
  }

  sendJson(
    method: string,
    path: string,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    return this.send(method, path, JSON.stringify(body), { 'content-type': 'application/json', ...headers })
  }

  /** Undefined if there was no answer. */
  async #attempt(path: string, init: RequestInit): Promise<Omit<Reply, 'attempts'> | undefined> {
    try {
      const signal = AbortSignal.timeout(this.#options.patience)
      const response = await fetch(this.#options.url(this.worker) + path, { ...init, signal })
      const bytes = await response.arrayBuffer()
      const text = new TextDecoder().decode(bytes)
      const lines = response.headers.get('content-type') === LINES
      const status = lines ? worst(text) : response.status
      return { status, text, bytes, etag: response.headers.get('etag') }
    } catch {
      return undefined
    }
  }
}

/** The largest status among the lines of a batch. */
function worst(text: string): number {
  const lines = text.trim().split('\n')
  return Math.max(...lines.map((line) => (JSON.parse(line) as { status: number }).status))
}

export function pause(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), milliseconds))
}

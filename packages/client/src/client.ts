import { type LiveOptions, live } from './live.ts'
import { ProblemError } from './problem.ts'
import type {
  BatchAnswer,
  BatchEvent,
  ColumnReasons,
  DryRun,
  Forecast,
  Input,
  KeptRound,
  KeyList,
  KeyView,
  LiveEvent,
  Model,
  Outcome,
  Path,
  Round,
  Waiting,
} from './types.ts'

export interface ClientOptions {
  /** Where the service is, such as http://localhost:8710. */
  readonly url: string
  readonly token?: string
  /** How often a request is sent again while the service is busy, going or away. @default 5 */
  readonly retries?: number
  /** @default fetch */
  readonly fetch?: typeof fetch
}

export interface EventOptions {
  /** The caller's own name for this event: a repeat gets the same answer. @default made up, once for all retries */
  readonly event?: string
}

export interface PredictOptions extends EventOptions {
  /** By which the outcome finds this forecast. @default it stays open under no name */
  readonly id?: string
}

const SECOND = 1000

/** A client of `credence serve`. A retry carries the event's name, so that nothing is learnt twice. */
export class Client {
  readonly #url: string
  readonly #token: string | undefined
  readonly #retries: number
  readonly #fetch: typeof fetch

  constructor({ url, token, retries = 5, fetch: send = fetch }: ClientOptions) {
    this.#url = url.replace(/\/$/, '')
    this.#token = token
    this.#retries = retries
    // Called bare, the browser's fetch refuses to work.
    this.#fetch = (...given) => send(...given)
  }

  async models(): Promise<readonly Model[]> {
    return (await this.#json<{ models: Model[] }>('GET', '/models')).models
  }

  /** Makes a model; another recipe becomes a version in the shadow of the first. */
  putModel(model: string, recipe: unknown): Promise<Model> {
    return this.#json('PUT', at(model), recipe)
  }

  deleteModel(model: string): Promise<void> {
    return this.#json('DELETE', at(model))
  }

  promote(model: string, version: number): Promise<Model> {
    return this.#json('POST', `${at(model)}/versions/${version}/promote`)
  }

  dropVersion(model: string, version: number): Promise<Model> {
    return this.#json('DELETE', `${at(model)}/versions/${version}`)
  }

  /** A forecast; with an id it stays open until its outcome comes. */
  predict(model: string, key: string, input: Input, options: PredictOptions = {}): Promise<Forecast> {
    return this.#predict(model, key, { input }, options)
  }

  /**
   * The next outcomes of a series that is fed by outcomes alone, each with an interval. With an id the path is judged as its
   * outcomes come, and the intervals of later paths learn from it.
   */
  path(model: string, key: string, ahead: number, options: PredictOptions = {}): Promise<Path> {
    return this.#predict(model, key, { ahead }, options)
  }

  /** An outcome: of the forecast with this id, or with its input. */
  learn(
    model: string,
    key: string,
    outcome: { readonly id: string; readonly y: Outcome } | { readonly input: Input; readonly y: Outcome },
    options: EventOptions = {},
  ): Promise<Round> {
    return this.#event(`${at(model, key)}/learn`, outcome, options)
  }

  /**
   * An outcome that follows the last, for models that forecast from outcomes alone.
   *
   * @param when must be later than that of the last; absent: when it comes
   */
  observe(
    model: string,
    key: string,
    y: number,
    when?: Date,
    options: EventOptions = {},
  ): Promise<Round | Waiting> {
    const body = when === undefined ? { y } : { y, at: when.toISOString() }
    return this.#event(`${at(model, key)}/observe`, body, options)
  }

  skip(model: string, key: string, id: string): Promise<void> {
    return this.#event(`${at(model, key)}/skip`, { id }, {})
  }

  keys(
    model: string,
    query: { search?: string; order?: 'key' | 'worst'; after?: string; limit?: number } = {},
  ): Promise<KeyList> {
    const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
    return this.#json(
      'GET',
      `${at(model)}/keys?${new URLSearchParams(given.map(([k, v]) => [k, String(v)]))}`,
    )
  }

  key(model: string, key: string): Promise<KeyView> {
    return this.#json('GET', at(model, key))
  }

  /** How much each column mattered to its last forecasts: worked out when it is asked for. */
  reasons(model: string, key: string): Promise<ColumnReasons> {
    return this.#json('GET', `${at(model, key)}/reasons`)
  }

  /** The rounds of a key that the service kept, oldest first; it keeps them where it was started with --history. */
  async history(
    model: string,
    key: string,
    span: { readonly from?: string; readonly to?: string; readonly last?: number } = {},
  ): Promise<readonly KeptRound[]> {
    const query = new URLSearchParams(Object.entries(span).map(([name, value]) => [name, String(value)]))
    const response = await this.#send('GET', `${at(model, key)}/history?${query}`, undefined, {})
    const lines = (await response.text()).split('\n').filter((line) => line !== '')
    return lines.map((line) => JSON.parse(line) as KeptRound)
  }

  /** Removes a key and all that is kept of it. */
  deleteKey(model: string, key: string): Promise<void> {
    return this.#json('DELETE', at(model, key))
  }

  /** Removes the keys that start so, or that were idle for so long, such as `90d`. */
  async deleteKeys(
    model: string,
    which: { readonly prefix: string } | { readonly idle: string },
  ): Promise<number> {
    const query = new URLSearchParams({ ...which })
    return (await this.#json<{ deleted: number }>('DELETE', `${at(model)}/keys?${query}`)).deleted
  }

  /** Takes note of the alerts of a key. */
  clearAlerts(model: string, key: string): Promise<void> {
    return this.#json('DELETE', `${at(model, key)}/alerts`)
  }

  /** What a key remembers, as bytes; `restore` goes on from them. */
  async save(model: string, key: string): Promise<Uint8Array> {
    const response = await this.#send('GET', `${at(model, key)}/state`, undefined, {})
    return new Uint8Array(await response.arrayBuffer())
  }

  async restore(model: string, key: string, saved: Uint8Array): Promise<void> {
    const headers = { 'content-type': 'application/octet-stream', 'idempotency-key': crypto.randomUUID() }
    await this.#send('PUT', `${at(model, key)}/state`, new Uint8Array(saved), headers)
  }

  /**
   * Many events at once; an answer for each, in order. An answer of 409 with the type `/problems/already-taken` is of an
   * event that an earlier attempt brought, and whose answer is not kept any more: it was learnt, once.
   *
   * @param options.event names the batch, and so every event in it that has neither a name nor an id
   */
  async events(batch: readonly BatchEvent[], options: EventOptions = {}): Promise<readonly BatchAnswer[]> {
    const body = batch.map((event) => JSON.stringify(event)).join('\n')
    const response = await this.#send('POST', '/events', body, {
      'content-type': 'application/x-ndjson',
      'idempotency-key': options.event ?? crypto.randomUUID(),
    })
    const lines = (await response.text()).split('\n').filter((line) => line !== '')
    return lines.map((line) => JSON.parse(line) as BatchAnswer)
  }

  /** Sends the events of a file, or of anything that can be iterated, in batches; yields the answers. */
  async *replay(
    events: AsyncIterable<BatchEvent> | Iterable<BatchEvent>,
    size: number = 500,
  ): AsyncGenerator<BatchAnswer, void, void> {
    let batch: BatchEvent[] = []
    for await (const event of events) {
      batch.push(event)
      if (batch.length < size) continue
      yield* await this.events(batch)
      batch = []
    }
    if (batch.length > 0) yield* await this.events(batch)
  }

  /** What happens, as it happens; after a break it goes on where it was, and nothing comes twice. */
  live(options: LiveOptions = {}): AsyncGenerator<LiveEvent, void, void> {
    return live(
      (path, init) => this.#fetch(this.#url + path, { ...init, headers: this.#headers(init.headers) }),
      options,
    )
  }

  /** Tries a recipe on rows, without keeping anything. */
  dryRun(recipe: unknown, rows: readonly Readonly<Record<string, unknown>>[]): Promise<DryRun> {
    return this.#json('POST', '/dry-run', { recipe, rows })
  }

  /** The JSON Schema of a recipe. */
  recipeSchema(): Promise<Record<string, unknown>> {
    return this.#json('GET', '/recipe-schema.json')
  }

  #predict<T>(model: string, key: string, asked: object, { id, ...options }: PredictOptions): Promise<T> {
    return this.#event(`${at(model, key)}/predict`, id === undefined ? asked : { ...asked, id }, options)
  }

  #event<T>(path: string, body: unknown, { event }: EventOptions): Promise<T> {
    const named = typeof body === 'object' && body !== null && ('id' in body || 'at' in body)
    const key = event ?? (named ? undefined : crypto.randomUUID())
    return this.#json('POST', path, body, key === undefined ? {} : { 'idempotency-key': key })
  }

  async #json<T>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<T> {
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
    const text = body === undefined ? undefined : JSON.stringify(body)
    const response = await this.#send(method, path, text, { ...type, ...headers })
    return (await response.json()) as T
  }

  async #send(
    method: string,
    path: string,
    body: string | Uint8Array<ArrayBuffer> | undefined,
    headers: Record<string, string>,
  ): Promise<Response> {
    for (let attempt = 0; ; attempt++) {
      const last = attempt >= this.#retries
      try {
        const init = { method, headers: this.#headers(headers), ...(body === undefined ? {} : { body }) }
        const response = await this.#fetch(this.#url + path, init)
        if (response.ok) return response
        const error = await ProblemError.of(response)
        // An earlier attempt has done it, and its answer was lost.
        if (method === 'DELETE' && attempt > 0 && response.status === 404) return Response.json({})
        if (last || (response.status !== 429 && response.status !== 503)) throw error
        await pause(Number(response.headers.get('retry-after') ?? 1) * SECOND)
      } catch (error) {
        if (last || error instanceof ProblemError) throw error
        await pause(Math.min(100 * 2 ** attempt, 5 * SECOND))
      }
    }
  }

  #headers(headers: RequestInit['headers']): Record<string, string> {
    const own: Record<string, string> =
      this.#token === undefined ? {} : { authorization: `Bearer ${this.#token}` }
    return { ...own, ...(headers as Record<string, string> | undefined) }
  }
}

function at(model: string, key?: string): string {
  const path = `/models/${encodeURIComponent(model)}`
  return key === undefined ? path : `${path}/keys/${encodeURIComponent(key)}`
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

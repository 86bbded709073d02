import type { ChaosEvent, ChaosStep } from './chaosScript.ts'

export interface ChaosReport {
  /** Steps answered. */
  answered: number
  /** Steps sent again although they had been answered: their answers must not differ. */
  repeats: number
  /** Steps sent again long after, when their answers are forgotten: they must not be taken twice. */
  lateRepeats: number
  /** Requests whose answers were lost: they were sent again while the first attempt was still under way. */
  cuts: number
  /** Keys that could not be read, were deleted and began anew. */
  healed: number
  /** Answers to a repeat that differ from the first. */
  readonly differing: string[]
  /** Answers that a client did not expect. */
  readonly wrong: string[]
  /** Requests that failed and were sent again. */
  retries: number
}

export interface ChaosClientsOptions {
  readonly script: ReadonlyMap<string, readonly ChaosStep[]>
  readonly model: string
  /** Where to send the next request: any worker. */
  url(): string
  /** Every so many steps are sent a second time. */
  readonly repeatEvery: number
  readonly clients: number
  /** Called after each answered step. */
  progress?(answered: number): void
}

interface Reply {
  readonly status: number
  readonly text: string
  readonly bytes: ArrayBuffer
  readonly etag: string | null
  /** How often it was sent. */
  readonly attempts: number
}

/** Steps after which a repeat is late: more than there are answers kept. */
const LATE = 80
/** The share of requests whose answers are lost. */
const CUT = 0.03

/** Runs the script: the steps of a key one after the other, keys beside each other, each step until it is answered. */
export async function runClients(options: ChaosClientsOptions): Promise<ChaosReport> {
  const { script, clients } = options
  const report: ChaosReport = {
    answered: 0,
    repeats: 0,
    lateRepeats: 0,
    cuts: 0,
    healed: 0,
    differing: [],
    wrong: [],
    retries: 0,
  }
  const queue = [...script]
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      await new KeyClient(options, report, next[0]).run(next[1])
    }
  }
  await Promise.all(Array.from({ length: clients }, work))
  return report
}

/** The client of one key. */
class KeyClient {
  readonly #options: ChaosClientsOptions
  readonly #report: ChaosReport
  readonly #key: string
  #saved = new ArrayBuffer(0)
  /** Where the present life of the key began in the script. */
  #born = 0
  #restores = 0
  /** Where the key was when it was deleted last; null once that was tried again, too late. */
  #deletedAt: string | null = null
  /** Attempts that were given up, and that a worker may still come to. */
  readonly #abandoned = new Set<Promise<unknown>>()

  constructor(options: ChaosClientsOptions, report: ChaosReport, key: string) {
    this.#options = options
    this.#report = report
    this.#key = key
  }

  async run(steps: readonly ChaosStep[]): Promise<void> {
    const report = this.#report
    const { repeatEvery, progress } = this.#options
    for (let i = 0; i < steps.length; i++) {
      const step = steps[i] as ChaosStep
      const first = await this.#do(step)
      if (first.status === 500 && first.text.includes('cannot be read')) {
        // What its operator would do.
        report.healed++
        await this.#do({ op: 'delete' })
        this.#born = 0
        i = -1
        continue
      }
      // An earlier attempt has deleted it, and its answer was lost.
      const gone = step.op === 'delete' && first.status === 404 && first.attempts > 1
      if (first.status !== 200 && !gone) this.#wrong(step, first)
      if (step.op === 'save') this.#saved = first.bytes
      if (step.op === 'delete' || step.op === 'restore') this.#born = i + 1
      report.answered++
      progress?.(report.answered)
      if (isEvent(step) && report.answered % repeatEvery === 0) {
        report.repeats++
        const second = await this.#do(step)
        if (second.text !== first.text && second.status !== 500) report.differing.push(this.#name(step))
      }
      if (isEvent(step)) await this.#deleteLate()
      if (report.answered % Math.ceil(repeatEvery / 3) === 1)
        await this.#repeatLate(steps[i - LATE], i - LATE)
    }
  }

  async #repeatLate(step: ChaosStep | undefined, at: number): Promise<void> {
    if (!step || !isEvent(step) || at < this.#born) return
    this.#report.lateRepeats++
    const { status, text } = await this.#do(step)
    const taken = status === 409 && text.includes('already-taken')
    if (!taken && status !== 500) this.#wrong(step, { status, text })
  }

  /** A delete that comes again when the next life of the key has begun: it names where the key was. */
  async #deleteLate(): Promise<void> {
    const etag = this.#deletedAt
    if (etag === null) return
    this.#deletedAt = null
    const { status, text } = await this.#send('DELETE', this.#at, undefined, { 'if-match': etag })
    if (status !== 412) this.#wrong({ op: 'delete' }, { status, text })
  }

  #wrong(step: ChaosStep, { status, text }: Pick<Reply, 'status' | 'text'>): void {
    this.#report.wrong.push(`${this.#name(step)}: ${status} ${text}`)
  }

  #name(step: ChaosStep): string {
    return `${this.#key} ${step.op} ${isEvent(step) ? nameOf(step) : ''}`
  }

  async #do(step: ChaosStep): Promise<Reply> {
    // Whoever begins anew waits for what is under way: else an old attempt could be the first of the new life.
    if (step.op === 'delete' || step.op === 'restore') await Promise.all(this.#abandoned)
    const at = this.#at
    if (step.op === 'delete') return this.#delete()
    if (step.op === 'save') return this.#send('GET', `${at}/state`)
    if (step.op === 'restore') {
      const headers = {
        'content-type': 'application/octet-stream',
        'idempotency-key': `restore ${this.#restores++}`,
      }
      return this.#send('PUT', `${at}/state`, this.#saved, headers)
    }
    const json = { 'content-type': 'application/json' }
    if (step.op === 'teach') {
      const { name, input, y } = step
      const named = { ...json, 'idempotency-key': name }
      return this.#send('POST', `${at}/learn`, JSON.stringify({ input, y }), named)
    }
    const { op, ...body } = step
    return this.#send('POST', `${at}/${op}`, JSON.stringify(body), json)
  }

  get #at(): string {
    return `/models/${this.#options.model}/keys/${encodeURIComponent(this.#key)}`
  }

  /** If-Match, so that an attempt which comes late does not delete what came after it. */
  async #delete(): Promise<Reply> {
    for (let earlier = 0; ; ) {
      const { etag } = await this.#send('GET', `${this.#at}/state`)
      const reply = await this.#send('DELETE', this.#at, undefined, etag ? { 'if-match': etag } : {})
      // A key that cannot be read has no ETag: an attempt that was given up would delete its next life.
      if (!etag) await Promise.all(this.#abandoned)
      const attempts = earlier + reply.attempts
      if (reply.status === 200) this.#deletedAt = etag
      if (reply.status !== 412) return { ...reply, attempts }
      // An earlier attempt has deleted it, or somebody has damaged it since it was looked at: look again.
      earlier = attempts
    }
  }

  async #send(
    method: string,
    path: string,
    body?: string | ArrayBuffer,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    for (let attempts = 1; ; attempts++) {
      const cut = Math.random() < CUT
      const attempt = this.#attempt(method, path, body, headers)
      const found = await Promise.race([attempt, pause(cut ? 20 * Math.random() : 5000)])
      if (found && found.status <= 500 && found.status !== 429) return { ...found, attempts }
      if (cut) this.#report.cuts++
      const abandoned: Promise<unknown> = attempt.finally(() => this.#abandoned.delete(abandoned))
      this.#abandoned.add(abandoned)
      this.#report.retries++
      await pause(cut ? 0 : 20 + 80 * Math.random())
    }
  }

  /** Undefined if there was no answer. */
  async #attempt(
    method: string,
    path: string,
    body: string | ArrayBuffer | undefined,
    headers: Record<string, string>,
  ): Promise<Omit<Reply, 'attempts'> | undefined> {
    try {
      const response = await fetch(this.#options.url() + path, {
        method,
        headers,
        ...(body === undefined ? {} : { body }),
      })
      const bytes = await response.arrayBuffer()
      const { status } = response
      const text = method === 'GET' && status === 200 ? '' : new TextDecoder().decode(bytes)
      return { status, text, bytes, etag: response.headers.get('etag') }
    } catch {
      return undefined
    }
  }
}

function pause(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), milliseconds))
}

function isEvent(step: ChaosStep): step is ChaosEvent {
  return step.op !== 'delete' && step.op !== 'save' && step.op !== 'restore'
}

export function nameOf(event: ChaosEvent): string {
  return event.op === 'teach' ? event.name : `${event.op}/${event.id}`
}

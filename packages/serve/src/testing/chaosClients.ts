import { type ChaosEvent, type ChaosStep, eventOf, nameOf } from './chaosScript.ts'
import { ChaosSender, type ChaosSenderOptions, type ChaosTraffic, LINES, type Reply } from './chaosSender.ts'

export interface ChaosReport extends ChaosTraffic {
  /** Steps answered. */
  answered: number
  /** Steps sent again although they had been answered: their answers must not differ. */
  repeats: number
  /** Steps sent again long after, when their answers are forgotten: they must not be taken twice. */
  lateRepeats: number
  /** Keys that could not be read, were deleted and began anew. */
  healed: number
  /** Times a key was put back while an event of it was under way: taken before it, or refused after it. */
  contended: number
  /** Events that belong nowhere. */
  strays: number
  /** Answers to a repeat that differ from the first. */
  readonly differing: string[]
  /** Answers that a client did not expect. */
  readonly wrong: string[]
  /** What the events of each key were answered, by their names; of those that came again, the last time. */
  readonly answers: ReadonlyMap<string, ReadonlyMap<string, string>>
}

export interface ChaosClientsOptions extends ChaosSenderOptions {
  readonly script: ReadonlyMap<string, readonly ChaosStep[]>
  readonly model: string
  /** Every so many steps are sent a second time. */
  readonly repeatEvery: number
  readonly clients: number
  /** Called after each answered step. */
  progress?(answered: number): void
}

/** Steps after which a repeat is late: more than there are answers kept. */
const LATE = 80

/** Runs the script: the steps of a key one after the other, keys beside each other, each step until it is answered. */
export async function runClients(options: ChaosClientsOptions): Promise<ChaosReport> {
  const { script, clients } = options
  const answers = new Map<string, ReadonlyMap<string, string>>()
  const report: ChaosReport = {
    answered: 0,
    repeats: 0,
    lateRepeats: 0,
    cuts: 0,
    healed: 0,
    contended: 0,
    strays: 0,
    differing: [],
    wrong: [],
    retries: 0,
    answers,
  }
  const queue = [...script]
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const client = new KeyClient(options, report, next[0])
      answers.set(next[0], client.answers)
      await client.run(next[1])
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
  readonly #sender: ChaosSender
  /** By the names of the events. */
  readonly answers = new Map<string, string>()

  constructor(options: ChaosClientsOptions, report: ChaosReport, key: string) {
    this.#options = options
    this.#report = report
    this.#key = key
    this.#sender = new ChaosSender(options, report)
  }

  async run(steps: readonly ChaosStep[]): Promise<void> {
    const report = this.#report
    const { repeatEvery, progress } = this.#options
    for (let i = 0; i < steps.length && !this.#sender.lost; i++) {
      const step = steps[i] as ChaosStep
      if (step.op === 'turn') {
        this.#sender.worker = step.to
        continue
      }
      const event = eventOf(step)
      const first = step.op === 'contend' ? await this.#contend(step.event, i) : await this.#do(step)
      if (first.status === 500 && first.text.includes('cannot be read')) {
        // What its operator would do.
        report.healed++
        await this.#do({ op: 'delete' })
        this.#born = 0
        this.#sender.worker = undefined
        i = -1
        continue
      }
      // An earlier attempt has deleted it, and its answer was lost.
      const gone = step.op === 'delete' && first.status === 404 && first.attempts > 1
      const due = step.op === 'stray' ? 404 : 200
      if (first.status !== due && !gone) this.#wrong(step, first)
      if (event) this.answers.set(nameOf(event), first.text)
      if (step.op === 'save') this.#saved = first.bytes
      if (step.op === 'delete' || step.op === 'restore') this.#born = i + 1
      report.answered++
      progress?.(report.answered)
      if (event && report.answered % repeatEvery === 0) {
        report.repeats++
        const second = await this.#do(event)
        if (second.text !== first.text && second.status !== 500) report.differing.push(this.#name(step))
      }
      if (event) await this.#deleteLate()
      if (report.answered % Math.ceil(repeatEvery / 3) === 1)
        await this.#repeatLate(steps[i - LATE], i - LATE)
    }
  }

  async #repeatLate(step: ChaosStep | undefined, at: number): Promise<void> {
    const event = step && eventOf(step)
    if (!event || at < this.#born) return
    this.#report.lateRepeats++
    const { status, text } = await this.#do(event)
    const taken = status === 409 && text.includes('already-taken')
    if (!taken && status !== 500) this.#wrong(event, { status, text })
  }

  /** A delete that comes again when the next life of the key has begun: it names where the key was. */
  async #deleteLate(): Promise<void> {
    const etag = this.#deletedAt
    if (etag === null) return
    this.#deletedAt = null
    const { status, text } = await this.#sender.send('DELETE', this.#at, undefined, { 'if-match': etag })
    if (status !== 412) this.#wrong({ op: 'delete' }, { status, text })
  }

  #wrong(step: ChaosStep, { status, text }: Pick<Reply, 'status' | 'text'>): void {
    this.#report.wrong.push(`${this.#name(step)}: ${status} ${text}`)
  }

  #name(step: ChaosStep): string {
    const event = eventOf(step)
    return `${this.#key} ${step.op} ${event ? nameOf(event) : ''}`
  }

  /** What was acknowledged is never put back: the save is taken first, or refused. */
  async #contend(event: ChaosEvent, at: number): Promise<Reply> {
    await this.#sender.settled()
    const { status, etag, bytes } = await this.#sender.send('GET', `${this.#at}/state`)
    if (status !== 200 || etag === null) return this.#do(event)
    this.#report.contended++
    const [reply, put] = await Promise.all([this.#do(event), this.#restore(bytes, { 'if-match': etag })])
    if (put.status === 200) this.#born = at
    else if (put.status !== 412 && put.status !== 500) this.#wrong({ op: 'restore' }, put)
    return reply
  }

  #restore(bytes: ArrayBuffer, match: Record<string, string> = {}): Promise<Reply> {
    const headers = { 'content-type': 'application/octet-stream', ...match }
    const named = { ...headers, 'idempotency-key': `restore ${this.#restores++}` }
    return this.#sender.send('PUT', `${this.#at}/state`, bytes, named)
  }

  #teach({ name, rows }: ChaosEvent & { readonly op: 'teach' }): Promise<Reply> {
    const named = { 'idempotency-key': name }
    if (rows.length === 1) return this.#sender.sendJson('POST', `${this.#at}/learn`, rows[0], named)
    const { model } = this.#options
    const lines = rows.map((row) => JSON.stringify({ model, key: this.#key, op: 'learn', ...row }))
    return this.#sender.send('POST', '/events', lines.join('\n'), { ...named, 'content-type': LINES })
  }

  async #do(step: Exclude<ChaosStep, { op: 'turn' }>): Promise<Reply> {
    // Before it begins anew it waits for what is under way: else an old attempt could be the first of the new life.
    if (step.op === 'delete' || step.op === 'restore') await this.#sender.settled()
    const at = this.#at
    if (step.op === 'delete') return this.#delete()
    if (step.op === 'save') return this.#sender.send('GET', `${at}/state`)
    if (step.op === 'restore') return this.#restore(this.#saved)
    if (step.op === 'contend') return this.#do(step.event)
    if (step.op === 'teach') return this.#teach(step)
    if (step.op === 'stray') {
      this.#report.strays++
      return this.#sender.sendJson('POST', `${at}%20stray/learn`, { id: 'unknown', y: 1 })
    }
    const { op, ...body } = step
    return this.#sender.sendJson('POST', `${at}/${op}`, body)
  }

  get #at(): string {
    return `/models/${this.#options.model}/keys/${encodeURIComponent(this.#key)}`
  }

  /** If-Match, so that an attempt which comes late does not delete what came after it. */
  async #delete(): Promise<Reply> {
    for (let earlier = 0; ; ) {
      const { etag } = await this.#sender.send('GET', `${this.#at}/state`)
      const reply = await this.#sender.send('DELETE', this.#at, undefined, etag ? { 'if-match': etag } : {})
      // A key that cannot be read has no ETag: an attempt that was given up would delete its next life.
      if (!etag) await this.#sender.settled()
      const attempts = earlier + reply.attempts
      if (reply.status === 200) this.#deletedAt = etag
      if (reply.status !== 412) return { ...reply, attempts }
      // An earlier attempt has deleted it, or it was damaged since it was looked at: look again.
      earlier = attempts
    }
  }
}

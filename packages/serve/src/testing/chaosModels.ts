import { ChaosSender, type ChaosSenderOptions, type ChaosTraffic, pause, type Reply } from './chaosSender.ts'

/** A model of its own: it is changed while the others learn. */
const MODEL = '/models/passing'
const KEYS = ['one', 'two', 'three']
/** Promotions in one life of the model. */
const PROMOTIONS = 8
/** Milliseconds between two changes, at most. */
const REST = 3000

export interface ChaosModelReport extends ChaosTraffic {
  /** Changes of a model whose keys learnt meanwhile. */
  changes: number
  readonly wrong: string[]
}

export interface ChaosModelsOptions extends Pick<ChaosSenderOptions, 'patience'> {
  /** Where the model is changed: any worker. */
  url(): string
  /** Where its keys learn: a worker that is asked for nothing else, and so hears of a change only by itself. */
  quiet(): string
  /** Two versions: each answers in its turn. */
  readonly recipes: readonly [unknown, unknown]
  readonly input: unknown
}

const QUIET = 1

/**
 * Changes a model through one worker, and at once asks another: a version that was promoted answers everywhere, and nothing
 * is taken for a model that was deleted.
 */
export class ModelClient {
  readonly #options: ChaosModelsOptions
  readonly #report: ChaosModelReport
  readonly #sender: ChaosSender
  #live = 0
  #shadow = 0
  /** Outcomes of each key in this life of the model. */
  #taught = 0

  constructor(options: ChaosModelsOptions, report: ChaosModelReport) {
    this.#options = options
    this.#report = report
    const { patience } = options
    const url = (worker?: number): string => (worker === QUIET ? options.quiet() : options.url())
    this.#sender = new ChaosSender({ url, patience }, report)
  }

  async run(isOver: () => boolean): Promise<void> {
    while (!isOver() && !this.#sender.lost) {
      await this.#make()
      for (let i = 0; i < PROMOTIONS && !isOver(); i++) {
        await pause(REST * Math.random())
        await this.#promote()
      }
      await this.#end()
    }
  }

  async #make(): Promise<void> {
    const [live, shadow] = this.#options.recipes
    await this.#change(() => this.#sender.sendJson('PUT', MODEL, live))
    const { text } = await this.#change(() => this.#sender.sendJson('PUT', MODEL, shadow))
    const model = JSON.parse(text) as { live: number; shadows: number[] }
    this.#live = model.live
    this.#shadow = model.shadows[0] as number
    this.#taught = 0
    await this.#teach()
  }

  async #promote(): Promise<void> {
    // Again after a lost answer: it is the one that answers.
    await this.#change(() => this.#sender.send('POST', `${MODEL}/versions/${this.#shadow}/promote`), 409)
    ;[this.#live, this.#shadow] = [this.#shadow, this.#live]
    await this.#teach()
  }

  async #end(): Promise<void> {
    const views = await this.#ofKeys((at) => this.#sender.send('GET', at))
    for (const view of views) this.#expect('rounds', view, { rounds: this.#taught })
    await this.#change(() => this.#sender.send('DELETE', MODEL), 404)
    const late = await this.#ofKeys((at) => this.#learn(at))
    for (const reply of late) this.#expect('an event without a model', reply, { status: 404 })
    await this.#sender.settled()
  }

  /** @param again what may be answered if an earlier attempt did it, and its answer was lost */
  async #change(send: () => Promise<Reply>, again?: number): Promise<Reply> {
    await this.#sender.settled()
    this.#sender.worker = undefined
    this.#report.changes++
    const reply = await send()
    if (reply.status >= 400 && !(reply.status === again && reply.attempts > 1)) this.#wrong('change', reply)
    this.#sender.worker = QUIET
    return reply
  }

  async #teach(): Promise<void> {
    this.#taught++
    for (const reply of await this.#ofKeys((at) => this.#learn(at))) {
      this.#expect('version', reply, { version: this.#live })
    }
  }

  #learn(at: string): Promise<Reply> {
    const { input } = this.#options
    const name = `${this.#report.changes}`
    return this.#sender.sendJson('POST', `${at}/learn`, { input, y: 1 }, { 'idempotency-key': name })
  }

  #ofKeys(send: (at: string) => Promise<Reply>): Promise<Reply[]> {
    return Promise.all(KEYS.map((key) => send(`${MODEL}/keys/${key}`)))
  }

  #expect(what: string, reply: Reply, due: Record<string, number>): void {
    const found = JSON.parse(reply.text) as Record<string, unknown>
    for (const [name, value] of Object.entries(due)) if (found[name] !== value) this.#wrong(what, reply)
  }

  #wrong(what: string, { status, text }: Reply): void {
    this.#report.wrong.push(`${MODEL} ${what}: ${status} ${text} at ${this.#taught}, live ${this.#live}`)
  }
}

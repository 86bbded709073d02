import { randomUUID } from 'node:crypto'
import type { ForecastRecord, Round, RoundRecord } from '@credence/client'
import { type Answer, answer } from '../base/fold.ts'
import { type Journal, Unavailable } from '../base/journal.ts'
import type { Absorbed, KeyedEvent } from '../keyed/entry.ts'
import { Keyed, type KeyedOptions } from '../keyed/keyed.ts'
import { type Outcome, Stale } from '../keyed/task.ts'
import type { SeriesEvent, Stamp } from '../learning/events.ts'
import type { Trouble } from '../learning/health.ts'
import { pathAhead } from '../learning/paths.ts'
import { refusal, seriesFold } from '../learning/seriesFold.ts'
import type { SeriesState } from '../learning/seriesState.ts'
import { type BuildModel, keyOf, modelOfKey, Registry, streamOf } from '../models/registry.ts'
import type { ModelRecord } from '../models/registryFold.ts'
import { BUDGET, type Budget, expectAffordable, type Trials, trialsBy } from '../models/trials.ts'
import { Explainer } from './explainer.ts'
import { Hub } from './hub.ts'
import { Metrics } from './metrics.ts'
import { Probe } from './probe.ts'
import { Removal } from './removal.ts'
import { Room } from './room.ts'
import { type KeyQuery, type KeyView, keyView, type ListedKey, type NotedAlert } from './views.ts'

export interface ServiceOptions extends Omit<KeyedOptions, 'watch' | 'admit'> {
  /** Where recipes are tried. @default in this thread */
  readonly trials?: Trials
  /** What a recipe may take. @default 50 ms a round, 32 MB a key */
  readonly budget?: Budget
  /** Keys that may exist, over all models. @default 2000000 */
  readonly keys?: number
  /** Bytes of the database above which no new key is taken. @default any */
  readonly diskQuota?: number
}

/** The whole of the service without HTTP: models, keys, who watches. */
export class Service {
  readonly journal: Journal
  readonly registry: Registry
  readonly trials: Trials
  readonly keyed: Keyed<SeriesState>
  readonly hub: Hub = new Hub(randomUUID().slice(0, 8))
  readonly metrics: Metrics = new Metrics()
  readonly removal: Removal
  readonly explainer: Explainer
  /** Called when a key has a new alert; absent: it is not told. */
  alerted: ((stream: string) => void) | undefined
  /** Called with each round of a series that is fed by outcomes, and the time of its outcome. */
  observed: ((stream: string, at: number, round: Partial<RoundRecord>) => void) | undefined
  /** Called when a key cannot be read. */
  broken: ((stream: string, error: Error) => void) | undefined
  /** How much the database holds, and may hold. */
  readonly room: Room
  readonly #probe: Probe

  private constructor(journal: Journal, build: BuildModel, options: ServiceOptions) {
    const { keys, diskQuota, trials = trialsBy(build), budget = BUDGET, ...keyedOptions } = options
    this.room = new Room(journal, keys, diskQuota)
    if (diskQuota !== undefined) this.metrics.quota.set(diskQuota)
    this.journal = journal
    this.trials = trials
    this.registry = new Registry(journal, build, async (recipe) =>
      expectAffordable(await trials.weigh(recipe), budget),
    )
    const { metrics } = this
    this.removal = new Removal(this)
    this.#probe = new Probe(journal)
    this.keyed = new Keyed(seriesFold(this.registry), journal, {
      ...keyedOptions,
      admit: () => this.room.admit(),
      stamp: (stream) => this.#stamp(this.registry.ofStream(stream)),
      guard: () => this.registry.position(),
      watch: {
        committed: (events, seconds) => {
          this.#probe.wrote()
          metrics.committed.observe(seconds)
          metrics.batch.observe(events)
        },
        fenced: () => metrics.fenced.inc(),
        activated(count, seconds) {
          metrics.activated.inc(count)
          metrics.activation.observe(seconds)
        },
        repeated: () => metrics.repeated.inc(),
        applied: (event, given) => this.#tell(event.key, event.body as SeriesEvent, given),
        broken: (stream, error) => {
          metrics.broken.inc({ model: modelOfKey(stream) })
          this.broken?.(stream, error)
        },
        counted: (change) => this.room.note(change),
      },
    })
    this.explainer = new Explainer(this.keyed)
  }

  static async open(journal: Journal, build: BuildModel, options: ServiceOptions = {}): Promise<Service> {
    const service = new Service(journal, build, options)
    await service.registry.refresh()
    await service.room.look()
    void service.removal.sweep().catch(() => {})
    return service
  }

  /** Writes an event of a key, and answers it. */
  submit(
    model: ModelRecord,
    key: string,
    event: SeriesEvent,
    id: string,
    conditions: Pick<KeyedEvent, 'match' | 'admit' | 'committed'> = {},
  ): Promise<Outcome> {
    const fresh = event.op === 'restore'
    return this.current(model, (current) =>
      this.keyed.submit({
        key: streamOf(current, key),
        id,
        body: event,
        ...(fresh ? { fresh } : {}),
        ...conditions,
      }),
    )
  }

  /** Again with the model as it is now, if it was changed while this was under way. */
  async current<T>(model: ModelRecord, work: (current: ModelRecord) => Promise<T>): Promise<T> {
    let current: ModelRecord | undefined = model
    for (let tries = 0; current; tries++) {
      try {
        return await work(current)
      } catch (error) {
        if (!(error instanceof Stale) || tries > 20) throw error
        await this.registry.refresh()
        current = this.registry.get(model.name)
      }
    }
    throw new NoModel(model.name)
  }

  /** A forecast without an id: nothing is written. */
  async forecast(model: ModelRecord, key: string, input: unknown): Promise<Answer> {
    const { series } = this.registry.model(model.name, model.live)
    return this.keyed.read(streamOf(model, key), ({ state }) => {
      const own = state.versions.get(model.live)
      try {
        const record: ForecastRecord = (own?.series ?? series.begin()).predict(input)
        return answer(200, { version: model.live, round: own?.health.rounds ?? 0, ...record })
      } catch (error) {
        return refusal(error)
      }
    })
  }

  /** The next outcomes of a series that is fed by outcomes alone: nothing is written. */
  async path(model: ModelRecord, key: string, ahead: number): Promise<Answer> {
    const { coverage, series } = this.registry.model(model.name, model.live)
    return this.keyed.read(streamOf(model, key), ({ state }) => {
      const own = state.versions.get(model.live)
      try {
        const path = pathAhead(own?.series ?? series.begin(), state, own?.paths ?? null, ahead, coverage)
        return answer(200, { version: model.live, round: own?.health.rounds ?? 0, path })
      } catch (error) {
        return refusal(error)
      }
    })
  }

  /** What is known of a key, or undefined if it was never seen. */
  async view(model: ModelRecord, key: string): Promise<KeyView | undefined> {
    const { coverage: target } = this.registry.model(model.name, model.live)
    return this.keyed.read(streamOf(model, key), (entry) => keyView(model, key, target, entry))
  }

  async list(model: ModelRecord, query: KeyQuery): Promise<ListedKey[]> {
    const { search, order, after, limit } = query
    const prefix = streamOf(model, '')
    const listed = this.journal.list({
      prefix,
      by: order === 'worst' ? 'mark' : 'key',
      limit,
      ...(order === 'worst' ? { least: 1e-9 } : {}),
      ...(search ? { contains: search } : {}),
      ...(after ? { after: { key: prefix + after.key, mark: after.mark } } : {}),
    })
    const rows = await listed.catch((error: unknown) => {
      throw new Unavailable(error)
    })
    return rows.map((row) => ({ key: keyOf(row.key), events: row.head, trouble: row.mark }))
  }

  /** The alerts that are not noted yet, over these models, the latest first. */
  async alerts(models: readonly ModelRecord[], limit: number): Promise<NotedAlert[]> {
    const found: NotedAlert[] = []
    for (const model of models) {
      const rows = await this.list(model, { order: 'worst', limit })
      const views = await Promise.all(rows.map(({ key }) => this.view(model, key).catch(() => undefined)))
      for (const view of views) {
        const { key, alerts = [] } = view ?? { key: '' }
        for (const alert of alerts) found.push({ model: model.name, key, ...alert })
      }
    }
    return found.sort((a, b) => b.at - a.at).slice(0, limit)
  }

  /** @param deadline as `performance.now()` says it: a database that does not answer is not waited for. @default none */
  async close(deadline?: number): Promise<void> {
    this.room.stop()
    if (!this.keyed.draining) await this.keyed.drain(deadline)
    await this.registry.close(deadline)
    await this.journal.close()
  }

  #stamp({ live, shadows }: ModelRecord): Stamp {
    return {
      m: this.registry.seq,
      v: [live, ...shadows],
      t: Date.now(),
      ...(this.alerted ? { w: true } : {}),
    }
  }

  /** Resolves if events can be written now. */
  ready(): Promise<void> {
    return this.#probe.ready()
  }

  #tell(stream: string, event: SeriesEvent, { status, body, seq, record }: Absorbed): void {
    const model = modelOfKey(stream)
    const { op } = event
    this.metrics.answered(model, op, status)
    if (status >= 400) return
    if (record && (op === 'learn' || op === 'observe')) this.#measure(stream, record)
    if (record && op === 'observe' && event.at !== undefined) this.observed?.(stream, event.at, record)
    if (!/-alerts?$/.test(op)) this.hub.tell({ model, key: keyOf(stream), seq, op, body })
  }

  #measure(stream: string, round: Partial<Told>): void {
    const { metrics } = this
    const model = modelOfKey(stream)
    const { loss, covered, lower, upper, version } = round
    // The first outcomes of a series are no rounds yet.
    if (typeof loss !== 'number') return
    const { troubles = [] } = round
    for (const { kind } of troubles) metrics.alerts.inc({ model, kind })
    if (troubles.length > 0 || round.ended) this.alerted?.(stream)
    const of = metrics.of(model)
    of.rounds++
    // A counter cannot fall, and could not rise above ∞.
    if (Number.isFinite(of.loss + loss)) of.loss += Math.max(0, loss)
    if (typeof covered !== 'boolean') return
    of.intervals++
    if (covered) of.covered++
    const width = (upper as number) - (lower as number)
    if (width >= 0 && width < Infinity) of.width += width
    of.target = this.registry.model(model, version as number).coverage
  }
}

/** A round with what it changed. */
interface Told extends Round {
  readonly troubles: readonly Trouble[]
  readonly ended: boolean
}

/** A model that is not there any more. */
export class NoModel extends Error {
  override readonly name = 'NoModel'

  constructor(model: string) {
    super(`there is no model ${model}`)
  }
}

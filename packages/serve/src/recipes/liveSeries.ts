import { ArgumentError, type Lateness, Learner, type Model, readSave, writeSave } from 'credence'
import { approximateBytes } from '../keyed/approximateBytes.ts'
import { digest } from '../keyed/remembered.ts'
import type {
  ForecastRecord,
  Past,
  PathStep,
  RoundRecord,
  Series,
  SeriesModel,
  SeriesView,
} from '../learning/series.ts'

/** Forecasts of a key that may wait for their outcome; the oldest expires. */
const OPEN_ROUNDS = 256

/** A model as requests see it: what it reads, and how it answers. */
export interface Served<Input, Answer, Round, State> {
  readonly model: Model<Input, Answer, Round, State>
  readonly past: Past
  /** @throws {ArgumentError} if the model cannot read it */
  read(input: unknown): Input
  /** The outcome as the model takes it. @throws {ArgumentError} if it cannot */
  outcome(y: unknown): number
  forecast(answer: Answer): ForecastRecord
  round(round: Round): RoundRecord
  /** The joint forecast of the next outcomes. @default the model forecasts one row at a time */
  path?(state: State, ahead: number): readonly PathStep[]
  view(state: State): Pick<SeriesView, 'weights' | 'ledger' | 'coverage'>
}

/** Any model of the library as a series of each key: forecasts may wait for their outcome, which scores them as they were issued. */
export function liveSeries<Input, Answer, Round, State>(
  served: Served<Input, Answer, Round, State>,
): SeriesModel {
  const fingerprint = digest(JSON.stringify(served.model.description))
  return {
    checkInput: (input) => void served.read(input),
    checkOutcome: (y) => void served.outcome(y),
    begin: (saved) => new LiveSeries(served, fingerprint, saved),
  }
}

class LiveSeries<Input, Answer, Round, State> implements Series {
  readonly #served: Served<Input, Answer, Round, State>
  readonly #fingerprint: number
  readonly #stream: Stream<Input, Answer, Round, State>

  constructor(served: Served<Input, Answer, Round, State>, fingerprint: number, saved?: Uint8Array) {
    this.#served = served
    this.#fingerprint = fingerprint
    this.#stream = new Stream(served.model, fingerprint)
    if (saved) this.#stream.goOnFrom(saved)
  }

  predict(input: unknown, id?: string): ForecastRecord {
    const answer = this.#stream.predict(this.#served.read(input), id === undefined ? {} : { id })
    return this.#served.forecast(answer)
  }

  learn(input: unknown, y: unknown): RoundRecord {
    const { read, outcome, round } = this.#served
    return round(this.#stream.learn(read(input), outcome(y)))
  }

  settle(id: string, y: unknown): RoundRecord {
    const { outcome, round } = this.#served
    return round(this.#stream.learn({ id, y: outcome(y) }))
  }

  skip(id: string): void {
    this.#stream.skip(id)
  }

  path(ahead: number): readonly PathStep[] | null {
    return this.#served.path?.(this.#stream.state, ahead) ?? null
  }

  fork(): Series {
    return new LiveSeries(this.#served, this.#fingerprint, this.save())
  }

  get past(): Past {
    return this.#served.past
  }

  save(): Uint8Array {
    return this.#stream.bytes()
  }

  size(): number {
    return this.#stream.size()
  }

  view(): SeriesView {
    const { round, lateness, state } = this.#stream
    return { rounds: round, lateness: lateness satisfies Lateness, ...this.#served.view(state) }
  }
}

/** A learner whose save names its model by a number: its description would be most of a small save. */
class Stream<Input, Answer, Round, State> extends Learner<Input, Answer, Round, State> {
  readonly #fingerprint: number

  constructor(model: Model<Input, Answer, Round, State>, fingerprint: number) {
    super(model, { openRounds: OPEN_ROUNDS })
    this.#fingerprint = fingerprint
  }

  size(): number {
    return approximateBytes(this.stream)
  }

  bytes(): Uint8Array {
    return writeSave({ description: this.#fingerprint, state: this.stream })
  }

  goOnFrom(bytes: Uint8Array): void {
    const { description, state } = readSave(bytes)
    if (description !== this.#fingerprint)
      throw new ArgumentError('the save is of another model', 'other-save')
    this.stream = this.live.accept(state)
  }
}

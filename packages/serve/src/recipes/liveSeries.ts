import type { ForecastRecord, PathStep, RoundRecord } from '@credence/client'
import { type Lateness, type Learner, live, type Model } from 'credence'
import type { Explaining } from 'credence/auto'
import { approximateBytes } from 'credence/kinds'
import type { Past, Series, SeriesModel, SeriesView } from '../learning/series.ts'

/** Forecasts of a key that may wait for their outcome; the oldest expires. */
const OPEN_ROUNDS = 256

/** A model as requests see it: what it reads, and how it answers. */
export interface Served<Input, Answer, Round, State> {
  readonly model: Model<Input, Answer, Round, State>
  readonly past: Past
  /** Whether the service looks for a change of the errors. @default false */
  readonly watched?: boolean
  /** @throws {ArgumentError} if the model cannot read it */
  read(input: unknown): Input
  /** The outcome as the model takes it. @throws {ArgumentError} if it cannot */
  outcome(y: unknown): number
  forecast(answer: Answer): ForecastRecord
  round(round: Round): RoundRecord
  /** The joint forecast of the next outcomes. @default the model forecasts one row at a time */
  path?(state: State, ahead: number): readonly PathStep[]
  /** What each column does to the forecast of a row that was learnt. @default the model has no columns */
  reasons?(state: State, back: number): Explaining | null
  view(state: State): Pick<SeriesView, 'weights' | 'ledger' | 'coverage'>
}

/** Any model of the library as a series of each key: forecasts may wait for their outcome, which scores them as they were issued. */
export function liveSeries<Input, Answer, Round, State>(
  served: Served<Input, Answer, Round, State>,
): SeriesModel {
  const { model } = served
  const first = live(model, { openRounds: OPEN_ROUNDS })
  return {
    checkInput: (input) => void served.read(input),
    checkOutcome: (y) => void served.outcome(y),
    begin(saved) {
      const learner = first.over(model.init())
      return new LiveSeries(served, saved ? learner.restore(saved) : learner, this)
    },
  }
}

class LiveSeries<Input, Answer, Round, State> implements Series {
  readonly #served: Served<Input, Answer, Round, State>
  readonly #learner: Learner<Input, Answer, Round, State>
  readonly #of: SeriesModel

  constructor(
    served: Served<Input, Answer, Round, State>,
    learner: Learner<Input, Answer, Round, State>,
    of: SeriesModel,
  ) {
    this.#served = served
    this.#learner = learner
    this.#of = of
  }

  predict(input: unknown, id?: string): ForecastRecord {
    const answer = this.#learner.predict(this.#served.read(input), id === undefined ? {} : { id })
    return this.#served.forecast(answer)
  }

  learn(input: unknown, y: unknown): RoundRecord {
    const { read, outcome, round } = this.#served
    return round(this.#learner.learn(read(input), outcome(y)))
  }

  settle(id: string, y: unknown): RoundRecord {
    const { outcome, round } = this.#served
    return round(this.#learner.learn({ id, y: outcome(y) }))
  }

  skip(id: string): void {
    this.#learner.skip(id)
  }

  path(ahead: number): readonly PathStep[] | null {
    return this.#served.path?.(this.#learner.state, ahead) ?? null
  }

  reasons(back: number): Explaining | null {
    return this.#served.reasons?.(this.#learner.state, back) ?? null
  }

  fork(): Series {
    return this.#of.begin(this.save())
  }

  get past(): Past {
    return this.#served.past
  }

  get watched(): boolean {
    return this.#served.watched ?? false
  }

  save(): Uint8Array {
    return this.#learner.save('compact')
  }

  size(): number {
    return approximateBytes(this.#learner.stream)
  }

  view(): SeriesView {
    const { round, lateness, state } = this.#learner
    return { rounds: round, lateness: lateness satisfies Lateness, ...this.#served.view(state) }
  }
}

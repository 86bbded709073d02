import { positiveInteger, refuseUnknown, show } from '../base/check.ts'
import { ArgumentError } from '../base/errors.ts'
import { checksum } from '../base/save/checksum.ts'
import { encode } from '../base/save/plainData.ts'
import { expectSame, fromBytes, fromJson, toBytes, toJson } from '../base/save/save.ts'
import {
  anything,
  counter,
  issuedShapeOf,
  nullable,
  type StateShape,
  shape,
  shapeBy,
  shapeOf,
} from '../base/shape.ts'
import type { Model } from '../nouns/model.ts'
import { learn } from './learn.ts'
import { expectId, type Id, noSuchId, OpenRounds, type OpenRoundsState, openRoundsOf } from './openRounds.ts'

/** How a save is written: as JSON, or in bytes that name their model by a number, since its description is most of a small save. */
export type SaveFormat = 'json' | 'compact'

export interface LiveOptions {
  /** How many predictions may wait for their outcome at once; the oldest expires. @default 1000 */
  readonly openRounds?: number
  /**
   * True if `learn(y)` means the forecast given last, as around another forecaster. Then only one may be open
   * without an id. @default false
   */
  readonly pending?: boolean
}

/** What is remembered of one stream: the model's state, and the forecasts that wait for their outcome. Plain data. */
export interface LiveState<State = unknown> {
  readonly state: State
  /** Outcomes learnt. */
  round: number
  /** The forecast without an id that waits for its outcome. */
  pending: { readonly input: unknown; readonly issued: unknown } | null
  /** Made when the first id is used: most streams never need one. */
  open: OpenRoundsState | null
}

/** The outcome of a forecast that was given an id. */
export interface LateOutcome {
  readonly id: Id
  readonly y: number
}

/** A forecast with what became of it. */
export interface Step<Answer, Round> {
  readonly forecast: Answer
  readonly scored: Round
}

export function isLate(given: unknown): given is LateOutcome {
  return typeof given === 'object' && given !== null && 'id' in given
}

/** Predictions that wait for their outcome, and what became of the others. */
export interface Lateness {
  readonly open: number
  readonly answered: number
  readonly skipped: number
  readonly expired: number
  readonly outOfOrder: number
}

/**
 * A model with outcomes that may come later: what a learner does for one stream and `keyed` for many, over a state
 * that is passed in.
 */
export class Live<Input, Answer, Round, State, Issued> {
  readonly model: Model<Input, Answer, Round, State, Issued>
  readonly #capacity: number
  readonly #usesPending: boolean
  readonly #indices = new WeakMap<OpenRoundsState, OpenRounds>()
  #fingerprint: number | undefined

  constructor(model: Model<Input, Answer, Round, State, Issued>, options: LiveOptions = {}) {
    refuseUnknown('live', options, ['openRounds', 'pending'])
    const { openRounds = 1000, pending = false } = options
    this.model = model
    this.#capacity = positiveInteger('openRounds', openRounds)
    this.#usesPending = pending
  }

  get description(): Model['description'] {
    return { ...(this.model.description as object), openRounds: this.#capacity }
  }

  init(): LiveState<State> {
    return { state: this.model.init(), round: 0, pending: null, open: null }
  }

  /** What is remembered of a stream: what is open is checked by what the model issues in that state. */
  get shape(): StateShape<LiveState<State>> {
    const { model } = this
    const after = <T>(of: (issued: StateShape<Issued>) => StateShape<T>): StateShape<T | null> =>
      nullable(
        shapeBy<T, LiveState<State>>(
          (_value, _path, { state }) => of(issuedShapeOf(model, state)),
          () => of(anything as StateShape<Issued>)(),
        ),
      )
    return shape<LiveState<State>>({
      state: shapeOf(model),
      round: counter,
      pending: after((issued) => shape<NonNullable<LiveState['pending']>>({ input: anything, issued })),
      open: after((issued) => openRoundsOf(this.#capacity, issued)),
    })
  }

  /** Refuses what this cannot have made; gives it back as a state. */
  accept(stream: unknown): LiveState<State> {
    try {
      this.shape.check(stream, '')
      return stream as LiveState<State>
    } catch (cause) {
      const isOurs = cause instanceof ArgumentError
      if (isOurs && (cause.code === 'bad-save' || cause.code === 'other-save')) throw cause
      // Options that no such learner has, or something so unlike a state that looking at it fails.
      const why = isOurs ? cause.message : 'it is not the state of such a learner'
      throw new ArgumentError(`the save does not fit: ${why}`, 'bad-save', { cause })
    }
  }

  /** Everything, with a version and a checksum. */
  save(stream: LiveState<State>, format?: SaveFormat): Uint8Array | string {
    if (format === 'compact') return toBytes({ description: this.#inShort(), state: stream })
    const save = { description: this.description, state: stream }
    if (format === 'json') return toJson(save)
    if (format === undefined) return toBytes(save)
    throw new ArgumentError(`save gives bytes, 'json' or 'compact'; received ${show(format)}`)
  }

  /** What a save of the same model holds. What is damaged, of another version or of another model is refused. */
  restore(saved: Uint8Array | string): LiveState<State> {
    const { description, state } = typeof saved === 'string' ? fromJson(saved) : fromBytes(saved)
    if (typeof description === 'number') expectSame(description, this.#inShort(), 'the fingerprint')
    else expectSame(description, this.description)
    return this.accept(state)
  }

  #inShort(): number {
    this.#fingerprint ??= checksum(encode(this.description))
    return this.#fingerprint
  }

  /** With an id, or where `learn(y)` means the last forecast, the forecast is kept open; else nothing changes. */
  predict(live: LiveState<State>, input: Input, id?: Id): Answer {
    const { model } = this
    if (id !== undefined) {
      this.expectNew(live, id)
      const { answer, issued } = model.issue(live.state, input)
      live.open ??= openRoundsOf(this.#capacity, anything)()
      this.#openOf(live.open).keep(id, issued)
      return answer
    }
    if (!this.#usesPending) return model.predict(live.state, input)
    if (live.pending && !isSameInput(live.pending.input, input)) {
      throw new ArgumentError(
        'a forecast is already waiting for its outcome: learn it first, or give each forecast an id',
        'forecast-waiting',
      )
    }
    // Issued again, for outcomes told by id may have come since: what was shown last is what is scored.
    const { answer, issued } = model.issue(live.state, input)
    live.pending = { input: live.pending?.input ?? copyOf(input), issued }
    return answer
  }

  /** Refuses an id that waits for its outcome already, or that has had one. */
  expectNew({ open }: LiveState<State>, id: Id): void {
    expectId(id)
    if (open) this.#openOf(open).expectNew(id)
  }

  /** `predict`, then `learn`: both, or neither where one fails. With an id the forecast counts as one that was answered. */
  predictAndLearn(live: LiveState<State>, input: Input, y: number, id?: Id): Step<Answer, Round> {
    const { model } = this
    if (id !== undefined) this.expectNew(live, id)
    const { answer, issued } = model.issue(live.state, input, true)
    const scored = model.settle(live.state, issued, y)
    if (id !== undefined) {
      live.open ??= openRoundsOf(this.#capacity, anything)()
      const open = this.#openOf(live.open)
      open.keep(id, null)
      open.close(id, 'answered')
    }
    live.round++
    return { forecast: answer, scored }
  }

  /** The outcome at this input: of the forecast that waits, if it was given at the same. */
  learn(live: LiveState<State>, input: Input, y: number): Round {
    if (live.pending && isSameInput(live.pending.input, input)) return this.learnPending(live, y)
    const round = learn(this.model, live.state, input, y)
    live.round++
    return round
  }

  /** The outcome of the forecast that was given an id. */
  learnById(live: LiveState<State>, id: Id, y: number): Round {
    const open = this.#expectOpen(live, id)
    const round = this.model.settle(live.state, open.recall(id) as Issued, y)
    open.close(id, 'answered')
    live.round++
    return round
  }

  /** The outcome of the forecast given last, without an id. */
  learnPending(live: LiveState<State>, y: number): Round {
    const round = this.model.settle(live.state, expectPending(live).issued as Issued, y)
    live.pending = null
    live.round++
    return round
  }

  /** Gives up on the outcome of the forecast given last, without an id. */
  giveUp(live: LiveState<State>): undefined {
    expectPending(live)
    live.pending = null
  }

  skip(live: LiveState<State>, id: Id): void {
    this.#expectOpen(live, id).close(id, 'skipped')
  }

  lateness({ open }: LiveState): Lateness {
    const { answered = 0, skipped = 0, expired = 0, outOfOrder = 0 } = open ?? {}
    return { open: open?.open.length ?? 0, answered, skipped, expired, outOfOrder }
  }

  #expectOpen({ open }: LiveState, id: Id): OpenRounds {
    if (!open) throw noSuchId(id)
    return this.#openOf(open)
  }

  #openOf(state: OpenRoundsState): OpenRounds {
    let open = this.#indices.get(state)
    if (!open) {
      open = new OpenRounds(state, this.#capacity)
      this.#indices.set(state, open)
    }
    return open
  }
}

function expectPending<State>({ pending, round }: LiveState<State>): NonNullable<LiveState['pending']> {
  if (pending) return pending
  throw new ArgumentError(`learn needs a forecast in round ${round + 1}: call predict first`, 'no-forecast')
}

function copyOf<T>(input: T): T {
  return typeof input === 'object' ? structuredClone(input) : input
}

/** Whether two inputs are the same numbers: asking twice for one forecast opens it once. */
function isSameInput(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const names = Object.keys(a)
  if (names.length !== Object.keys(b).length) return false
  return names.every((name) =>
    isSameInput((a as Record<string, unknown>)[name], (b as Record<string, unknown>)[name]),
  )
}

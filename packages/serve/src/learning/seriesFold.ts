import type { PathStep, RoundRecord, ShadowRound } from '@credence/client'
import { ArgumentError, type ErrorCode, NumericalError } from 'credence'
import { approximateBytes } from 'credence/kinds'
import { type Answer, type Applied, answer, Behind, type Fold } from '../base/fold.ts'
import { problem } from '../base/problem.ts'
import { claim, raise, resolve, settleAlert } from './alerts.ts'
import type { SeriesEvent, Stamp, StampedEvent } from './events.ts'
import { createHealth, recordHealth, severity, type Trouble } from './health.ts'
import { answerPaths, createPaths, describePath, meansAhead, openPath } from './paths.ts'
import { REACH, type Series } from './series.ts'
import {
  createSeriesState,
  createVersionState,
  restoreSeriesState,
  type SeriesState,
  saveSeriesState,
  type VersionState,
} from './seriesState.ts'

/** What the fold knows of the models: read only, and the same for a version forever. */
export interface ModelBook {
  /** Makes the series of a version of the model that this key belongs to. @throws {Behind} if it is not known yet */
  begin(key: string, version: number, saved?: Uint8Array): Series
  /** The coverage that was asked for. */
  target(key: string, version: number): number
  /** Reads the models again. */
  refresh(): Promise<void>
}

/** Below every trouble: one that has passed, and that is not noted yet. */
const PASSED = 0.25
/** Above every trouble: an alert that is not told yet. */
export const UNTOLD = 100

/** A key as the fold of its events. */
export function seriesFold(book: ModelBook): Fold<SeriesState> {
  return {
    init: createSeriesState,
    apply(state, event, seq) {
      const stamped = event as StampedEvent
      const { models, order, versions } = state
      follow(state, stamped.stamp, book)
      const given = applyTo(state, stamped, seq, book)
      // A refusal changes nothing, not even which versions there are.
      if (given.status >= 400) Object.assign(state, { models, order, versions })
      else state.seen = stamped.stamp.t
      return given
    },
    save: saveSeriesState,
    restore: (key, bytes) =>
      restoreSeriesState(key, bytes, (version, saved) => book.begin(key, version, saved)),
    mark(state) {
      if (state.deleted) return -1
      const live = answering(state)
      if (!live) return 0
      // An alert stays until it is noted, also where the trouble has passed.
      const worst = Math.max(severity(live.health), state.alerts.length > 0 ? PASSED : 0)
      return worst + (state.alerts.some(({ open }) => open) ? UNTOLD : 0)
    },
    size: (state) => Array.from(state.versions.values()).reduce((sum, one) => sum + sizeOf(one), 0),
    refresh: () => book.refresh(),
  }
}

function sizeOf({ series, health, paths }: VersionState): number {
  return series.size() + approximateBytes(health.watch) + approximateBytes(paths)
}

/** @param live the version that answers now, where the key has it; @default the one that answered its last event */
export function answering(state: SeriesState, live?: number): VersionState | undefined {
  return state.versions.get(live as number) ?? state.versions.get(state.order[0] as number)
}

/** Starts the versions that an event names and drops those it does not. A worker that knew less does not decide. */
function follow(state: SeriesState, { m, v }: Stamp, book: ModelBook): void {
  // The same number of changes means the same versions.
  if (m < state.models || (m === state.models && state.order.length > 0)) return
  const versions = new Map<number, VersionState>()
  for (const version of v) {
    versions.set(version, state.versions.get(version) ?? createVersionState(book.begin(state.key, version)))
  }
  state.versions = versions
  state.models = m
  state.order = v
}

function applyTo(state: SeriesState, event: StampedEvent, seq: number, book: ModelBook): Applied {
  if (event.op === 'delete') {
    reset(state, book)
    state.deleted = true
    return { ...answer(200, { op: event.op, deleted: true }), forgets: true }
  }
  if (event.op === 'claim-alert') {
    const alert = claim(state.alerts, event, event.stamp.t, event.lease)
    return alert ? answer(200, alert) : answer(409, problem(409, 'another worker has this alert'))
  }
  if (event.op === 'settle-alert') return answer(200, { told: settleAlert(state.alerts, event) })
  if (event.op === 'observe') {
    const first = beginPast(state, event, book)
    if (first) return first
  }
  if (event.op === 'clear-alerts') {
    const count = state.alerts.length
    state.alerts = []
    return answer(200, { alerts: count })
  }
  const [live, ...shadows] = state.order
  const taken = onVersion(state, live as number, event, seq, book)
  if (!('said' in taken)) return taken
  state.deleted = false
  const beside = shadows.flatMap((version) => {
    const shadow = onVersion(state, version, event, seq, book)
    if ('said' in shadow) return isRound(event) ? besideOf(version, shadow.said) : []
    ;(state.versions.get(version) as VersionState).refusals++
    return []
  })
  if (event.op === 'observe') remember(state, event, book)
  const { said, troubles, ended } = taken
  const all = beside.length > 0 ? { ...said, shadows: beside } : said
  const { status, body } = answer(200, all)
  const forgets = event.op === 'restore'
  return { status, body, record: Object.assign(all, { troubles, ended }), forgets, ...keeping(event) }
}

function isRound({ op }: StampedEvent): boolean {
  return op === 'learn' || op === 'observe'
}

/** What a version in the shadow forecast for the same outcome, and what it lost. */
function besideOf(version: number, said: object): ShadowRound {
  const { mean, lower, upper, loss } = said as RoundRecord
  return { version, mean, lower, upper, loss }
}

type Observation = StampedEvent & { readonly op: 'observe' }

/** When an outcome was. One without a time follows the last, also where the clock of a worker went back. */
function timeOf({ at, stamp }: Observation, { observed }: SeriesState): number {
  return at ?? Math.max(stamp.t, observed + 1)
}

/** Milliseconds that a date can have: senders of metrics may have sent others. */
const LAST_DATE = 8.64e15
const iso = (at: number): string => (Math.abs(at) <= LAST_DATE ? new Date(at).toISOString() : String(at))

/** Refuses what is not later than the last, and takes the first outcomes, from which nothing can be forecast yet. */
function beginPast(state: SeriesState, event: Observation, book: ModelBook): Answer | undefined {
  const at = timeOf(event, state)
  if (at <= state.observed) {
    return answer(
      409,
      problem(409, `an outcome at ${iso(at)} is not later than the last, at ${iso(state.observed)}`),
    )
  }
  const live = answering(state) as VersionState
  if (state.past.length >= live.series.past.reach) return undefined
  remember(state, event, book)
  state.deleted = false
  return answer(200, { op: event.op, waiting: live.series.past.reach - state.past.length, y: event.y })
}

/** The last outcome comes first. */
function remember(state: SeriesState, event: Observation, book: ModelBook): void {
  const { y } = event
  const at = timeOf(event, state)
  state.past = [y, ...state.past].slice(0, REACH)
  state.spacing = state.outcomes > 0 ? at - state.observed : 0
  state.observed = at
  state.outcomes++
  for (const [version, { paths }] of state.versions) {
    if (paths) answerPaths(paths, y, state.outcomes, book.target(state.key, version))
  }
}

/** What a version made of an event. */
interface Taken {
  readonly said: object
  readonly troubles: readonly Trouble[]
  /** Whether a trouble is over. */
  readonly ended: boolean
}

function onVersion(
  state: SeriesState,
  version: number,
  event: StampedEvent,
  seq: number,
  book: ModelBook,
): Taken | Answer {
  const own = state.versions.get(version) as VersionState
  try {
    const record =
      event.op === 'path'
        ? { path: openedPath(state, own, event.ahead, book.target(state.key, version)) }
        : learnOrPredict(own, event, state, () => book.begin(state.key, version, bytesOf(event)))
    let troubles: readonly Trouble[] = []
    let ended = false
    if (isRound(event)) {
      const before = own.health.troubles
      troubles = recordHealth(
        own.health,
        record as RoundRecord,
        book.target(state.key, version),
        own.series.watched,
      )
      if (version === state.order[0]) {
        const told = event.stamp.w === true
        const kinds = endedKinds(before, own.health.troubles)
        ended = kinds.length > 0
        resolve(state.alerts, kinds, event.stamp.t, told)
        raise(state.alerts, troubles, seq, event.stamp.t, told)
      }
    }
    const id = 'id' in event ? { id: event.id } : {}
    const alerts = troubles.length > 0 ? { alerts: troubles.map(({ reason }) => reason) } : {}
    const round = own.health.rounds
    const said = { op: event.op, ...id, version, round, at: momentOf(event), ...record, ...alerts }
    return { said, troubles, ended }
  } catch (error) {
    return refusal(error)
  }
}

function endedKinds(before: readonly Trouble[], now: readonly Trouble[]): string[] {
  return before.map(({ kind }) => kind).filter((kind) => !now.some((trouble) => trouble.kind === kind))
}

/** Rounds are kept by the time of their outcome. */
function keeping(event: StampedEvent): { keep?: number } {
  return isRound(event) ? { keep: momentOf(event) } : {}
}

/** When an outcome was, as its event says, or else when it came. */
function momentOf(event: StampedEvent): number {
  return (event.op === 'observe' ? event.at : undefined) ?? event.stamp.t
}

function openedPath(state: SeriesState, own: VersionState, ahead: number, coverage: number): PathStep[] {
  const joint = own.series.path(ahead)
  if (joint) return [...joint]
  const means = meansAhead(own.series, state, ahead)
  own.paths ??= createPaths()
  const path = describePath(own.paths, means, coverage)
  openPath(own.paths, means, state.outcomes, coverage)
  return path
}

function learnOrPredict(
  own: VersionState,
  event: StampedEvent,
  state: SeriesState,
  again: () => Series,
): object {
  switch (event.op) {
    case 'predict':
      return own.series.predict(event.input, event.id)
    case 'learn':
      return 'id' in event ? own.series.settle(event.id, event.y) : own.series.learn(event.input, event.y)
    case 'observe':
      return own.series.learn(own.series.past.fromPast(state.past, timeOf(event, state)), event.y)
    case 'skip':
      own.series.skip(event.id)
      return { skipped: true }
    case 'restore': {
      const series = resumed(again)
      const { rounds } = series.view()
      Object.assign(own, { series, health: createHealth(), paths: null })
      return { restored: true, rounds }
    }
    default:
      throw new ArgumentError(`an event cannot be ${JSON.stringify(event.op)}`)
  }
}

/** A series from bytes of any origin: what is wrong with them is a refusal, and shows before they count. */
function resumed(begin: () => Series): Series {
  try {
    const series = begin()
    series.view()
    series.fork()
    return series
  } catch (error) {
    if (error instanceof Behind || error instanceof ArgumentError) throw error
    throw new ArgumentError(`the save is damaged: ${(error as Error).message}`, 'bad-save')
  }
}

function bytesOf(event: SeriesEvent): Uint8Array | undefined {
  return event.op === 'restore' ? Buffer.from(event.saved, 'base64') : undefined
}

/** The caller's mistakes, in words and as a status. */
export function refusal(error: unknown): Answer {
  if (!(error instanceof ArgumentError || error instanceof NumericalError)) throw error
  const { message, code } = error
  const status = STATUSES[code] ?? 422
  return answer(status, problem(status, message, code))
}

/** The statuses of refusals; 422 where there is none. */
export const STATUSES: Readonly<Partial<Record<ErrorCode, number>>> = {
  'no-such-id': 404,
  'id-answered': 409,
  'id-skipped': 409,
  'id-waiting': 409,
  'forecast-waiting': 409,
  'id-expired': 410,
}

function reset(state: SeriesState, book: ModelBook): void {
  for (const version of state.order) {
    state.versions.set(version, createVersionState(book.begin(state.key, version)))
  }
  state.alerts = []
  state.past = []
  state.observed = -Infinity
  state.spacing = 0
  state.outcomes = 0
}

import { show } from '../base/check.ts'
import { ArgumentError } from '../base/errors.ts'
import { type Options, options } from '../base/options.ts'
import { misfit } from '../base/save/shape.ts'
import {
  also,
  counter,
  floats,
  from,
  nil,
  real,
  type StateShape,
  shape,
  shapeBy,
  shapeOf,
  tupleOf,
  whole,
} from '../base/shape.ts'
import { countUpTo, keptRounds, number, openFraction, positiveNumber, text } from '../base/values.ts'
import type { Beliefs } from '../nouns/beliefs.ts'
import type { Context, Panel, Rule, Settings, Turnover } from '../nouns/panel.ts'
import { createBeliefs } from './beliefs.ts'
import { expectRule } from './expectRule.ts'
import {
  beats,
  bestSlot,
  candidates,
  type GrowingSlots,
  lossOf,
  lossOfSlot,
  roomIn,
  withinSeen,
} from './growingSlots.ts'
import { featuresAt, placeOf, pushRow, rowsOf } from './rows.ts'

export interface GrowingOptions {
  /** The setting to start with. */
  readonly start: number
  /** What the setting is called. @default 'setting' */
  readonly axis?: string
  /** How far beyond its ends the grid grows at most in one step. @default 4 */
  readonly factor?: number
  /** The least ratio of two neighbours. @default 1.15 */
  readonly finest?: number
  /** How many settings there may be at once; the worst gives way. @default 12 */
  readonly capacity?: number
  /** How many past rows are kept, on which a setting is tried and started. @default 1000 */
  readonly keep?: number
  /** With what share of all weight a setting enters. @default as much as equal weights give */
  readonly share?: number
}

export const GROWING: Options<GrowingOptions, 'share'> = options('growing', {
  start: { value: positiveNumber },
  axis: { value: text, default: 'setting' },
  factor: {
    value: number('above 1', { above: 1 }),
    default: 4,
  },
  finest: {
    value: number('above 1', { above: 1 }),
    default: 1.15,
  },
  capacity: {
    value: countUpTo(10_000, number('a whole number from 2 on', { whole: true, atLeast: 2 })),
    default: 12,
  },
  keep: {
    value: keptRounds,
    default: 1000,
  },
  share: {
    value: openFraction,
    absent: 'as much as equal weights give',
  },
})

export interface GrowingState extends GrowingSlots {
  round: number
  /** The round after which it looks for better settings again. */
  next: number
  readonly states: unknown[]
}

/** A panel of one expert, with room for what it believes. */
interface Bound {
  readonly panel: Panel
  readonly beliefs: Beliefs
}

/** How many settings one look may add on either side. */
const STEPS = 8

/** What a grid grows by. */
type Plan = Required<Omit<GrowingOptions, 'share'>> & { readonly share: number | null }

/**
 * A rule at settings that it finds itself: a grid of one axis that grows where its best setting is.
 *
 *     growing((scale) => svb({ scale }), { axis: 'scale', start: 0.01 })
 *
 * The best setting is the one that lost least on the rows kept. Where it is at an end of the grid, settings beyond it
 * are tried; where it has a neighbour, the one between. Trying means running a setting over the rows kept. It enters if
 * it beats the best there, starts where that run ended, and is tried from in turn. Looks get rarer: the next comes
 * after a quarter more rounds, and at the latest after half as many as rows are kept; and at once when a setting has
 * come to an infinite loss.
 *
 * Because a setting far out may diverge, forecasts stay within the outcomes seen and half their range beyond them.
 */
export function growing(of: (setting: number) => Rule, given: GrowingOptions): Rule<GrowingState> {
  const { start, axis, factor, finest, capacity, keep, share } = GROWING.read(given)
  if (typeof of !== 'function')
    throw new ArgumentError(`growing needs a function from a setting to a rule; received ${show(of)}`)
  const first = of(start)
  expectRule('growing', first)
  const plan = { start, axis, factor, finest, capacity, keep, share: share ?? null }
  return {
    needsHorizon: first.needsHorizon === true,
    description: { kind: 'growing', of: first.description ?? null, ...plan },
    bind: (context) => gridOf(of, plan, context),
  }
}

/** The grid at work: the settings it has are bound as they are needed. */
function gridOf(of: (setting: number) => Rule, plan: Plan, context: Context): Panel<GrowingState> {
  const { start, axis, factor, finest, capacity, keep, share } = plan
  const { loss } = context
  const known = new Map<number, Bound>()
  const tried = new Float64Array(keep)

  function bind(value: number): Bound {
    return { panel: of(value).bind(context), beliefs: createBeliefs(1) }
  }

  function boundAt(value: number): Bound {
    const found = known.get(value) ?? bind(value)
    known.set(value, found)
    return found
  }

  function statesAt(values: Float64Array): StateShape<unknown[]> {
    return tupleOf(Array.from(values, (value) => (value > 0 ? shapeOf(boundAt(value).panel) : nil)))
  }

  /** A setting that the rule refuses, such as a share above 1, is none to try. */
  function bindIfAllowed(value: number): Bound | null {
    try {
      return bind(value)
    } catch (error) {
      if (error instanceof ArgumentError) return null
      throw error
    }
  }

  /** Runs a setting over the kept rows, with what it lost on each in `tried`. */
  function replay(state: GrowingState, { panel, beliefs }: Bound): unknown {
    const { rows } = state
    const run = panel.init()
    // All of it becomes state if the setting enters.
    tried.fill(0)
    for (let i = 0; i < rows.count; i++) {
      const place = placeOf(rows, i)
      const x = featuresAt(rows, place)
      panel.predict(run, x, beliefs)
      tried[place] = lossOf(state, loss, beliefs, rows.ys[place])
      panel.update(run, x, rows.ys[place], beliefs)
    }
    return run
  }

  /** Tries a setting, and lets it enter if it beats the best. */
  function tryOut(state: GrowingState, value: number, turnover: Turnover | undefined): boolean {
    const { values, states, losses } = state
    // The least numbers times 1.15 are themselves.
    if (!(value > 0 && value < Infinity) || values.includes(value)) return false
    const bound = bindIfAllowed(value)
    if (bound === null) return false
    const run = replay(state, bound)
    if (!beats(state, tried, bestSlot(state))) return false
    const slot = roomIn(state)
    if (values[slot] > 0) turnover?.leave(slot)
    known.delete(values[slot])
    known.set(value, bound)
    values[slot] = value
    states[slot] = run
    losses.set(tried, slot * keep)
    turnover?.enter(slot, share ?? 1 / values.reduce((sum, one) => sum + (one > 0 ? 1 : 0), 0))
    return true
  }

  function look(state: GrowingState, turnover: Turnover | undefined): void {
    for (let step = 0; step < STEPS; step++) {
      const best = state.values[bestSlot(state)]
      const found = [1, -1].map((sign) =>
        candidates(state, best, sign, factor, finest).some((value) => tryOut(state, value, turnover)),
      )
      if (!found.includes(true)) return
    }
  }

  /** Settings with an infinite loss leave, if one is left that has none. */
  function dropDiverged(state: GrowingState, turnover: Turnover | undefined): void {
    const { values, states } = state
    if (lossOfSlot(state, bestSlot(state)) === Infinity) return
    for (let k = 0; k < capacity; k++) {
      if (values[k] === 0 || lossOfSlot(state, k) < Infinity) continue
      turnover?.leave(k)
      known.delete(values[k])
      values[k] = 0
      states[k] = null
    }
  }

  return {
    capacity,
    turnsOver: true,
    settings: ({ values }) => Array.from(values, (value): Settings => ({ [axis]: value || null })),
    init: shape<GrowingState>({
      round: counter,
      next: whole(0, Number.MAX_SAFE_INTEGER, 2),
      values: settingsOf(capacity, start),
      states: shapeBy<unknown[], GrowingState>(
        (_states, _path, { values }) => statesAt(values),
        () => statesAt(settingsOf(capacity, start)())(),
      ),
      losses: floats(capacity * keep),
      rows: rowsOf(keep, context.dimension),
      low: real(Infinity),
      high: real(-Infinity),
    }),
    predict(state, x, out) {
      for (let k = 0; k < capacity; k++) {
        out.mean[k] = out.variance[k] = out.noise[k] = out.awake[k] = 0
        if (state.values[k] === 0) continue
        const { panel, beliefs } = boundAt(state.values[k])
        panel.predict(state.states[k], x, beliefs)
        out.mean[k] = withinSeen(beliefs.mean[0], state)
        out.awake[k] = beliefs.awake[0]
        if (!Number.isFinite(beliefs.variance[0] + beliefs.noise[0])) continue
        out.variance[k] = beliefs.variance[0]
        out.noise[k] = beliefs.noise[0]
      }
    },
    update(state, x, y, _beliefs, turnover) {
      const place = pushRow(state.rows, keep, x, y)
      let diverged = false
      for (let k = 0; k < capacity; k++) {
        if (state.values[k] === 0) continue
        const { panel, beliefs } = boundAt(state.values[k])
        const lost = lossOf(state, loss, beliefs, y)
        state.losses[k * keep + place] = lost
        diverged ||= lost === Infinity
        panel.update(state.states[k], x, y, beliefs)
      }
      state.low = Math.min(state.low, y)
      state.high = Math.max(state.high, y)
      if (++state.round < state.next && !diverged) return
      state.next = state.round + Math.ceil(Math.min(state.round / 4, keep / 2))
      look(state, turnover)
      if (diverged) dropDiverged(state, turnover)
    },
  }
}

/** The setting in each slot: all different, and 0 where there is none. */
function settingsOf(capacity: number, start: number): StateShape<Float64Array> {
  const fresh = (): Float64Array => Float64Array.of(start, ...new Float64Array(capacity - 1))
  return also(from(floats(capacity), fresh), (values, path) => {
    const found = values.filter((value) => value !== 0)
    const proper = found.every((value) => value > 0 && value < Infinity)
    if (found.length > 0 && proper && new Set(found).size === found.length) return
    misfit(path, 'different settings, and 0 where there is none', Array.from(values))
  })
}

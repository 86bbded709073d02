import { type Options, options } from '../base/options.ts'
import { nil, shape, shapeOf } from '../base/shape.ts'
import { flag, keptRounds } from '../base/values.ts'
import type { Rule } from '../nouns/panel.ts'
import { createBeliefs } from './beliefs.ts'
import { expectRule } from './expectRule.ts'
import { featuresAt, placeOf, pushRow, type Rows, rowsOf } from './rows.ts'

export interface DelayedOptions {
  /** Rounds between an outcome and the round in which it is learnt. */
  readonly rounds: number
  /** Whether a twin learns at once, which forecasts where `auto` looks some rows ahead. @default false */
  readonly prompt?: boolean
}

export const DELAYED: Options<DelayedOptions> = options('delayed', {
  rounds: { value: keptRounds },
  prompt: {
    value: flag,
    default: false,
  },
})

export interface DelayedState {
  readonly inner: unknown
  /** Its twin that has learnt all outcomes; null where there is none. */
  readonly prompt: unknown
  /** What has come and is not learnt yet. */
  readonly rows: Rows
}

/**
 * The rule, learning each outcome some rounds after it has come.
 *
 * A forecast h rounds ahead is made without the last h − 1 outcomes before its own. Experts that are weighed for such
 * forecasts must not know them either, or those that follow the last outcomes closest seem better than they are. The
 * forecasts themselves may: those of the twin, with the weights that the others earned.
 */
export function delayed(rule: Rule, given: DelayedOptions): Rule<DelayedState> {
  expectRule('delayed', rule)
  const { rounds, prompt } = DELAYED.read(given)
  return {
    description: { kind: 'delayed', rounds, prompt, of: rule.description ?? null },
    bind(context) {
      const inner = rule.bind(context)
      // A panel of its own, because the scratch of a panel follows one state; none where experts come and go, for the
      // twin's would in other rounds.
      const twin = prompt && !inner.turnsOver ? rule.bind(context) : null
      const believed = createBeliefs(inner.capacity)
      return {
        ...(inner.acceptsMissing ? { acceptsMissing: true } : {}),
        ...(inner.turnsOver ? { turnsOver: true } : {}),
        capacity: inner.capacity,
        settings: (state) => inner.settings(state.inner),
        init: shape<DelayedState>({
          inner: shapeOf(inner),
          prompt: twin ? shapeOf(twin) : nil,
          rows: rowsOf(rounds, context.dimension),
        }),
        predict: (state, x, out) => inner.predict(state.inner, x, out),
        foresee(state, x, out) {
          if (twin) twin.predict(state.prompt, x, out)
          else inner.predict(state.inner, x, out)
        },
        update({ inner: state, prompt: quick, rows }, x, y, _beliefs, turnover) {
          twin?.predict(quick, x, believed)
          twin?.update(quick, x, y, believed)
          if (rows.count === rounds) {
            const oldest = placeOf(rows, 0)
            const due = featuresAt(rows, oldest)
            inner.predict(state, due, believed)
            inner.update(state, due, rows.ys[oldest], believed, turnover)
          }
          pushRow(rows, rounds, x, y)
        },
      }
    },
  }
}

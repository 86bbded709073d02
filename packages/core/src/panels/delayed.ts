import { createBeliefs } from '../beliefs.ts'
import { type Options, options } from '../options.ts'
import type { Rule } from '../panel.ts'
import { expectRecord } from '../save/shape.ts'
import { count } from '../values.ts'
import { acceptRows, createRows, featuresAt, placeOf, pushRow, type Rows } from './rows.ts'

export interface DelayedOptions {
  /** Rounds between an outcome and the round in which it is learnt. */
  readonly rounds: number
}

export const DELAYED: Options<DelayedOptions> = options('delayed', {
  rounds: { value: count, about: 'Rounds between an outcome and the round in which it is learnt.' },
})

export interface DelayedState {
  readonly inner: unknown
  /** What has come and is not learnt yet. */
  readonly rows: Rows
}

/**
 * The rule, learning each outcome some rounds after it has come.
 *
 * A forecast h rounds ahead is made without the last h − 1 outcomes before its own. Experts that are weighed for such
 * forecasts must not know them either, or those that follow the last outcomes closest seem better than they are.
 */
export function delayed(rule: Rule, given: DelayedOptions): Rule<DelayedState> {
  const { rounds } = DELAYED.read(given)
  return {
    description: { kind: 'delayed', rounds, of: rule.description ?? null },
    bind(context) {
      const inner = rule.bind(context)
      const believed = createBeliefs(inner.capacity)
      return {
        ...(inner.acceptsMissing ? { acceptsMissing: true } : {}),
        ...(inner.turnsOver ? { turnsOver: true } : {}),
        capacity: inner.capacity,
        settings: (state) => inner.settings(state.inner),
        init: () => ({ inner: inner.init(), rows: createRows(rounds, context.dimension) }),
        accept: (state) =>
          expectRecord(state, {}, 'delayed', {
            inner: (own) => inner.accept?.(own),
            rows: (own) => acceptRows(own, rounds, context.dimension),
          }),
        predict: (state, x, out) => inner.predict(state.inner, x, out),
        update({ inner: state, rows }, x, y, _beliefs, turnover) {
          if (rows.count === rounds) {
            const oldest = placeOf(rows, 0)
            const due = featuresAt(rows, oldest)
            inner.predict(state, due, believed)
            inner.update(state, due, rows.ys[oldest], believed, turnover)
          }
          pushRow(rows, x, y)
        },
      }
    },
  }
}

import { ArgumentError } from '../base/errors.ts'
import type { Context, Features, Rule, Settings } from '../nouns/panel.ts'
import { describeRule } from './describeRule.ts'

/** What a hand-written expert believes: a number is a point forecast. */
export type Belief =
  | number
  | {
      readonly mean: number
      /** Variance of z. @default 0 */
      readonly variance?: number
      /** Standard deviation of y given z. @default 0 */
      readonly noise?: number
      /** 1 awake, 0 asleep. @default 1 */
      readonly awake?: number
    }

/** One expert, written by hand. Its state is plain data that `update` overwrites. */
export interface Expert<State = unknown> {
  /** What it is, for people. @default { expert: its position } */
  readonly settings?: Settings
  init(context: Context): State
  predict(state: State, x: Features): Belief
  update(state: State, x: Features, y: number): void
}

/** A panel of hand-written experts, each with a state of its own. */
export function panelOf(experts: readonly Expert[]): Rule<unknown[]> {
  if (experts.length === 0)
    throw new ArgumentError('panelOf needs at least one expert; received none', 'empty')
  const settings = experts.map((expert, k) => expert.settings ?? { expert: k })
  return {
    description: describeRule('hand-written', settings),
    bind: (context) => ({
      capacity: experts.length,
      settings: () => settings,
      init: () => experts.map((expert) => expert.init(context)),
      restart(states, expert) {
        states[expert] = experts[expert].init(context)
      },
      predict(states, x, out) {
        experts.forEach((expert, k) => {
          const belief = expert.predict(states[k], x)
          const {
            mean,
            variance = 0,
            noise = 0,
            awake = 1,
          } = typeof belief === 'number' ? { mean: belief } : belief
          out.mean[k] = mean
          out.variance[k] = variance
          out.noise[k] = noise
          out.awake[k] = awake
        })
      },
      update(states, x, y) {
        experts.forEach((expert, k) => {
          expert.update(states[k], x, y)
        })
      },
    }),
  }
}

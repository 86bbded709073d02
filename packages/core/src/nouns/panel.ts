import type { Beliefs } from './beliefs.ts'
import type { Loss } from './loss.ts'
import type { Description } from './model.ts'

/** A feature vector: an array or a typed array of finite numbers. */
export type Features = ArrayLike<number>

/** What one expert is, for people: `{ learningRate: 0.004, spread: 0.5 }`. */
export type Settings = Readonly<Record<string, number | string | null>>

/** What an aggregate tells a rule when it puts it to work. */
export interface Context {
  readonly loss: Loss
  /** Length of x; 0 for experts without features. */
  readonly dimension: number
  /** Number of rounds T, where it is known. */
  readonly horizon?: number
  readonly seed: number
}

/** An update rule at K settings, written down without a loss or a dimension: `svb({ scale: [0.1, 0.2] })`. */
export interface Rule<State = unknown> {
  /** True if it cannot be bound without a horizon. @default false */
  readonly needsHorizon?: boolean
  /** Its kind and options: a save is continued only by its like. @default null, which is compared with nothing else */
  readonly description?: Description
  bind(context: Context): Panel<State>
}

/** How a panel tells the aggregate, during an update, that the expert in a slot is another one from now on. */
export interface Turnover {
  /** An expert enters this slot with the fraction `share` of all weight; nothing of a predecessor is inherited. */
  enter(expert: number, share: number): void
  /** The expert in this slot leaves; the others take over its weight in proportion. */
  leave(expert: number): void
}

/**
 * One update rule at K settings: K posteriors that read the same x.
 *
 * State is plain data (numbers, strings, typed arrays, and plain objects or arrays of them) that `update`
 * overwrites; all else is frozen options and scratch. So cloning, saving and comparing work on every panel.
 */
export interface Panel<State = unknown> {
  /** K. A panel whose experts are born over time keeps the unborn asleep. */
  readonly capacity: number
  /** True if x may hold NaN, meaning «missing», as in forecasts that were not given. @default false */
  readonly acceptsMissing?: boolean
  /** True if experts enter or leave during updates, which the meta-learner must know how to do. @default false */
  readonly turnsOver?: boolean
  settings(state: State): readonly Settings[]
  /**
   * A fresh state. A `shape` is such a function and says how a state that was read is checked; else it must have the
   * names, kinds and lengths of a fresh one, though lists may grow.
   */
  init(): State
  /** Writes K beliefs. Never changes the state. */
  predict(state: State, x: Features, out: Beliefs): void
  /** As `predict`, of an outcome that comes after the next one and is never scored by these beliefs. @default `predict` */
  foresee?(state: State, x: Features, out: Beliefs): void
  /**
   * Absorbs (x, y), in place; does not throw. `beliefs` hold what `predict(state, x, beliefs)` wrote with no
   * call to this panel in between, so neither they nor the scratch that made them need computing again.
   */
  update(state: State, x: Features, y: number, beliefs: Beliefs, turnover?: Turnover): void
  /** Puts one expert back to where it started, after its numbers left the finite ones. @default it sleeps from then on */
  restart?(state: State, expert: number): void
  /** What an expert without a proper belief did, as in «gives quantiles that cross». @default its mean or variance is told */
  explain?(x: Features, expert: number): string | undefined
}

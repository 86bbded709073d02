import type { Description } from './model.ts'
import type { Features } from './panel.ts'

/** A rule whose experts say how probable each class is, written down without a dimension. */
export interface ClassRule<State = unknown> {
  /** Its kind and options: a save is continued only by its like. */
  readonly description: Description
  bind(context: ClassContext): ClassPanel<State>
}

/** What a mixture tells a rule when it puts it to work. */
export interface ClassContext {
  /** Length of x; 0 for experts without features. */
  readonly dimension: number
}

/**
 * Experts that read the same x and say how probable each class is.
 *
 * Classes are counted from 0 in the order in which they appear, so that there may be one more after any round. State is
 * plain data that `update` overwrites, as that of a `Panel`.
 */
export interface ClassPanel<State = unknown> {
  /** How many experts there are. */
  readonly capacity: number
  /** A fresh state; its shape is declared, as that of a panel. */
  init(): State
  /**
   * Writes P of each class, expert by expert: that of class c by expert k to out[k·classes + c]. Those of an expert sum to
   * 1; all NaN means that it sleeps. Never changes the state.
   *
   * @param classes how many there are, at least 2; some may be unknown to the state
   */
  predict(state: State, x: Features, classes: number, out: Float64Array): void
  /**
   * Learns the class of x, in place; does not throw.
   *
   * @param classes how many there are by now, y among them
   */
  update(state: State, x: Features, y: number, classes: number): void
  /** There will be so many classes: told to a fresh state that is to learn a past. @default they show as they appear */
  expect?(state: State, classes: number): void
}

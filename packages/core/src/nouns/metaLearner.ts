import type { Settings } from './panel.ts'

/** One round as a meta-learner sees it. The arrays are borrowed: read them, do not keep them. */
export interface Round {
  /** Loss of each expert; 0 where it sleeps. */
  readonly losses: Float64Array
  /** What the learner itself incurred with its weights. */
  readonly own: number
  /** Activation of each expert: 1 awake, 0 asleep, between: partly. */
  readonly awake: Float64Array
  /** The weights the learner used. */
  readonly weights: Float64Array
  /** What the learner would have incurred with other weights. */
  ownFor(weights: Float64Array): number
  /**
   * The round as it would have been with other weights, and the learner's real loss in it. It differs in more
   * than `own` only where losses are linearised at the forecast. Borrowed: the next call overwrites it.
   */
  under?(weights: Float64Array): Round & { readonly loss: number }
}

/** The rounds for which a bound is asked. They end with the last one. */
export interface BoundedRounds {
  /** How many rounds came before them. */
  readonly after: number
  readonly rounds: number
  /** Outcomes that came late: scored with weights no longer current. */
  readonly late: number
  /** Rounds in which the learner lost more than Σω·loss: only a loss that is not convex does that. */
  readonly above: number
}

/** Turns a round's losses into the next weights. Rule and plain state, like a panel. */
export interface MetaLearner<State = unknown> {
  /** What it is, for people and for the check that a saved state meets its own kind again. */
  readonly name: string
  readonly settings: Settings
  /**
   * A fresh state; its shape is declared by `sized`, or that of a fresh one, as a panel's.
   *
   * @param prior normalised weights ω₁; equal weights if absent
   */
  init(size: number, prior?: Float64Array): State
  /** The rate γ of the coming round: annealed scores and the weight update must share it. */
  rate(state: State): number
  /**
   * The share σ that the coming round's update will use. Present in rules that multiply weights by
   * exp(−γ·loss) and mix in a share: those whose regret the ledger can certify.
   */
  share?(state: State): number
  /** True if that share is not spread evenly over the experts: then sequences that switch have no bound. @default false */
  readonly sharesUnevenly?: boolean
  /** Writes the weights of the coming round, which sum to 1. If no expert that is awake has weight, all are 0. */
  weigh(state: State, awake: Float64Array, out: Float64Array): void
  /** Writes their logarithms, which still differ where the weights themselves underflow: below e⁻⁷⁴⁵. */
  weighLog(state: State, awake: Float64Array, out: Float64Array): void
  update(state: State, round: Round): void
  /** How experts come and go. @default they are those of the first round */
  readonly slots?: Slots<State>
  /**
   * A proven upper bound of the regret Σaₖ(own − lossₖ) to one expert over some rounds, from what the state knows; or
   * a sentence that says why there is none. Rules with a `share` need none: the ledger knows theirs. @default none
   */
  bound?(state: State, expert: number, rounds: BoundedRounds): number | string
  /**
   * What is guaranteed before the first round: the regret after so many rounds to an expert with a prior weight, for
   * losses within a range of 1. @default nothing
   */
  ahead?(rounds: number, size: number, prior: number): number
}

/** What a meta-learner does where experts enter and leave. */
export interface Slots<State = unknown> {
  /**
   * An expert enters slot `expert` with the fraction `share` of all weight; the others keep their proportions.
   * It inherits nothing of a predecessor in that slot.
   */
  enter(state: State, expert: number, share: number): void
  /** The expert in that slot leaves: it has weight 0 until another enters. */
  leave(state: State, expert: number): void
  /** The same state with room for `size` experts; the new slots are empty. @default no room can be made */
  resize?(state: State, size: number): State
}

import { positiveInteger } from './check.ts'
import { type Account, account, type LedgerState, mark, marked, trailing } from './ledger.ts'

/** The ledger as a user reads it: an account since the start, since a mark, or over the last rounds. */
export class LedgerView {
  readonly #state: LedgerState
  readonly #quadratic: boolean
  readonly #logWeights: () => Float64Array

  constructor(state: LedgerState, quadratic: boolean, logWeights: () => Float64Array) {
    this.#state = state
    this.#quadratic = quadratic
    this.#logWeights = logWeights
  }

  /** Since the first round. */
  get total(): Account {
    return account(this.#state, this.#state.start, this.#quadratic)
  }

  /** Remembers this moment under a name; a second mark of the same name replaces the first. */
  mark(name: string): void {
    mark(this.#state, name, this.#logWeights())
  }

  /** Since a mark. */
  since(name: string): Account {
    return account(this.#state, marked(this.#state, name), this.#quadratic)
  }

  /** Over the last rounds: at least `length`, and as few more as the checkpoints allow (`from` says which). */
  trailing(length: number): Account {
    positiveInteger('length', length)
    return account(this.#state, trailing(this.#state, length), this.#quadratic)
  }
}

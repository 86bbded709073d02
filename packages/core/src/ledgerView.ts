import { type Account, account } from './account.ts'
import { positiveInteger } from './check.ts'
import { type LedgerState, mark, sinceMark, sinceStart, trailing } from './ledger.ts'

/** The ledger as a user reads it: an account since the start, since a mark, or over the last rounds. */
export class LedgerView {
  readonly #state: LedgerState
  readonly #secondOrder: boolean
  readonly #logWeights: () => Float64Array

  constructor(state: LedgerState, secondOrder: boolean, logWeights: () => Float64Array) {
    this.#state = state
    this.#secondOrder = secondOrder
    this.#logWeights = logWeights
  }

  /** Since the first round. */
  get total(): Account {
    return account(sinceStart(this.#state), this.#secondOrder)
  }

  /** Remembers this moment under a name; a second mark of the same name replaces the first. */
  mark(name: string): void {
    mark(this.#state, name, this.#logWeights())
  }

  /** Since a mark. */
  since(name: string): Account {
    return account(sinceMark(this.#state, name), this.#secondOrder)
  }

  /** Over the last rounds: at least `length`, and as few more as the checkpoints allow (`from` says which). */
  trailing(length: number): Account {
    positiveInteger('length', length)
    return account(trailing(this.#state, length), this.#secondOrder)
  }
}

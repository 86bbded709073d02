import { positiveInteger } from '../check.ts'
import type { Switching } from '../oracles/switching.ts'
import { type Account, account } from './account.ts'
import { type LedgerState, mark, sinceMark, sinceStart, trailing } from './ledger.ts'
import { type ShiftingAccount, shiftingAccounts } from './shiftingAccount.ts'

/** The ledger as a user reads it: an account since the start, since a mark, or over the last rounds. */
export class LedgerView {
  readonly #state: LedgerState
  readonly #secondOrder: boolean
  readonly #logWeights: () => Float64Array
  readonly #switching: Switching | undefined

  constructor(
    state: LedgerState,
    secondOrder: boolean,
    logWeights: () => Float64Array,
    switching: Switching | undefined,
  ) {
    this.#state = state
    this.#secondOrder = secondOrder
    this.#logWeights = logWeights
    this.#switching = switching
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

  /** Against the best sequences of experts with 0, 1, … switches, if the aggregate was asked to keep them. */
  get shifting(): readonly ShiftingAccount[] {
    if (!this.#switching) return []
    return shiftingAccounts(sinceStart(this.#state), this.#state.shared, this.#secondOrder, this.#switching)
  }
}

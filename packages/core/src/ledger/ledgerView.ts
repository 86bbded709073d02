import type { Switching } from '../oracles/switching.ts'
import { type Account, account, type Terms } from './account.ts'
import { type LedgerState, sinceMark, sinceStart } from './ledger.ts'
import { type ShiftingAccount, shiftingAccounts } from './shiftingAccount.ts'

/** The ledger as a user reads it: plain data, made when it is asked for. */
export interface Ledger {
  /** Since the first round. */
  readonly total: Account
  /** Since each mark, by its name. */
  readonly marks: Readonly<Record<string, Account>>
  /** Against the best sequences of experts with 0, 1, … switches, if the aggregate was asked to keep them. */
  readonly shifting: readonly ShiftingAccount[]
}

export function ledgerView(state: LedgerState, terms: Terms, switching: Switching | null): Ledger {
  const total = sinceStart(state)
  return {
    total: account(total, terms),
    marks: Object.fromEntries(state.marks.map(({ name }) => [name, account(sinceMark(state, name), terms)])),
    shifting: switching ? shiftingAccounts(total, state.shared, terms, switching) : [],
  }
}

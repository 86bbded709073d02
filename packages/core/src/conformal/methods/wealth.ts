import { type Options, options } from '../../base/options.ts'
import { positiveNumber } from '../../base/values.ts'

/** What a gambler without a learning rate starts with. */
export interface WealthOptions {
  /** Wealth before the first round, in units of the score. @default 1 */
  readonly wealth?: number
}

export function wealthOptions(name: string): Options<WealthOptions> {
  return options(name, { wealth: { value: positiveNumber, default: 1 } })
}

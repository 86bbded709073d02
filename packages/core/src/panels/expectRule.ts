import { expectMethods, show } from '../base/check.ts'
import { ArgumentError } from '../base/errors.ts'

/** Refuses what is no rule to put something around, such as `svb` for `svb()`: every function has a `bind`. */
export function expectRule(around: string, rule: unknown): void {
  if (typeof rule === 'object' && rule !== null) expectMethods(`the rule of ${around}`, rule, ['bind'])
  else if (typeof rule === 'function' && rule.name !== '')
    throw new ArgumentError(`${around} needs a rule; received ${rule.name}: call it, as ${rule.name}(…)`)
  else throw new ArgumentError(`${around} needs a rule; received ${show(rule)}`)
}

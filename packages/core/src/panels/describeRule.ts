import type { Description } from '../nouns/model.ts'
import type { Settings } from '../nouns/panel.ts'

/** What a rule is: its kind, its experts, and the options that all of them share. */
export function describeRule(
  kind: string,
  experts: readonly Settings[],
  shared: { readonly [name: string]: Description } = {},
): Description {
  return { kind, experts, ...shared }
}

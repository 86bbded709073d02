import type { Context } from '../nouns/panel.ts'

/** What a rule is told where rows may have a guide. */
export interface GuidedContext extends Context {
  /** Whether the first entry of x is itself a forecast of y, in its units. @default false */
  readonly guided?: boolean
}

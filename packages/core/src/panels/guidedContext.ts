import type { Context } from '../nouns/panel.ts'

/** What x has where rows have a time. It begins with what most experts do not see. */
export interface Layout {
  /** Whether the first entry is itself a forecast of y, in its units. */
  readonly guided: boolean
  /** Of the entries after it that are numbers of words: how many words there are of each. */
  readonly words: readonly number[]
  /** Whether past outcomes are among the others. */
  readonly lags: boolean
}

/** What a rule is told where rows may have a time. */
export interface GuidedContext extends Context, Partial<Layout> {}

/** How many entries come before the others. */
export function headOf({ guided = false, words = [] }: Partial<Layout>): number {
  return (guided ? 1 : 0) + words.length
}

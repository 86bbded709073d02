import type { Context } from '../nouns/panel.ts'

/** How x begins, where rows have a time: what most experts do not see. */
export interface Layout {
  /** Whether the first entry is itself a forecast of y, in its units. */
  readonly guided: boolean
  /** Of the entries after it that are numbers of words: how many words there are of each. */
  readonly words: readonly number[]
}

/** What a rule is told where rows may have a time. */
export interface GuidedContext extends Context, Partial<Layout> {}

/** How many entries come before the others. */
export function headOf({ guided = false, words = [] }: Partial<Layout>): number {
  return (guided ? 1 : 0) + words.length
}

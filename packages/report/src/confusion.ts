import { percentage } from '@credence/charts/format'
import { counter, floats, listOf, type StateShape, shape } from 'credence/kinds'

/** How often each class was taken for each other one. Plain data: row = the class that came, column = the one named. */
export interface ConfusionState {
  classes: number
  counts: Float64Array
  /** Sets by the number of classes in them, and how many of those held the class that came. */
  readonly sizes: number[]
  readonly held: number[]
}

/** More classes than this have no table of their own. */
const MOST_CLASSES = 30

export const CONFUSION: StateShape<ConfusionState> = /* @__PURE__ */ shape<ConfusionState>({
  classes: counter,
  counts: floats(({ classes }: ConfusionState) => classes * classes),
  sizes: listOf(counter),
  held: listOf(counter, ({ sizes }: ConfusionState) => sizes.length),
})

export function observeNamed(state: ConfusionState, came: number, named: number): void {
  const needed = Math.max(came, named) + 1
  if (named < 0 || needed > MOST_CLASSES) return
  if (needed > state.classes) grow(state, needed)
  state.counts[came * state.classes + named]++
}

function grow(state: ConfusionState, classes: number): void {
  const counts = new Float64Array(classes * classes)
  for (let i = 0; i < state.classes; i++)
    for (let j = 0; j < state.classes; j++) counts[i * classes + j] = state.counts[i * state.classes + j]
  state.classes = classes
  state.counts = counts
}

export function observeSize({ sizes, held }: ConfusionState, size: number, covered: boolean): void {
  while (sizes.length <= size) {
    sizes.push(0)
    held.push(0)
  }
  sizes[size]++
  if (covered) held[size]++
}

export interface ConfusionSummary {
  /** The names of the classes, where they are known. */
  readonly names: readonly string[]
  /** By class that came, then by class that was named. */
  readonly counts: readonly (readonly number[])[]
  readonly sizes: readonly { readonly size: number; readonly sets: number; readonly held: number }[]
}

export function summariseConfusion(
  { classes, counts, sizes, held }: ConfusionState,
  names: readonly string[] = [],
): ConfusionSummary | undefined {
  if (classes < 2) return undefined
  const rows = Array.from({ length: classes }, (_, i) => [...counts.subarray(i * classes, (i + 1) * classes)])
  return {
    names: rows.map((_, i) => names[i] ?? `class ${i + 1}`),
    counts: rows,
    sizes: sizes.flatMap((sets, size) => (sets > 0 ? [{ size, sets, held: held[size] }] : [])),
  }
}

/** The mistake that takes the largest share of a class, in words. */
export function commonestMistake({
  names,
  counts,
}: Pick<ConfusionSummary, 'names' | 'counts'>):
  | { readonly share: number; readonly text: string }
  | undefined {
  let worst: { share: number; text: string } | undefined
  counts.forEach((row, i) => {
    const total = row.reduce((sum, count) => sum + count, 0)
    row.forEach((count, j) => {
      const share = total === 0 ? 0 : count / total
      if (i !== j && share > (worst?.share ?? 0))
        worst = { share, text: `“${names[i]}” is taken for “${names[j]}” ${percentage(share)} of the time` }
    })
  })
  return worst
}

import type { Axis } from '../base/grid.ts'
import { type Options, options } from '../base/options.ts'
import { finites, listOf, shape, whole } from '../base/shape.ts'
import { number } from '../base/values.ts'
import type { ClassRule } from '../nouns/classRule.ts'
import { grown } from './grown.ts'

export interface FrequenciesOptions {
  /** Part of every count that a round keeps, in (0, 1]. @default [1, 0.95] */
  readonly forgetting?: Axis<number>
}

const kept = /* @__PURE__ */ number('in (0, 1]', { above: 0, atMost: 1 })

export const FREQUENCIES: Options<FrequenciesOptions> = /* @__PURE__ */ options('frequencies', {
  forgetting: { axis: kept, default: [1, 0.95] },
})

export interface FrequenciesState {
  /** One list of counts for each expert. */
  readonly counts: Float64Array[]
}

/** Rows of nothing that each class is given. */
const HALF = 0.5

/**
 * Experts that look at no features: how often each class came so far.
 *
 *     p = (n + ½)/(N + ½·classes)      (Krichevsky & Trofimov 1981)
 */
export function frequencies(given: FrequenciesOptions = {}): ClassRule<FrequenciesState> {
  const keeps = FREQUENCIES.points(given).map(({ forgetting }) => forgetting)
  return {
    description: { kind: 'frequencies', forgetting: keeps },
    bind: () => ({
      capacity: keeps.length,
      init: shape<FrequenciesState>({ counts: listOf(finites(), keeps.length) }),
      predict({ counts }, _x, classes, out) {
        counts.forEach((own, k) => {
          writeFrequencies(own, classes, out, k * classes)
        })
      },
      update({ counts }, _x, y, classes) {
        keeps.forEach((keep, k) => {
          counts[k] = counted(counts[k], y, classes, keep)
        })
      },
    }),
  }
}

export interface TransitionsOptions {
  /** Rows that the plain frequencies count beside those that came after the last class. @default 2 */
  readonly prior?: number
}

export const TRANSITIONS: Options<TransitionsOptions> = /* @__PURE__ */ options('transitions', {
  prior: { value: number('a positive number', { above: 0 }), default: 2 },
})

export interface TransitionsState {
  counts: Float64Array
  /** For each class how often others came right after it. */
  readonly after: Float64Array[]
  /** The class that came last; −1 before any. */
  last: number
}

/**
 * An expert that looks at no features: how often each class came after the one that came last.
 *
 *     p = (n(class after last) + prior·frequency)/(n(last) + prior)
 */
export function transitions(given: TransitionsOptions = {}): ClassRule<TransitionsState> {
  const { prior } = TRANSITIONS.read(given)
  return {
    description: { kind: 'transitions', prior },
    bind: () => ({
      capacity: 1,
      init: shape<TransitionsState>({
        counts: finites(),
        after: listOf(finites(), ({ counts }: TransitionsState) => counts.length),
        last: whole<TransitionsState>(-1, ({ counts }) => counts.length - 1),
      }),
      predict({ counts, after, last }, _x, classes, out) {
        writeFrequencies(counts, classes, out, 0)
        if (last < 0) return
        const seen = after[last]
        let total = prior
        for (let c = 0; c < seen.length; c++) total += seen[c]
        for (let c = 0; c < classes; c++) out[c] = ((seen[c] ?? 0) + prior * out[c]) / total
      },
      update(state, _x, y, classes) {
        state.counts = counted(state.counts, y, classes, 1)
        while (state.after.length < classes) state.after.push(new Float64Array(0))
        if (state.last >= 0) state.after[state.last] = counted(state.after[state.last], y, classes, 1)
        state.last = y
      },
    }),
  }
}

/** The counts with one more, all others forgotten a little. */
export function counted(counts: Float64Array, y: number, classes: number, keep: number): Float64Array {
  const all = grown(counts, classes)
  if (keep < 1) for (let c = 0; c < all.length; c++) all[c] *= keep
  all[y]++
  return all
}

/** Writes (n + ½)/(N + ½·classes) for each class. */
export function writeFrequencies(counts: Float64Array, classes: number, out: Float64Array, at: number): void {
  let total = HALF * classes
  for (let c = 0; c < counts.length; c++) total += counts[c]
  for (let c = 0; c < classes; c++) out[at + c] = ((counts[c] ?? 0) + HALF) / total
}

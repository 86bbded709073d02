import type { AutoLearner } from 'credence'
import { AutoForecast } from 'credence/auto'

/** What `auto` says of a number; nothing before the first outcome is known. */
export interface NumberRecord {
  readonly mean: number | null
  readonly sd: number | null
  readonly lower: number | null
  readonly upper: number | null
}

/** What `auto` says of a row, as plain data: of a number its law, of a class the probability of each. */
export type AutoRecord =
  | NumberRecord
  | {
      readonly label: string | null
      readonly probabilities: Readonly<Record<string, number>>
      /** The classes that hold the right one as often as promised, the most probable first. */
      readonly set: readonly string[]
    }

export function describeAnswer(answer: ReturnType<AutoLearner['predict']>): AutoRecord {
  if (answer instanceof AutoForecast) {
    const { mean, sd, lower, upper, known } = answer
    return known ? { mean, sd, lower, upper } : { mean: null, sd: null, lower: null, upper: null }
  }
  const { labels, label, probabilities, set } = answer
  return {
    label,
    probabilities: Object.fromEntries(labels.map((name, i) => [name, probabilities[i] ?? 0])),
    set,
  }
}

import type { AutoLearner } from 'credence'
import { AutoForecast } from 'credence/auto'

/** What `auto` says of a row, as plain data: of a number its law, of a class the probability of each. */
export type AutoRecord =
  | { readonly mean: number; readonly sd: number; readonly lower: number; readonly upper: number }
  | { readonly label: string | null; readonly probabilities: Readonly<Record<string, number>> }

export function describeAnswer(answer: ReturnType<AutoLearner['predict']>): AutoRecord {
  if (answer instanceof AutoForecast) {
    const { mean, sd, lower, upper } = answer
    return { mean, sd, lower, upper }
  }
  const { labels, label, probabilities } = answer
  return { label, probabilities: Object.fromEntries(labels.map((name, i) => [name, probabilities[i] ?? 0])) }
}

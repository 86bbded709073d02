/** Of several classes: P of each, and the places of the one that was named, −1 for none, and of the one that came. */
export interface ClassChances {
  readonly said: readonly number[]
  readonly named: number
  readonly came: number
}

/** One round whose outcome is the name of a class: the fields that its statistics read. */
export interface ClassRunRecord {
  readonly t: number
  /** null where the outcome never came. */
  readonly y: string | null
  /** null before any class was seen. */
  readonly label: string | null
  readonly probabilities: Readonly<Record<string, number>>
  readonly set: readonly string[]
  readonly loss?: number
}

/**
 * A round of classes in numbers. Of two classes the second is +1; of more, that the class named was right. The mean is
 * what is expected of them, 2p − 1.
 *
 * @param names of the classes that came, in order of appearance: a new one is added
 */
export function countedClass(
  names: string[],
  { t, y, label, probabilities, set, loss }: ClassRunRecord,
): RunRecord {
  if (y !== null && !names.includes(y)) names.push(y)
  const said = names.length === 2 ? names[1] : label
  const came = y === null ? -1 : names.indexOf(y)
  const counted = { t, y: y === null ? null : y === said ? 1 : -1 }
  if (label === null) return y === null ? counted : { ...counted, classes: { said: [], named: -1, came } }
  const probability = probabilities[said ?? ''] ?? 0
  const forecast = { ...counted, mean: 2 * probability - 1, probability }
  if (y === null || loss === undefined) return forecast
  // A class that was not known yet has the probability that the loss is of.
  const each = names.map((name, k) => (k === came ? Math.exp(-loss) : (probabilities[name] ?? 0)))
  const held = { covered: set.includes(y), size: set.length }
  return { ...forecast, loss, classes: { said: each, named: names.indexOf(label), came }, set: held }
}

/** One round as a run writes it: the fields that its statistics read. */
export interface RunRecord {
  readonly t: number
  /** null where the outcome never came. */
  readonly y: number | null
  /** The point forecast: Σω·u, a margin for classes; null where nothing was known. */
  readonly mean?: number | null
  /** The forecast that an interval is put around; or its parts. */
  readonly forecast?: unknown
  /** P(Y ≤ y) under the distribution that was forecast, where there is one. */
  readonly lawAt?: number
  readonly lower?: number | null
  readonly upper?: number | null
  /** P(y = +1). */
  readonly probability?: number
  /** Nothing was said of them where there is no probability. */
  readonly classes?: ClassChances
  /** Of a set of classes: whether it held the one that came, and how many it holds. */
  readonly set?: { readonly covered: boolean; readonly size: number }
  readonly loss?: number
  readonly weights?: ArrayLike<number>
  /** What each expert lost. */
  readonly losses?: ArrayLike<number>
}

/** The number that a record forecasts for y; NaN where there is none. */
export function pointOf({ mean, forecast, lower, upper }: RunRecord): number {
  if (mean !== undefined) return mean ?? Number.NaN
  if (typeof forecast === 'number') return forecast
  const centre = (forecast as { readonly mean?: number } | undefined)?.mean
  if (typeof centre === 'number') return centre
  return typeof lower === 'number' && typeof upper === 'number' ? (lower + upper) / 2 : Number.NaN
}

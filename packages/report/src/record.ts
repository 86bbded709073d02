import type { ClassRecord, NumericRecord } from '@credence/recipe'

/** Of several classes: P of each, and the places of the one that was named, −1 for none, and of the one that came. */
export interface ClassChances {
  readonly said: readonly number[]
  readonly named: number
  readonly came: number
}

/** A round in numbers, as it is counted. */
export type Counted = NumericRecord & {
  /** Nothing was said of them where there is no probability. */
  readonly classes?: ClassChances
  /** Of a set of classes: whether it held the one that came, and how many it holds. */
  readonly set?: { readonly covered: boolean; readonly size: number }
}

/**
 * A round of classes in numbers. Of two classes the second is +1; of more, that the class named was right. The mean is
 * what is expected of them, 2p − 1.
 *
 * @param names of the classes that came, in order of appearance: a new one is added
 */
export function countedClass(
  names: string[],
  { t, y, label, probabilities, set, loss }: Omit<ClassRecord, 'pointLoss'>,
): Counted {
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

/** What a record forecasts where large errors count no more than their size: its median, or the number that it has instead. */
export function medianOf(record: NumericRecord): number {
  return record.median ?? pointOf(record)
}

/** The number that a record forecasts for y; NaN where there is none. */
export function pointOf({ mean, forecast, lower, upper }: NumericRecord): number {
  if (mean !== undefined) return mean ?? Number.NaN
  if (typeof forecast === 'number') return forecast
  const centre = (forecast as { readonly mean?: number } | undefined)?.mean
  if (typeof centre === 'number') return centre
  return typeof lower === 'number' && typeof upper === 'number' ? (lower + upper) / 2 : Number.NaN
}

import { keyColumns, type NumericRecord, type Recipe } from '@credence/recipe'
import type { Yardstick } from '@credence/report'
import { UserError } from '../../base/failure.ts'
import { SeriesOf } from '../../course/series.ts'
import { keyOf } from '../../input/findBy.ts'
import type { Input } from '../../input/input.ts'
import { comparedPoint, lossBy, type Naive } from './yardstick.ts'

/** The columns that tell series apart, for all contenders alike: as recipes name them, or as auto finds them. */
export async function commonBy(
  recipes: readonly Recipe[],
  input: Input,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const each = recipes.map(keyColumns).filter((by) => by.length > 0)
  const [named] = each
  const other = each.find((by) => keyOf(by) !== keyOf(named ?? []))
  if (other) throw new UserError(`recipes tell series apart by ${named} and by ${other}: say which with --by`)
  if (named) return named
  const auto = recipes.find((recipe) => recipe.task === 'auto' && recipe.by === undefined)
  return auto ? (await SeriesOf.in(auto, input, undefined, signal)).by : []
}

export function withBy(recipe: Recipe, by: readonly string[]): Recipe {
  if (by.length > 0) return { ...recipe, by: [...by] }
  return recipe.task === 'auto' ? { ...recipe, by: null } : recipe
}

/** What is compared of one record: loss and point, of the contender and of the naive forecast. */
export interface Judged {
  readonly loss: number
  readonly point: number
  readonly naive: { readonly loss: number; readonly point: number } | undefined
}

interface OneSeries {
  readonly naive: Naive | undefined
  last: number
  changes: number
  sum: number
}

/**
 * Judges records. Of several series each has a naive forecast of its own, and losses are in units of the series: its mean
 * change from one outcome to the next, before the row. So a large series does not drown the others.
 */
export class Judge {
  readonly #by: Yardstick
  readonly #coverage: number
  readonly #many: boolean
  readonly #naive: () => Naive | undefined
  readonly #series = new Map<string, OneSeries>()

  constructor(by: Yardstick, coverage: number, many: boolean, naive: () => Naive | undefined) {
    this.#by = by
    this.#coverage = coverage
    this.#many = many
    this.#naive = naive
  }

  judge(record: NumericRecord, key: string): Judged {
    const series = this.#at(key)
    const unit = this.#unit(series)
    const square = this.#by === 'squared' ? unit * unit : unit
    const naive = series.naive?.lose(record)
    this.#learn(series, record.y)
    return {
      loss: lossBy(this.#by, record, this.#coverage) / square,
      point: comparedPoint(this.#by, record) / unit,
      naive: naive && { loss: naive.loss / square, point: naive.point / unit },
    }
  }

  #at(key: string): OneSeries {
    const found = this.#series.get(key)
    if (found) return found
    const fresh = { naive: this.#naive(), last: Number.NaN, changes: 0, sum: 0 }
    this.#series.set(key, fresh)
    return fresh
  }

  /** NaN before it is known: such a round is not compared. */
  #unit({ sum, changes }: OneSeries): number {
    if (!this.#many || this.#by === 'probability') return 1
    return sum > 0 ? sum / changes : Number.NaN
  }

  #learn(series: OneSeries, y: number | null): void {
    if (y === null || !this.#many) return
    if (!Number.isNaN(series.last)) {
      series.changes++
      series.sum += Math.abs(y - series.last)
    }
    series.last = y
  }
}

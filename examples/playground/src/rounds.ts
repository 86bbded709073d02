import { type ExpertSettings, expertName } from '../../../packages/report/src/weights.ts'
import type { Batch } from './messages.ts'

/** Rounds over which coverage and errors roll. */
export const ROLLING = 100
/** Rounds kept: more than are ever shown, and as many as rolling looks back. */
const KEPT = 6000
/** Drawing weights by this is drawing each expert. */
export const EXPERT = 'expert'
/** Experts with lines of their own, unless asked for. */
const MOST_LINES = 6

type Column = (number | null)[]

export interface WeightLine {
  readonly label: string
  readonly values: Column
}

/** What has been played, in columns as charts take them. */
export class Rounds {
  readonly at: number[] = []
  readonly y: Column = []
  readonly mean: Column = []
  readonly lower: Column = []
  readonly upper: Column = []
  readonly regret: Column = []
  /** Over the last rounds: share covered, mean absolute error, and that of repeating the last outcome. */
  readonly coverage: Column = []
  readonly error: Column = []
  readonly naive: Column = []
  experts: readonly ExpertSettings[] = []
  bound: number | null = null
  last = 0
  ended = false
  #weights: Float64Array[] = []
  #hits = new Rolling(ROLLING)
  #errors = new Rolling(ROLLING)
  #naive = new Rolling(ROLLING)
  #total = { covered: 0, intervals: 0, errors: 0, naive: 0, outcomes: 0 }
  #before = Number.NaN

  add({ after, size, columns, weights, experts, bound, ended }: Batch): void {
    const each = size > 0 ? weights.length / size : 0
    for (let i = 0; i < size; i++) {
      const [y, mean, lower, upper] = [columns.y[i], columns.mean[i], columns.lower[i], columns.upper[i]] as [
        number,
        number,
        number,
        number,
      ]
      this.at.push(after + i + 1)
      this.y.push(known(y))
      this.mean.push(known(mean))
      this.lower.push(known(lower))
      this.upper.push(known(upper))
      this.regret.push(known(columns.regret[i] as number))
      this.#weights.push(weights.subarray(i * each, (i + 1) * each))
      this.#score(y, mean, lower, upper)
    }
    this.last = after + size
    this.experts = experts
    this.bound = known(bound)
    this.ended = ended
    if (this.at.length > 2 * KEPT) this.#forget(this.at.length - KEPT)
  }

  #score(y: number, mean: number, lower: number, upper: number): void {
    const total = this.#total
    if (!Number.isNaN(y + lower + upper)) {
      const covered = y >= lower && y <= upper ? 1 : 0
      this.#hits.add(covered)
      total.covered += covered
      total.intervals++
    }
    if (!Number.isNaN(y + mean)) {
      this.#errors.add(Math.abs(y - mean))
      total.errors += Math.abs(y - mean)
      total.outcomes++
    }
    if (!Number.isNaN(y + this.#before)) {
      this.#naive.add(Math.abs(y - this.#before))
      total.naive += Math.abs(y - this.#before)
    }
    if (!Number.isNaN(y)) this.#before = y
    this.coverage.push(this.#hits.mean)
    this.error.push(this.#errors.mean)
    this.naive.push(this.#naive.mean)
  }

  #forget(count: number): void {
    const { at, y, mean, lower, upper, regret, coverage, error, naive } = this
    for (const column of [at, y, mean, lower, upper, regret, coverage, error, naive]) column.splice(0, count)
    this.#weights.splice(0, count)
  }

  /** Over all rounds. */
  get totals(): { coverage: number | null; error: number | null; naive: number | null } {
    const { covered, intervals, errors, naive, outcomes } = this.#total
    return {
      coverage: intervals > 0 ? covered / intervals : null,
      error: outcomes > 0 ? errors / outcomes : null,
      naive: outcomes > 1 ? naive / (outcomes - 1) : null,
    }
  }

  /** Settings in which the experts differ: what their weights can be summed over. */
  get axes(): string[] {
    const { experts } = this
    const names = [...new Set(experts.flatMap((expert) => Object.keys(expert)))]
    return names.filter((name) => new Set(experts.map((expert) => JSON.stringify(expert[name]))).size > 1)
  }

  /** What weights are drawn by, if nothing else is asked for: single experts where they are few. */
  by(asked: string): string {
    if (asked === EXPERT || this.axes.includes(asked)) return asked
    return this.experts.length <= MOST_LINES ? EXPERT : (this.axes[0] ?? EXPERT)
  }

  /** Weights of the last `shown` rounds, by an axis of the grid or by expert. */
  weightLines(by: string, shown: number): WeightLine[] {
    const { experts } = this
    const groups = new Map<string, number[]>()
    experts.forEach((expert, k) => {
      const label = by === EXPERT ? expertName(experts, k) : show(expert[by])
      groups.set(label, [...(groups.get(label) ?? []), k])
    })
    const rounds = this.#weights.slice(-shown)
    return Array.from(groups, ([label, members]) => ({
      label,
      values: rounds.map((weights) => (weights.length === 0 ? null : sum(weights, members))),
    }))
  }
}

/** The mean of the last numbers added. */
class Rolling {
  readonly #values: Float64Array
  #count = 0
  #sum = 0

  constructor(size: number) {
    this.#values = new Float64Array(size)
  }

  add(value: number): void {
    const place = this.#count++ % this.#values.length
    this.#sum += value - (this.#values[place] as number)
    this.#values[place] = value
  }

  /** null until there is a tenth of what it rolls over. */
  get mean(): number | null {
    const seen = Math.min(this.#count, this.#values.length)
    return seen * 10 < this.#values.length ? null : this.#sum / seen
  }
}

function known(value: number): number | null {
  return Number.isFinite(value) ? value : null
}

function sum(weights: Float64Array, members: readonly number[]): number {
  let total = 0
  for (const k of members) total += weights[k] as number
  return total
}

function show(value: unknown): string {
  return typeof value === 'number' ? String(Number(value.toPrecision(4))) : String(value)
}

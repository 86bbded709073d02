import { inDecimals, reconcile } from 'credence/paths'
import { type ColumnsOf, Groups } from '../../files/shelf/groups.ts'
import { joined, type List } from '../../files/shelf/list.ts'
import type { Shelf } from '../../files/shelf/shelf.ts'
import type { KeyForecast } from './keyForecast.ts'
import type { Numbers } from './plainForecast.ts'
import { ALL } from './totals.ts'

/** Forecast, step, mean, variance, and whether it cannot be negative. */
type Node = readonly [number, number, number, number, number]
/** Step, and its mean. */
type Mean = readonly [number, number]

/**
 * Moves forecasts so that those of parts add up to those of sums, to the last digit. Ends move along with the mean.
 *
 * It is done time by time, with the means of one time in memory.
 *
 * @returns the sums, then the parts
 */
export function* coherent(
  totals: List<KeyForecast>,
  parts: List<KeyForecast>,
  shelf: Shelf,
): Generator<KeyForecast, void, void> {
  const all = joined(totals, parts)
  const means = Groups.numbers<Mean>(shelf, 2)
  const { parents, shared } = move(all, totals.length, { means, nodes: Groups.numbers<Node>(shelf, 5) })
  const meansOf = (i: number): number[] => {
    const [steps, values] = means.of(i)
    const inOrder: number[] = []
    steps.forEach((k, j) => {
      inOrder[k] = values[j] as number
    })
    return inOrder
  }
  const wholes = Array.from(parents, (_, i) => meansOf(i).reduce((sum, mean) => sum + mean, 0))
  const sums = inDecimals(wholes, ofSameTimes(all, parents, shared))
  let i = 0
  for (const one of all) {
    yield withMeans(one, meansOf(i), sums[i] as number)
    i++
  }
}

/**
 * Writes the means that add up.
 *
 * @returns the nearest sum above each forecast, −1 where there is none; and at how many of its times that has a step
 */
function move(
  all: List<KeyForecast>,
  totals: number,
  {
    means,
    nodes,
  }: { readonly means: Groups<Mean, ColumnsOf<Mean>>; readonly nodes: Groups<Node, ColumnsOf<Node>> },
): { parents: number[]; shared: number[] } {
  const places = new Map<string, number>()
  const parents: number[] = []
  const begins: (number | undefined)[] = []
  const slots = new Map<number, number>()
  for (const one of all) {
    const i = parents.length
    if (i < totals) places.set(JSON.stringify(one.cells), i)
    const own = one.found.times ?? one.steps.map(({ step }) => step)
    const parent = parentOf(one.cells, places)
    // One that has ended before its sum is in none of the values to come of that sum.
    parents.push(begins[parent] === own[0] ? parent : -1)
    begins.push(own[0])
    const positive = one.past.y.every((y) => y >= 0) ? 1 : 0
    own.forEach((slot, k) => {
      const { mean } = one.steps[k] as KeyForecast['steps'][number]
      const number = slots.get(slot) ?? slots.size
      slots.set(slot, number)
      if (own.indexOf(slot) < k) means.add(i, [k, mean])
      else nodes.add(number, [i, k, mean, varianceOf(one, k), positive])
    })
  }
  const rank = new Int32Array(parents.length)
  const shared = parents.map(() => 0)
  for (let slot = 0; slot < slots.size; slot++) {
    const [who, steps, mean, variance, positive] = nodes.of(slot)
    rank.fill(-1)
    who.forEach((i, r) => {
      rank[i] = r
    })
    const above = Array.from(who, (i) => {
      let parent = parents[i] as number
      if (parent >= 0 && (rank[parent] as number) >= 0) shared[i] = (shared[i] as number) + 1
      while (parent >= 0 && (rank[parent] as number) < 0) parent = parents[parent] as number
      return parent < 0 ? -1 : (rank[parent] as number)
    })
    const tree = above.map((parent, r) => {
      return { parent, mean: mean[r] as number, variance: variance[r] as number, positive: positive[r] === 1 }
    })
    inDecimals([...reconcile(tree)], above).forEach((own, r) => {
      means.add(who[r] as number, [steps[r] as number, own])
    })
  }
  return { parents, shared }
}

/**
 * The sums above whose totals are those of their parts. A part that is forecast at other times, as a shop that has closed,
 * is not in the total of its sum; where it is forecast at some of the times, that total is of the own steps of the sum.
 */
function ofSameTimes(
  all: List<KeyForecast>,
  parents: readonly number[],
  shared: readonly number[],
): readonly number[] {
  const steps = Array.from(all, (one) => one.steps.length)
  const isMixed = new Set<number>()
  parents.forEach((parent, i) => {
    const own = shared[i] as number
    if (parent >= 0 && own > 0 && (own < (steps[i] as number) || own < (steps[parent] as number)))
      isMixed.add(parent)
  })
  return parents.map((parent, i) => (shared[i] === 0 || isMixed.has(parent) ? -1 : parent))
}

/** The nearest sum above that is there; −1 where there is none. */
function parentOf(cells: readonly string[], places: ReadonlyMap<string, number>): number {
  const own = cells.filter((cell) => cell !== ALL)
  for (let level = own.length - 1; level >= 0; level--) {
    const above = [...own.slice(0, level), ...Array.from({ length: cells.length - level }, () => ALL)]
    const place = places.get(JSON.stringify(above))
    if (place !== undefined) return place
  }
  return -1
}

/** Origins from which the record of a step says how far it is off. */
const ENOUGH = 5
/** Mean |error| of a normal, in units of its deviation. */
const MEAN_ABSOLUTE = Math.sqrt(2 / Math.PI)

function varianceOf({ steps, record }: KeyForecast, k: number): number {
  const { sd, step } = steps[k] as KeyForecast['steps'][number]
  const judged = record.find((one) => one.step === step)
  const error = judged && judged.origins >= ENOUGH ? judged.error : MEAN_ABSOLUTE * sd
  return Number.isFinite(error) ? error * error : 0
}

function withMeans(one: KeyForecast, means: readonly number[], sum: number): KeyForecast {
  const moves = one.steps.map((step, k) => moveOf(step, means[k] as number))
  return {
    ...one,
    steps: one.steps.map((step, k) => ({ ...step, ...moved(step, means[k] as number) })),
    total: moved(one.total, sum),
    inner: {
      lower: one.inner.lower.map((end, k) => (moves[k] as Move)(end)),
      upper: one.inner.upper.map((end, k) => (moves[k] as Move)(end)),
    },
  }
}

type Move = (value: number) => number

/** Digits that a moved number keeps: the last one that it could have is of rounding alone. */
const DIGITS = 15

/** By a factor where nothing is negative, so that nothing becomes so; else by a difference. */
function moveOf({ mean, lower, upper }: Pick<Numbers, 'mean' | 'lower' | 'upper'>, to: number): Move {
  const factor = to / mean
  if (lower >= 0 && mean > 0 && to > 0) return (value) => Number((value * factor).toPrecision(DIGITS))
  const sizes = [mean, to, lower, upper].map(Math.abs).filter(Number.isFinite)
  const whole = Math.floor(Math.log10(Math.max(...sizes))) + 1
  const decimals = Math.max(0, Math.min(100, DIGITS - whole))
  return (value) => Number((value + to - mean).toFixed(decimals))
}

function moved(numbers: Numbers, to: number): Numbers {
  const { median, sd, lower, upper } = numbers
  const move = moveOf(numbers, to)
  return { mean: to, median: move(median), sd, lower: move(lower), upper: move(upper) }
}

import { ArgumentError } from '../base/errors.ts'
import { wholePower } from '../math/powers.ts'
import type { SeriesRows } from './forecastSeries.ts'

/** A sum of series: those whose first cells are these. */
export interface TotalOf {
  /** The cells that its series share; fewer than a series has. */
  readonly cells: readonly string[]
  /** Places of its series. */
  readonly members: readonly number[]
}

/**
 * The sums of a hierarchy that is written in columns, the widest first: the sum of all, and of each region where a series
 * is named by region and store.
 *
 * @param keys the cells that name each series, as many of each
 */
export function totalsOf(keys: readonly (readonly string[])[]): TotalOf[] {
  const depth = keys[0]?.length ?? 0
  return Array.from({ length: depth }, (_, level) => {
    const found = new Map<string, { cells: readonly string[]; members: number[] }>()
    keys.forEach((key, i) => {
      const cells = key.slice(0, level)
      const id = JSON.stringify(cells)
      const known = found.get(id)
      if (known) known.members.push(i)
      else found.set(id, { cells, members: [i] })
    })
    return [...found.values()]
  }).flat()
}

/** Part of the times within series that may be gaps; with more, a row that is not there is a sale that was not made. */
const FEW_GAPS = 0.2
/** Part of all times at which no series may have a gap, at least: of many series, one nearly always has. */
const KNOWN = 0.25

/**
 * The sum of several series at each time. A series counts from its first outcome to its last.
 *
 * At a time at which one of them has a gap the sum is not known. Where gaps are many, as in tables without rows for
 * nothing sold, or would leave few times, they count as 0.
 *
 * @param series gone through once, one after the other: no two of them need be in memory
 */
export function sumOf(series: Iterable<SeriesRows>): SeriesRows {
  const sums = new Map<number, { sum: number; rows: number }>()
  const [firsts, lasts]: [number[], number[]] = [[], []]
  let isTimed = true
  for (const one of series) {
    if (!one.times) isTimed = false
    for (const { outcomes, first, last } of spanOf(one)) {
      firsts.push(first)
      lasts.push(last)
      for (const [time, y] of outcomes) {
        const at = sums.get(time)
        if (at) {
          at.sum += y
          at.rows++
        } else sums.set(time, { sum: 0 + y, rows: 1 })
      }
    }
  }
  firsts.sort((a, b) => a - b)
  lasts.sort((a, b) => a - b)
  const times = [...sums]
    .map(([time, { sum, rows }]) => ({ time, sum, rows }))
    .sort((a, b) => a.time - b.time)
  let [begun, ended, open, gaps] = [0, 0, 0, 0]
  const isWhole = times.map(({ time, rows }) => {
    while (firsts[begun] <= time) begun++
    while (lasts[ended] < time) ended++
    open += begun - ended
    gaps += begun - ended - rows
    return begun - ended === rows
  })
  const known = times.filter((_, i) => isWhole[i])
  const whole = gaps > FEW_GAPS * open || known.length < KNOWN * times.length ? times : known
  const y = whole.map(({ sum }) => sum)
  return isTimed ? { times: whole.map(({ time }) => time), y } : { y }
}

interface Span {
  readonly outcomes: ReadonlyMap<number, number>
  readonly first: number
  readonly last: number
}

/** Outcomes by their time; rows of one time are meant by their mean. None where there is no outcome. */
function spanOf({ times, y }: SeriesRows): Span[] {
  const met = new Map<number, { sum: number; rows: number }>()
  y.forEach((value, i) => {
    if (!Number.isFinite(value)) return
    const time = times ? times[i] : i
    const { sum, rows } = met.get(time) ?? { sum: 0, rows: 0 }
    met.set(time, { sum: sum + value, rows: rows + 1 })
  })
  if (met.size === 0) return []
  const outcomes = new Map([...met].map(([time, { sum, rows }]) => [time, sum / rows]))
  const all = [...outcomes.keys()]
  return [
    { outcomes, first: all.reduce((a, b) => Math.min(a, b)), last: all.reduce((a, b) => Math.max(a, b)) },
  ]
}

/** A forecast in a hierarchy. */
export interface TreeForecast {
  /** Place of the sum that it is a part of; −1: of none. Sums come before their parts. */
  readonly parent: number
  readonly mean: number
  /** How far it is typically off, squared; of the same kind for all. */
  readonly variance: number
  /** Whether it cannot be negative. @default false */
  readonly positive?: boolean
}

/**
 * Forecasts of sums and of their parts, moved so that the parts add up: each by as much as it was unsure. A part that
 * cannot be negative is 0 at least.
 *
 *     minimise Σ (m̃ − m)² / variance   where every sum is that of its parts
 *
 * That is MinT with a diagonal covariance (Wickramasuriya et al. 2019), in one pass up the tree and one down.
 */
export function reconcile(nodes: readonly TreeForecast[]): Float64Array {
  const parts: number[][] = nodes.map(() => [])
  nodes.forEach(({ parent, variance }, i) => {
    if (parent >= i)
      throw new ArgumentError(`sums must come before their parts; node ${i} has the parent ${parent}`)
    if (!(variance >= 0)) throw new ArgumentError(`variance must not be negative; received ${variance}`)
    if (parent >= 0) parts[parent].push(i)
  })
  // Upwards: what a node and all below it know of it.
  const mean = Float64Array.from(nodes, (node) => node.mean)
  const variance = Float64Array.from(nodes, (node) => node.variance)
  for (let i = nodes.length - 1; i >= 0; i--) {
    if (parts[i].length === 0) continue
    const below = parts[i].reduce((sum, c) => sum + mean[c], 0)
    const unsure = parts[i].reduce((sum, c) => sum + variance[c], 0)
    const trust = unsure + variance[i] > 0 ? variance[i] / (unsure + variance[i]) : 1
    mean[i] += trust * (below - mean[i])
    variance[i] = trust * unsure
  }
  // Downwards: what a sum has come to is shared out.
  parts.forEach((own, i) => {
    if (own.length > 0) share(mean, variance, nodes, own, mean[i])
  })
  return mean
}

/** Moves the parts of a sum so that they add up to it. */
function share(
  mean: Float64Array,
  variance: Float64Array,
  nodes: readonly TreeForecast[],
  parts: readonly number[],
  sum: number,
): void {
  let free = [...parts]
  let rest = sum
  for (;;) {
    const below = free.reduce((all, c) => all + mean[c], 0)
    const unsure = free.reduce((all, c) => all + variance[c], 0)
    const moved = free.map(
      (c) => mean[c] + (rest - below) * (unsure > 0 ? variance[c] / unsure : 1 / free.length),
    )
    const held = free.filter((c, i) => moved[i] < 0 && nodes[c].positive === true)
    if (held.length === 0 || held.length === free.length || rest < 0) {
      free.forEach((c, i) => {
        mean[c] = moved[i]
      })
      return
    }
    for (const c of held) mean[c] = 0
    free = free.filter((c) => !held.includes(c))
    rest = sum
  }
}

/** Decimals that are kept, at most; and digits that a number holds exactly. */
const MOST_DECIMALS = 6
const EXACT_DIGITS = 15

/**
 * The same means in decimals that add up to the last digit: parts are rounded, and a sum is that of its parts.
 *
 * @param parents of each mean, as in `reconcile`
 */
export function inDecimals(means: readonly number[], parents: readonly number[]): number[] {
  const largest = means.reduce((most, mean) => Math.max(most, Math.abs(mean)), 1)
  const whole = Math.ceil(Math.log10(largest * 10))
  const unit = wholePower(10, Math.max(0, Math.min(MOST_DECIMALS, EXACT_DIGITS - whole)))
  const isSum = new Set(parents)
  const counts = means.map((mean, i) => (isSum.has(i) ? 0 : Math.round(mean * unit)))
  for (let i = means.length - 1; i >= 0; i--) if (parents[i] >= 0) counts[parents[i]] += counts[i]
  return counts.map((count) => count / unit)
}

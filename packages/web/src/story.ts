import { amount, moment, percentage } from '@credence/charts/page'
import type { KeyView, PathStep } from '@credence/client'
import { chanceOf, futureOf, placesOf } from './pictures.ts'
import type { Columns } from './rounds.ts'

/** Outcomes that are judged together, and the fewest of them. */
const TOGETHER = 50
const FEWEST = 10

/** How a series fares: how far off, when that was worst, how often inside, and what comes next. */
export function storyOf(view: KeyView, columns: Columns, path: readonly PathStep[]): string {
  return [errorOf(columns), insideOf(view, columns), nextOf(view, columns, path), countOf(view)]
    .filter(Boolean)
    .join(' ')
}

function countOf({ rounds, version }: KeyView): string {
  return `${rounds.toLocaleString('en')} outcomes, version ${version} of the model.`
}

function insideOf({ health, target }: KeyView, { rolling }: Columns): string {
  const { coverage, meanWidth } = health
  if (coverage === null) return 'No interval was judged yet.'
  const lately = rolling.at(-1) ?? null
  const now = lately === null ? '' : `${percentage(lately)} of the last 50 and `
  const wide = meanWidth === null ? '' : `; intervals were ${amount(meanWidth)} wide on average so far`
  return `${now}${percentage(coverage, 1)} of all outcomes fell inside, ${percentage(target)} were asked for${wide}.`
}

/** The next outcome, with its time where outcomes have times. */
export function nextOf(
  { target }: Pick<KeyView, 'target'>,
  columns: Columns,
  path: readonly PathStep[],
): string {
  const [next] = path
  if (next?.mean === undefined || next.lower === null || next.upper === null) return ''
  const { domain } = placesOf(columns)
  const when = futureOf(columns, path)?.at[0]
  const at = domain === 'time' && when !== undefined ? ` (${momentOf(columns, when)})` : ''
  return `Next${at}: ${amount(next.mean)}, between ${amount(next.lower)} and ${amount(next.upper)} (meant to hold ${percentage(target)}).`
}

/** Whether intervals hold lately what they promise, by what chance allows for so many outcomes. */
export function lately({ rolling }: Pick<Columns, 'rolling'>, target: number): string {
  const share = rolling.at(-1) ?? null
  if (share === null) return 'Too few outcomes to judge the intervals yet'
  const [low, high] = chanceOf(target)
  const verdict =
    share < low ? 'fewer than chance allows' : share > high ? 'more than chance allows' : 'as promised'
  return `${percentage(share)} of the last ${TOGETHER} fell inside: ${verdict}`
}

/** The error lately beside that of the last outcome, and when it was largest; '' for classes and few outcomes. */
export function errorOf(columns: Pick<Columns, 'at' | 'time' | 'y' | 'mean'>): string {
  const { y, mean } = columns
  const own = y.map((value, i) => distance(value, mean[i]))
  const naive = y.map((value, i) => (own[i] === null ? null : distance(value, y[i - 1])))
  const [off, last] = [meanOf(own.slice(-TOGETHER)), meanOf(naive.slice(-TOGETHER))]
  if (off === null || last === null || last === 0) return ''
  const less = 1 - off / last
  const beside =
    Math.abs(less) < 0.005 ? 'as much as' : `${percentage(Math.abs(less))} ${less > 0 ? 'less' : 'more'} than`
  const rows = Math.min(TOGETHER, own.length)
  return `Off by ${amount(off)} over the last ${rows}, ${beside} by repeating the last outcome${worstOf(columns, own)}.`
}

function worstOf(columns: Pick<Columns, 'at' | 'time'>, own: readonly (number | null)[]): string {
  const means = own.map((_, i) => (i + 1 < TOGETHER ? null : meanOf(own.slice(i + 1 - TOGETHER, i + 1))))
  const worst = means.reduce((most: number, value, i) => ((value ?? -1) > (means[most] ?? -1) ? i : most), 0)
  const value = means[worst]
  if (value === null || value === undefined || own.length < 2 * TOGETHER) return ''
  if (worst === own.length - 1)
    return `; these are the worst ${TOGETHER} of the last ${own.length.toLocaleString('en')}`
  const { domain, at } = placesOf(columns)
  const when =
    domain === 'time' ? momentOf(columns, at[worst] as number) : `round ${at[worst]?.toLocaleString('en')}`
  return `; at worst by ${amount(value)}, over the ${TOGETHER} up to ${when}`
}

/** A time as exactly as the distance of outcomes needs it. */
function momentOf({ time }: Pick<Columns, 'time'>, at: number): string {
  return moment(at, (time.at(-1) as number) - (time.at(-2) as number))
}

function distance(a: number | null | undefined, b: number | null | undefined): number | null {
  return typeof a === 'number' && typeof b === 'number' ? Math.abs(a - b) : null
}

function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length < FEWEST ? null : known.reduce((sum, value) => sum + value, 0) / known.length
}

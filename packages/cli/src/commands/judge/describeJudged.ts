import { columns, count, digits, percent } from '../../base/words.ts'
import { ALL } from '../forecast/totals.ts'
import type { Come, JudgedFile } from './judged.ts'

/** Files and misses that are listed. */
const MOST = 10

/** How forecasts did, for people: all of them in one sentence, then file by file, then the misses. */
export function describeJudged(each: readonly JudgedFile[], data: string, coverage: number): string[] {
  const come = each.flatMap((one) => one.come)
  const steps = each.reduce((sum, one) => sum + one.steps, 0)
  const named = each.length === 1 ? (each[0] as JudgedFile).file : `${count(each.length)} files`
  const first = `${count(come.length)} of ${count(steps)} forecasts in ${named} have an outcome in ${data}`
  if (come.length === 0) return [`${first}: ${waitingFor(each)}`, ...strangers(each, data)]
  const held = come.filter((one) => one.held).length
  return [
    `${first}. Intervals held ${count(held)} of them, ${percent(held / come.length)}; ${percent(coverage)} were asked for.`,
    ...table(each),
    ...missesOf(each),
    ...strangers(each, data),
  ]
}

function waitingFor(each: readonly JudgedFile[]): string {
  const known = each.some(({ steps }) => steps > 0)
  return known
    ? 'their times are not in the data, or it has no outcome there yet'
    : 'the data has none of their series'
}

/** A line for each file, the newest last. */
function table(each: readonly JudgedFile[]): string[] {
  const shown = each.slice(-MOST)
  const older = each.length - shown.length
  const sums = each.some((one) => one.sums.length > 0)
  const rows = shown.map(({ file, steps, come, sums: totals }) => [
    file,
    `${count(come.length)} of ${count(steps)}`,
    heldOf(come),
    come.length === 0 ? '–' : digits(errorOf(come)),
    come.length === 0 ? '–' : digits(biasOf(come)),
    ...(sums ? [heldOf(totals)] : []),
  ])
  const head = ['', 'have come', 'held', 'mean error', 'too low by', ...(sums ? ['totals held'] : [])]
  return [
    ...columns([head, ...rows]).map((line) => `  ${line}`),
    ...(older > 0 ? [`  … and ${count(older)} files before these`] : []),
  ]
}

function heldOf(come: readonly Come[]): string {
  return come.length === 0 ? '–' : `${count(come.filter((one) => one.held).length)} of ${count(come.length)}`
}

export function errorOf(come: readonly Come[]): number {
  return come.reduce((sum, { y, mean }) => sum + Math.abs(y - mean), 0) / come.length
}

/** By how much forecasts were too low, in the mean. */
export function biasOf(come: readonly Come[]): number {
  return come.reduce((sum, { y, mean }) => sum + (y - mean), 0) / come.length
}

/** Outcomes outside their interval, those farthest outside by its width first. */
function missesOf(each: readonly JudgedFile[]): string[] {
  const missed = each.flatMap(({ file, come }) => come.flatMap((one) => (one.held ? [] : [{ file, ...one }])))
  if (missed.length === 0) return []
  const far = ({ y, lower, upper }: Come): number => Math.max(lower - y, y - upper) / (upper - lower)
  const shown = missed.sort((a, b) => far(b) - far(a)).slice(0, MOST)
  const rows = shown.map(({ file, cells, written, step, y, mean, lower, upper }) => [
    [...cells, written].join(', '),
    digits(y),
    digits(mean),
    `${digits(lower)} to ${digits(upper)}`,
    `step ${step}`,
    ...(each.length > 1 ? [file] : []),
  ])
  const head = ['missed', 'outcome', 'forecast', 'interval', '', ...(each.length > 1 ? [''] : [])]
  const left = missed.length - shown.length
  return [
    ...columns([head, ...rows]).map((line) => `  ${line}`),
    ...(left > 0 ? [`  … and ${count(left)} more`] : []),
  ]
}

/** Series that the data does not have. Sums over series are none of them. */
function strangers(each: readonly JudgedFile[], data: string): string[] {
  const names = new Set(
    each.flatMap(({ strange }) =>
      strange.filter((cells) => !cells.includes(ALL)).map((cells) => cells.join(', ')),
    ),
  )
  if (names.size === 0) return []
  const shown = [...names].slice(0, MOST).map((name) => JSON.stringify(name))
  const more = names.size > MOST ? ', …' : ''
  return [`  ${data} has no rows of ${count(names.size)} series: ${shown.join(', ')}${more}`]
}

import { columns, count, digits, percent } from '../../base/words.ts'
import type { Asked } from '../forecast/asked.ts'
import { ALL } from '../forecast/totals.ts'
import { writeTime } from '../forecast/writeTime.ts'
import type { IssuedStep } from './issued.ts'
import type { Come, JudgedFile, Outcomes } from './judged.ts'

/** Files and misses that are listed. */
const MOST = 10
/** Forecasts of which some interval should have held. */
const ENOUGH = 5

/** The data that forecasts are judged by. */
export interface JudgedBy extends Outcomes {
  readonly name: string
  readonly asked: Asked
}

/** How forecasts did, for people: all of them in one sentence, then file by file, then the misses. */
export function describeJudged(each: readonly JudgedFile[], data: JudgedBy, coverage: number): string[] {
  const { name, asked } = data
  const come = each.flatMap((one) => one.come)
  const steps = each.flatMap((one) => one.steps)
  const named = each.length === 1 ? (each[0] as JudgedFile).file : `${count(each.length)} files`
  const doubts = [...averaged(data), ...strangers(each, name)]
  if (steps.length === 0)
    return [`No forecast could be judged: ${named} and ${name} have no series in common`, ...doubts]
  const first = `${count(come.length)} of ${count(steps.length)} forecasts in ${named} have an outcome in ${name}`
  if (come.length === 0)
    return [
      `${first}: ${waitingFor(steps, data)}. Judge again when the data has outcomes of these days`,
      ...doubts,
    ]
  const held = come.filter((one) => one.held).length
  const isNone = held === 0 && come.length >= ENOUGH
  return [
    `${first}. Intervals held ${count(held)} of them, ${percent(held / come.length)}; ${percent(coverage)} were asked for.`,
    ...table(each),
    ...missesOf(each),
    ...(isNone
      ? [
          `  no outcome was inside its interval. If ${JSON.stringify(asked.target)} is not the column that was forecast, name that one with --target`,
        ]
      : []),
    ...doubts,
  ]
}

/** When forecasts and outcomes are, where none is of the time of another. */
function waitingFor(steps: readonly IssuedStep[], { name, asked }: JudgedBy): string {
  const { rows, style, zone } = asked
  const inTime = [...steps].sort((a, b) => a.time - b.time)
  let [first, last] = [Infinity, -Infinity]
  for (const { place, y } of rows)
    place.forEach((time, r) => {
      if (Number.isNaN(y[r])) return
      first = Math.min(first, time)
      last = Math.max(last, time)
    })
  const [from, to] = [first, last].map((time) => writeTime(time, style, zone))
  return `they are of ${inTime[0]?.written} to ${inTime.at(-1)?.written}, and the outcomes in ${name} of ${from} to ${to}`
}

/** A line for each file, the newest last. */
function table(each: readonly JudgedFile[]): string[] {
  const shown = each.slice(-MOST)
  const older = each.length - shown.length
  const sums = each.some((one) => one.sums.length > 0)
  const rows = shown.map(({ file, steps, come, sums: totals }) => [
    file,
    `${count(come.length)} of ${count(steps.length)}`,
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

/** Outcomes that are means: perhaps of series that the forecasts do not tell apart. */
function averaged({ name, means }: JudgedBy): string[] {
  if (means === 0) return []
  const what = `${count(means)} ${means === 1 ? 'outcome is the average' : 'outcomes are averages'}`
  return [
    `  ${what}: ${name} has several rows at one time. If the forecasts are of one series alone, give a file that has only its rows`,
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
  return [
    `  ${data} has no row of ${count(names.size)} series of the forecasts: ${shown.join(', ')}${more}. If they have other names now, give them the old ones, and judge again`,
  ]
}

import type { StepRecord } from 'credence/paths'
import { count, percent } from '../../base/words.ts'
import { firstOf, type List } from '../../files/shelf/list.ts'
import type { KeyForecast } from './keyForecast.ts'

const BAR = 32
/** Keys that a terminal shows; the others are in the output. */
const MOST_KEYS = 3
const MOST_STEPS = 40

/**
 * The next steps as a table, with the interval of each drawn beside it: for people.
 *
 * @param file where all of them are written, if anywhere
 */
export function describeForecast(forecasts: List<KeyForecast>, file: string | undefined): string[] {
  const shown = firstOf(forecasts, MOST_KEYS).flatMap((forecast) => [...describeKey(forecast), ''])
  const left = forecasts.length - MOST_KEYS
  return left > 0
    ? [
        ...shown,
        `${count(left)} more series ${left === 1 ? 'is' : 'are'} ${file ? `in ${file}` : 'written with -o forecasts.csv'}`,
      ]
    : shown.slice(0, -1)
}

function describeKey({ name, steps, total }: KeyForecast): string[] {
  const rows = steps.slice(0, MOST_STEPS)
  const low = Math.min(...rows.map(({ lower }) => lower).filter(Number.isFinite))
  const high = Math.max(...rows.map(({ upper }) => upper).filter(Number.isFinite))
  const cells = rows.map(({ step, time, mean, lower, upper }) => [
    time ?? `step ${step}`,
    short(mean),
    short(lower),
    short(upper),
  ])
  const head = ['', 'forecast', 'lower', 'upper']
  const widths = head.map((title, c) =>
    Math.max(title.length, ...cells.map((row) => (row[c] as string).length)),
  )
  const line = (row: readonly string[]): string =>
    row
      .map((cell, c) => (c === 0 ? cell.padEnd(widths[c] as number) : cell.padStart(widths[c] as number)))
      .join('  ')
  const drawn = rows.map((step, i) => `  ${line(cells[i] as string[])}  ${bar(step, low, high)}`)
  const more =
    steps.length > MOST_STEPS ? [`  … ${steps.length - MOST_STEPS} more steps are in the output`] : []
  const sum = `  total of ${steps.length} steps: ${short(total.mean)}, between ${short(total.lower)} and ${short(total.upper)}`
  return [
    ...(name === '' ? [] : [name]),
    `  ${line(head)}`,
    ...drawn,
    ...more,
    ...(steps.length > 1 ? [sum] : []),
  ]
}

/** ├───●───┤ on the scale that all steps share. */
function bar(
  { mean, lower, upper }: { mean: number; lower: number; upper: number },
  low: number,
  high: number,
): string {
  if (!Number.isFinite(upper - lower) || !(high > low)) return ''
  const place = (value: number): number =>
    Math.round(((BAR - 1) * (Math.min(high, Math.max(low, value)) - low)) / (high - low))
  const [from, to, middle] = [place(lower), place(upper), place(mean)]
  return Array.from({ length: to + 1 }, (_, i) => {
    if (i === middle) return '●'
    if (i < from) return ' '
    return i === from ? '├' : i === to ? '┤' : '─'
  }).join('')
}

function short(value: number): string {
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞'
  const size = Math.abs(value)
  return value.toLocaleString('en', { maximumFractionDigits: size >= 100 ? 0 : size >= 10 ? 1 : 3 })
}

/** Whether naive forecasts repeat the value a season ago; where no series has a season they repeat the last one. */
export function isSeasonal(forecasts: Iterable<KeyForecast>): boolean {
  for (const { found } of forecasts) if ((found.seasons[0] ?? 1) > 1) return true
  return false
}

const naiveOf = (forecasts: Iterable<KeyForecast>): string =>
  isSeasonal(forecasts) ? 'the value a season ago' : 'the last value'

/** How good such forecasts were, by step, over all series: each in units of its own naive error, so that none drowns the rest. */
export function describeRecord(forecasts: List<KeyForecast>, coverage: number): string[] {
  let [steps, origins] = [0, 0]
  for (const { record } of forecasts) {
    steps = Math.max(steps, record.at(-1)?.step ?? 0)
    origins = Math.max(origins, record[0]?.origins ?? 0)
  }
  const groups = groupsOf(steps).map(([from, to]) => ({
    from,
    to,
    origins: 0,
    error: 0,
    ratio: 0,
    covered: 0,
  }))
  for (const { record } of forecasts)
    for (const one of record) {
      if (!(one.naive > 0)) continue
      for (const group of groups) {
        if (one.step < group.from || one.step > group.to) continue
        group.origins += one.origins
        group.error += one.origins * one.error
        group.ratio += one.origins * (one.error / one.naive)
        group.covered += one.origins * one.covered
      }
    }
  const naive = naiveOf(forecasts)
  const rows = groups.flatMap((group) => {
    if (group.origins === 0) return []
    const name = group.from === group.to ? `step ${group.from}` : `steps ${group.from} to ${group.to}`
    const error = forecasts.length === 1 ? `error ${short(group.error / group.origins)}, ` : ''
    const ratio = group.ratio / group.origins
    const beside = ratio <= 1 ? `${percent(1 - ratio)} below` : `${percent(ratio - 1)} above`
    return [
      `  ${name.padEnd(16)} ${error}${beside} ${naive}; ${percent(group.covered / group.origins)} covered`,
    ]
  })
  if (rows.length === 0) return []
  return [
    `How good such forecasts were here, from up to ${count(origins)} earlier rows each (${percent(coverage)} asked for):`,
    ...rows,
    ...worstOf(forecasts, coverage),
  ]
}

/** How good forecasts of sums were: each by its own errors, as a sum. */
export function describeTotals(totals: List<KeyForecast>, coverage: number): string[] {
  const naive = naiveOf(totals)
  const lines = firstOf(totals, NAMED).flatMap(({ name, record }) => {
    const sum = (of: (one: StepRecord) => number): number =>
      record.reduce((all, one) => all + one.origins * of(one), 0)
    const outcomes = sum(() => 1)
    if (outcomes === 0) return []
    const ratio = sum((one) => one.error) / sum((one) => one.naive)
    return [
      `  ${name}: error ${ratio.toFixed(2)} of that of ${naive}; ${percent(sum((one) => one.covered) / outcomes)} covered`,
    ]
  })
  if (lines.length === 0) return []
  const more =
    totals.length > NAMED ? [`  … ${count(totals.length - NAMED)} more sums are in the output`] : []
  return [`Sums of series, over all steps (${percent(coverage)} asked for):`, ...lines, ...more]
}

/** Series that are named, at most; and outcomes of one that coverage is judged by, at least. */
const NAMED = 5
const ENOUGH = 20

/** Of many series: those whose forecasts were worst beside a season ago, and those covered least. */
function worstOf(forecasts: List<KeyForecast>, coverage: number): string[] {
  if (forecasts.length < 2) return []
  const each: { readonly name: string; readonly ratio: number; readonly covered: number }[] = []
  for (const { name, record } of forecasts) {
    const sum = (of: (one: StepRecord) => number): number =>
      record.reduce((all, one) => all + one.origins * of(one), 0)
    const [outcomes, naive] = [sum(() => 1), sum((one) => one.naive)]
    if (outcomes < ENOUGH || !(naive > 0)) continue
    const covered = sum((one) => one.covered) / outcomes
    each.push({ name, ratio: sum((one) => one.error) / naive, covered })
  }
  const better = each.filter(({ ratio }) => ratio < 1).length
  const worst = [...each].sort((a, b) => b.ratio - a.ratio).slice(0, NAMED)
  const least = each.filter(({ covered }) => covered < coverage - 0.1).sort((a, b) => a.covered - b.covered)
  if (each.length === 0) return []
  return [
    `  better than ${naiveOf(forecasts)} in ${count(better)} of ${count(each.length)} series; the worst, error over that:`,
    ...worst.map(({ name, ratio }) => `    ${name}: ${ratio.toFixed(2)}`),
    ...(least.length > 0
      ? [
          `  ${count(least.length)} series are covered by less than ${percent(coverage - 0.1)}: ${least
            .slice(0, NAMED)
            .map(({ name, covered }) => `${name} ${percent(covered)}`)
            .join(', ')}`,
        ]
      : []),
  ]
}

function groupsOf(steps: number): (readonly [number, number])[] {
  const ends: readonly (readonly [number, number])[] = [
    [1, 1],
    [2, 4],
    [5, 8],
    [9, steps],
  ]
  return ends.filter(([from]) => from <= steps).map(([from, to]) => [from, Math.min(to, steps)] as const)
}

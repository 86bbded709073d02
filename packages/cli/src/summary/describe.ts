import {
  type ColumnKind,
  type CoverageSummary,
  type KeySummary,
  type RunSummary,
  storyOf,
} from '@credence/report'
import { PLAIN, type Style } from '../base/style.ts'
import { count, digits, duration, percent, rowCount } from '../base/words.ts'
import { braille } from './braille.ts'

/** How wide the charts are, in characters. */
const WIDTH = 56
/** Experts and values that are listed. */
const LISTED = 5

/** A summary as lines for a terminal: the sentence of the page first, then the numbers behind it. */
export function describeSummary(summary: RunSummary, style: Style = PLAIN): string[] {
  const { rows, outcomes, seconds, warnings, doubt } = summary
  const gaps = outcomes < rows ? `, ${count(outcomes)} with an outcome` : ''
  const speed = seconds > 0 ? `, ${count(Math.round(rows / seconds))} a second` : ''
  const numbers = [
    ...keyLines(summary),
    ...errorLines(summary),
    ...probabilityLines(summary),
    ...lossLines(summary),
    ...intervalLines(summary),
    ...setLines(summary),
    ...groupLines(summary),
    ...lawLines(summary),
    ...weightLines(summary),
    ...columnLines(summary),
  ]
  return [
    ...(doubt === undefined ? [] : [doubt]),
    ...seriesLines(summary),
    style.strong(storyOf(summary).sentence),
    style.faint(`${rowCount(rows)}${gaps} in ${duration(seconds)}${speed}`),
    ...numbers.map((text) => withFaintName(text, style)),
    ...warnings.map(({ message }) => style.alert(`  ! ${message}`)),
  ]
}

/** Names of lines stand back behind their numbers. */
function withFaintName(text: string, { faint }: Style): string {
  const name = text.slice(0, NAME + 3)
  return name.trim() === '' ? text : `${faint(name)}${text.slice(NAME + 3)}`
}

/** Characters that the name of a line has. */
const NAME = 10

const line = (name: string, text: string): string => `  ${name.padEnd(NAME)} ${text}`

/** What tells the series apart: said first, because all that follows depends on it. */
function seriesLines({ keys }: RunSummary): string[] {
  if (!keys) return []
  const why = keys.found ? ', because each time comes more than once' : ''
  const refuse = keys.found ? '. If all rows are one series, add --by none' : ''
  return [
    `${count(keys.each.length)} series by ${keys.by.join(' and ')}${why}. ${LEARNT[keys.learnt ?? 'alone']}${refuse}`,
  ]
}

const LEARNT = {
  alone: 'Each is learnt by itself',
  together:
    'Each learns from its own rows and from those of the others. If this is right, do nothing. If they have nothing to do with each other, add --alone',
  unordered: 'Each is learnt by itself: sort the rows by time to let them learn from each other',
} as const

const NAIVE = {
  last: 'the last value',
  seasonal: 'the value a season ago',
  mean: 'the mean so far',
  median: 'the median so far',
} as const

/** Errors of each series beside what is naive in that series. */
function keyLines({ keys, intervals }: RunSummary): string[] {
  if (!keys) return []
  const beside = (Object.keys(NAIVE) as (keyof typeof NAIVE)[]).flatMap((who) => {
    const found = keys.beside[who]
    if (!found) return []
    return [
      `error over that of ${NAIVE[who]}: median ${digits(found.median)}, better in ${count(found.better)} of ${count(keys.judged)}`,
    ]
  })
  const worst = keys.each
    .filter(({ relative, wrong }) => relative !== null || wrong !== null)
    .slice(0, LISTED)
  const score =
    intervals && keys.scaledScore !== null
      ? [line('', `interval score over the error of the last value: median ${digits(keys.scaledScore)}`)]
      : []
  return [
    ...beside.map((text, i) => line(i === 0 ? 'series' : '', text)),
    ...score,
    ...worst.map((key, i) => line(i === 0 ? 'worst' : '', keyLine(key))),
  ]
}

function keyLine({ name, rounds, rows, relative, meanAbsolute, covered, wrong }: KeySummary): string {
  const error =
    wrong === null
      ? `error ${digits(meanAbsolute.own)}, ${digits(relative)} of the best naive; last value ${digits(meanAbsolute.last)}`
      : `${percent(wrong)} wrong`
  const hit = covered === null ? '' : `, ${percent(covered)} covered`
  return `${name || '(empty)'}: ${error}${hit} (${rowCount(wrong === null ? rounds : rows)})`
}

function errorLines({ errors }: RunSummary): string[] {
  if (!errors) return []
  const { own, last, mean, median, seasonal } = errors.meanAbsolute
  const [ofMedian, ofMean] =
    errors.absoluteOf === 'median' ? [' (of the median)', ' (of the mean)'] : ['', '']
  const season = seasonal === undefined ? '' : `, a season ago (${errors.season} rounds) ${digits(seasonal)}`
  return [
    line(
      'error',
      `mean absolute ${digits(own)}${ofMedian}${last === undefined ? '' : `; naive: last value ${digits(last)}, mean so far ${digits(mean)}, median so far ${digits(median)}${season}`}`,
    ),
    line('', `root mean square ${digits(errors.rootMeanSquared.own)}${ofMean}`),
  ]
}

function probabilityLines({ probabilities }: RunSummary): string[] {
  if (!probabilities) return []
  const { wrong, naiveWrong, brier, naiveBrier, calibrationError } = probabilities
  return [
    line('labels', `${percent(wrong)} wrong; the commonest label so far ${percent(naiveWrong)}`),
    line(
      'chances',
      `Brier score ${digits(brier)}, the frequency so far ${digits(naiveBrier)}; off by ${percent(calibrationError)} on average`,
    ),
  ]
}

function lossLines({ loss, experts }: RunSummary): string[] {
  if (!loss) return []
  const { mean, impossible = 0, best, worst, regret, bound } = loss
  const left =
    impossible === 0
      ? ''
      : `, without ${rowCount(impossible)} whose outcome was held for impossible: there the loss is infinite`
  const lines = [line('loss', `mean ${digits(mean)}${left}`)]
  if (best && worst && experts.length > 1)
    lines.push(
      line(
        '',
        `best expert ${digits(best.mean)} (${best.expert}), worst ${digits(worst.mean)} (${worst.expert})`,
      ),
    )
  if (regret !== null && experts.length > 1)
    lines.push(
      line('regret', `${digits(regret)}${bound === null ? '' : `, proven to stay below ${digits(bound)}`}`),
    )
  return lines
}

function intervalLines({ intervals, series, keys }: RunSummary): string[] {
  if (!intervals) return []
  if (keys) return [coverageLine(intervals)]
  const { asked, meanWidth, medianWidth, meanScore, infinite } = intervals
  const endless =
    infinite > 0 ? `; ${count(infinite)} ${infinite === 1 ? 'interval was' : 'intervals were'} infinite` : ''
  const lines = [
    coverageLine(intervals),
    line(
      '',
      `median width ${digits(medianWidth)}, mean ${digits(meanWidth)}, interval score ${digits(meanScore)}${endless}`,
    ),
  ]
  if (series.t.length < 20) return lines
  const smooth = smoothed(series.coverage)
  const low = Math.max(0, Math.min(asked, ...defined(smooth)) - 0.02)
  const drawn = braille(smooth, WIDTH, 2, [low, 1])
  return [...lines, line('100 %', drawn[0] as string), line(percent(low), drawn[1] as string)]
}

function setLines({ sets }: RunSummary): string[] {
  if (!sets) return []
  return [coverageLine(sets), line('', `mean size of a set ${digits(sets.meanSize)} classes`)]
}

function coverageLine({ covered, asked, confidence }: CoverageSummary): string {
  const [least, greatest] = confidence
  return line(
    'coverage',
    `${percent(covered)} of ${percent(asked)} asked for (95 % sure: between ${percent(least)} and ${percent(greatest)})`,
  )
}

function groupLines({ groups, probabilities }: RunSummary): string[] {
  if (!groups || groups.each.length < 2) return []
  const { by, each } = groups
  const shown = each.slice(0, LISTED).map(({ name, rounds, covered, meanAbsolute }) => {
    const hit = covered === null ? '' : ` ${percent(covered)} covered,`
    const error = probabilities ? `${percent(meanAbsolute ?? 0)} wrong` : `error ${digits(meanAbsolute)}`
    return `${name || '(empty)'}${hit} ${error} (${count(rounds)})`
  })
  const more = each.length > LISTED ? `; … (${each.length})` : ''
  return [line('groups', `by ${by}: ${shown.join('; ')}${more}`)]
}

/** Means over stretches of neighbours: a stretch of few rounds covers 0 or 1. */
function smoothed(values: readonly (number | null)[]): (number | null)[] {
  const reach = Math.max(1, Math.ceil(values.length / 60))
  return values.map((_, i) => {
    const near = defined(values.slice(Math.max(0, i - reach), i + reach + 1))
    return near.length === 0 ? null : near.reduce((sum, value) => sum + value, 0) / near.length
  })
}

function defined(values: readonly (number | null)[]): number[] {
  return values.filter((value) => value !== null)
}

function lawLines({ law }: RunSummary): string[] {
  if (!law) return []
  const bars = '▁▂▃▄▅▆▇█'
  const most = Math.max(...law.shares)
  const drawn = law.shares.map((share) => bars[Math.round((share / most) * (bars.length - 1))]).join('')
  return [
    line(
      'calibrated',
      `${drawn}  where outcomes fell in their forecast distribution: flat is right; off by ${percent(law.distance)} at most`,
    ),
  ]
}

function weightLines({ axes, experts, series }: RunSummary): string[] {
  if (experts.length < 2) return []
  const lines = axes.map(({ axis, values }) => {
    const top = [...values].sort((a, b) => b.weight - a.weight).slice(0, LISTED)
    const listed = top.map(({ value, weight }) => `${shown(value)} ${percent(weight)}`)
    const more = values.length > LISTED ? ', …' : ''
    return line('weights', `by ${axis}: ${listed.join(', ')}${more}`)
  })
  const order = experts.map((_, k) => k).sort((a, b) => (experts[b]?.weight ?? 0) - (experts[a]?.weight ?? 0))
  if (axes.length === 0) {
    const top = order.slice(0, LISTED).map((k) => `${experts[k]?.name} ${percent(experts[k]?.weight ?? 0)}`)
    lines.push(line('weights', top.join(', ')))
  }
  if (series.t.length < 20) return lines
  const best = order[0] as number
  const weights = series.weights[best] ?? []
  const most = Math.max(...defined(weights))
  const [drawn] = braille(weights, WIDTH, 1, [0, most])
  return [...lines, line('', `${drawn}  weight of ${experts[best]?.name}, at most ${percent(most)}`)]
}

function shown(value: unknown): string {
  return typeof value === 'number' ? digits(value) : String(value)
}

/** Words of a column up to which their number is said. */
const FEW_WORDS = 12

function kindWords({ kind, levels, missing, unreadable }: ColumnKind): string {
  const said = {
    number: 'number',
    boolean: 'yes or no',
    time: 'time',
    word: levels > FEW_WORDS ? 'many words' : `${levels} ${levels === 1 ? 'word' : 'words'}`,
    unknown: 'empty',
  }
  return [
    said[kind],
    ...(missing > 0 && kind !== 'unknown' ? [`${count(missing)} missing`] : []),
    ...(unreadable > 0 ? [`${count(unreadable)} unreadable`] : []),
  ].join(', ')
}

function rangeWords([lower, upper]: readonly [number | null, number | null]): string {
  const ends = [
    lower === null ? [] : `below ${digits(lower)}`,
    upper === null ? [] : `above ${digits(upper)}`,
  ]
  return `never ${ends.flat().join(' or ')}`
}

function columnLines({ columns, rows, outcomes }: RunSummary): string[] {
  const { target, used, filled = {}, kinds = [], range } = columns
  const found = new Map(kinds.map((kind) => [kind.name, ` (${kindWords(kind)})`]))
  const listed = used
    .slice(0, 8)
    .map((name) => `${name === '' ? 'a column without a name' : name}${found.get(name) ?? ''}`)
    .join(', ')
  const more = used.length > 8 ? `, … (${used.length})` : ''
  const isCounted = kinds.some(
    ({ kind, missing, unreadable }) => kind !== 'unknown' && missing + unreadable > 0,
  )
  const gaps = Object.entries(filled).map(([name, times]) => `${name} ${count(times)} times`)
  return [
    line('columns', `${target} from ${listed || 'nothing else'}${more}`),
    ...(isCounted && outcomes < rows ? [line('', 'gaps are counted in the rows that have an outcome')] : []),
    ...(range ? [line('', `${rangeWords(range)}: intervals end there`)] : []),
    ...(gaps.length > 0 ? [line('', `gaps filled: ${gaps.join(', ')}`)] : []),
  ]
}

import { amount, dayOfYear, moment, percentage } from '@credence/charts/format'
import { alertWords, chanceWords } from 'credence/conformal'
import { commonestMistake } from './confusion.ts'
import type { KeySummary, KeysSummary } from './keys.ts'
import { isAsLarge, type Naive, spacingOf, strongestNaive } from './naive.ts'
import type { RunSummary } from './summary.ts'

/** The result in one sentence, and what to know about it: for the page and for the terminal. */
export interface Story {
  readonly sentence: string
  readonly note: string
}

export function storyOf(summary: RunSummary): Story {
  if (summary.outcomes === 0) {
    return {
      sentence: `No outcome of ${summary.columns.target} is known yet, so there is nothing to judge.`,
      note: '',
    }
  }
  if (summary.probabilities) return classStory(summary)
  return summary.keys ? keysStory(summary, summary.keys) : numberStory(summary)
}

/** Of many series: a typical one beside what is naive in it, because no number is in the units of all. */
function keysStory(summary: RunSummary, { each, relative }: KeysSummary): Story {
  const { intervals, columns } = summary
  const all = `${each.length.toLocaleString('en')} series of ${columns.target}`
  const typical =
    relative === null ? '' : `: in a typical one ${besideNaive(relative)} the best naive forecast`
  const held = intervals ? `; ${heldOf(intervals)}` : ''
  return { sentence: `${all}${typical}${held}.`, note: keysNote(summary, each) }
}

function besideNaive(relative: number): string {
  if (isAsLarge(relative, 1)) return 'as much error as'
  return `${percentage(Math.abs(1 - relative))} ${relative < 1 ? 'less' : 'more'} error than`
}

/** Which series did worst, and in which the errors grew. */
function keysNote(summary: RunSummary, each: readonly KeySummary[]): string {
  const [worst] = each
  const grown = each.reduce<KeySummary | undefined>(
    (most, key) => ((key.lately ?? 0) > (most?.lately ?? 0) ? key : most),
    undefined,
  )
  const notes = [
    worst && worst.relative !== null && each.length > 1
      ? `${worst.name || '(empty)'} did worst, with ${besideNaive(worst.relative)} its best naive forecast.`
      : '',
    grown && (grown.lately ?? 0) > GROWN
      ? `Lately the errors grew most in ${grown.name || '(empty)'}: × ${amount(grown.lately, 1)} of before.`
      : '',
    readNote(summary),
  ]
  return notes.filter(Boolean).join(' ')
}

/** Times as large as before, from which errors are said to have grown. */
const GROWN = 1.5

function numberStory(summary: RunSummary): Story {
  const { errors, intervals, columns } = summary
  const naive = strongestNaive(summary)
  const own = errors?.meanAbsolute.own
  const parts: string[] = []
  if (own !== undefined && own !== null) {
    parts.push(
      `Forecasts of ${columns.target} were off by ${amount(own)} on average${naive ? `, ${besideOf(own, naive)}` : ''}`,
    )
  }
  // Infinite ones hold everything.
  if (intervals && intervals.medianWidth !== null) parts.push(heldOf(intervals))
  const sentence =
    parts.length > 0
      ? `${parts.join('; ')}.`
      : `There are too few outcomes of ${columns.target} to judge forecasts by.`
  return { sentence: capital(sentence), note: noteOf(summary) }
}

function besideOf(own: number, { value, label }: Naive): string {
  const less = 1 - own / value
  if (!Number.isFinite(less)) return `beside ${amount(value)} by ${label}`
  if (isAsLarge(own, value)) return `no better than ${label}`
  return `${percentage(Math.abs(less))} ${less > 0 ? 'better' : 'worse'} than ${label}`
}

function heldOf({ asked, covered }: NonNullable<RunSummary['intervals']>): string {
  return `${percentage(asked)} intervals held ${percentage(covered, 1)} of the outcomes`
}

function classStory(summary: RunSummary): Story {
  const { probabilities, sets, columns } = summary
  const { wrong, naiveWrong } = probabilities as NonNullable<RunSummary['probabilities']>
  const right = `The right ${columns.target} was named in ${percentage(1 - wrong)} of the rows`
  const beside =
    naiveWrong === wrong ? '' : `, beside ${percentage(1 - naiveWrong)} by always naming the commonest`
  const held = sets
    ? `; sets that should hold it in ${percentage(sets.asked)} did in ${percentage(sets.covered, 1)}`
    : ''
  const mistake = summary.confusion && commonestMistake(summary.confusion)
  const note = mistake ? `The commonest mistake: ${mistake.text}. ${noteOf(summary)}` : noteOf(summary)
  return { sentence: `${right}${beside}${held}.`, note }
}

/** What happened, what comes next, and what was read. */
function noteOf(summary: RunSummary): string {
  const { doubt } = summary
  const said = doubt === undefined ? '' : `${capital(doubt)}.`
  return [said, changeNote(summary), nextNote(summary), readNote(summary)].filter(Boolean).join(' ')
}

function readNote({ rows, outcomes, skippedRows, keys }: RunSummary): string {
  const blank = rows - outcomes
  const above = keys ? 'the rows of its series above it' : 'the rows above it'
  const notes = [
    `${rows.toLocaleString('en')} rows, each forecast from ${above}.`,
    blank > 0 ? `${blank.toLocaleString('en')} without an outcome were not judged.` : '',
    skippedRows > 0 ? `${skippedRows.toLocaleString('en')} could not be read.` : '',
  ]
  return notes.filter(Boolean).join(' ')
}

/** The change with the most evidence. */
function changeNote(summary: RunSummary): string {
  const [strongest] = [...summary.changes].sort((a, b) => b.evidence - a.evidence)
  if (!strongest) return ''
  const { time, t } = strongest
  const when = time === null ? `at row ${t.toLocaleString('en')}` : `on ${dayOfYear(time)}`
  const more = summary.changes.length - 1
  const others = more > 0 ? `; ${more} more ${more === 1 ? 'change is' : 'changes are'} marked below` : ''
  return `${capital(alertWords(strongest))}, seen ${when} (${chanceWords(strongest)})${others}.`
}

/** The first of the rows that come after the last outcome. */
function nextNote(summary: RunSummary): string {
  const { future, intervals } = summary
  const time = future?.time[0] ?? null
  if (!future || time === null || future.mean.length === 0) return ''
  const often =
    intervals && intervals.asked !== 0.9 ? `${percentage(intervals.asked)} of the time` : 'nine times in ten'
  return `${moment(time, spacingOf(summary))}: ${amount(future.mean[0])}, between ${amount(future.lower[0])} and ${amount(future.upper[0])} ${often}.`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

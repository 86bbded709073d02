import { amount, dayOfYear, moment, percentage } from '@credence/charts/page'
import { changeWords } from './changes.ts'
import { type Naive, spacingOf, strongestNaive } from './naive.ts'
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
  return summary.probabilities ? classStory(summary) : numberStory(summary)
}

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
  if (intervals) parts.push(heldOf(intervals))
  const sentence = parts.length > 0 ? `${parts.join('; ')}.` : `${columns.target} was forecast.`
  return { sentence: capital(sentence), note: noteOf(summary) }
}

function besideOf(own: number, { value, label }: Naive): string {
  const less = 1 - own / value
  if (!Number.isFinite(less)) return `beside ${amount(value)} by ${label}`
  if (Math.abs(less) < 0.005) return `no better than ${label}`
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
  return { sentence: `${right}${beside}${held}.`, note: noteOf(summary) }
}

/** What happened, what comes next, and what was read. */
function noteOf(summary: RunSummary): string {
  const { rows, outcomes, skippedRows, doubt } = summary
  const blank = rows - outcomes
  const notes = [
    doubt === undefined ? '' : `${capital(doubt)}.`,
    changeNote(summary),
    nextNote(summary),
    `${rows.toLocaleString('en')} rows, each forecast from the rows above it.`,
    blank > 0 ? `${blank.toLocaleString('en')} without an outcome were not judged.` : '',
    skippedRows > 0 ? `${skippedRows.toLocaleString('en')} could not be read.` : '',
  ]
  return notes.filter(Boolean).join(' ')
}

/** The change with the most evidence. */
function changeNote(summary: RunSummary): string {
  const [strongest] = [...summary.changes].sort((a, b) => b.evidence - a.evidence)
  if (!strongest) return ''
  const { time, t, evidence } = strongest
  const when = time === null ? `at row ${t.toLocaleString('en')}` : `on ${dayOfYear(time)}`
  const more = summary.changes.length - 1
  const others = more > 0 ? `; ${more} more ${more === 1 ? 'change is' : 'changes are'} marked below` : ''
  return `${capital(changeWords(strongest))}, seen ${when} (evidence ${amount(evidence, 0)} to 1)${others}.`
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

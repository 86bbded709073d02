import { amount, percentage } from '@credence/charts/page'
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

/** The strongest of the forecasts that anybody could make, and what it does. */
export function strongestNaive({
  errors,
}: RunSummary): { readonly value: number; readonly label: string } | undefined {
  const found = Object.entries(NAIVE).flatMap(([name, label]) => {
    const value = errors?.meanAbsolute[name as keyof typeof NAIVE]
    if (value === undefined) return []
    const rows = errors?.season
    return [{ value, label: name === 'seasonal' && rows ? `the value ${rows} rows ago` : label }]
  })
  return found.sort((a, b) => a.value - b.value)[0]
}

const NAIVE = {
  last: 'the last value',
  mean: 'the mean so far',
  seasonal: 'the value of a season ago',
} as const

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

function besideOf(own: number, { value, label }: { readonly value: number; readonly label: string }): string {
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

function noteOf({ rows, outcomes, skippedRows, doubt }: RunSummary): string {
  const blank = rows - outcomes
  const notes = [
    doubt === undefined ? '' : `${capital(doubt)}.`,
    `${rows.toLocaleString('en')} rows, each forecast from the rows above it.`,
    blank > 0 ? `${blank.toLocaleString('en')} without an outcome were not judged.` : '',
    skippedRows > 0 ? `${skippedRows.toLocaleString('en')} could not be read.` : '',
  ]
  return notes.filter(Boolean).join(' ')
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

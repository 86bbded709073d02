import { type Chapter, claimedSide, deciding, digits, type Judged, tally } from '@credence/experiments'

/** A chapter as lines for a terminal: each sentence with its verdict, the number that decides, and its readings. */
export function describeChapter({ title, summary, judged }: Chapter): string[] {
  const missing = summary.notes.filter((note) => note.includes('was not run')).map((note) => `  ${note}`)
  return ['', title, ...judged.flatMap(describeSentence), ...missing]
}

const MARKS = { holds: '✓', inconclusive: '?', fails: '✗' } as const

function describeSentence(one: Judged): string[] {
  const { says, verdict, measures } = one.sentence
  const found = deciding(measures)
  if (!found || !one.sentence.counted) return []
  const { mean, error } = found.estimate
  const spread = Number.isFinite(error) ? ` ± ${digits(error, 2)}` : ''
  const { holds, of } = tally(one)
  const readings = of > 1 ? `; holds in ${holds} of ${of} readings` : ''
  return [
    `  ${MARKS[verdict]} ${verdict.padEnd(12)}  ${says}`,
    `      ${digits(mean)}${spread}, claimed ${claimedSide(found, digits)}${readings}`,
    `      ${found.what}`,
  ]
}

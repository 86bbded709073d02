import { type Comparison, type Pair, YARDSTICK_NAMES } from '@credence/report'
import { count, digits, duration, percent } from '../../base/words.ts'

/** A comparison as lines for a terminal: best first, and a winner only where there surely is one. */
export function describeComparison({ by, seconds, contenders, pairs }: Comparison): string[] {
  const ranked = [...contenders].sort((a, b) => a.meanLoss - b.meanLoss)
  const rows = ranked.map(({ name, meanLoss, summary }) => [
    name,
    digits(meanLoss),
    summary?.intervals ? percent(summary.intervals.covered) : '',
    summary?.intervals ? digits(summary.intervals.meanWidth) : '',
    summary ? duration(summary.seconds) : '',
  ])
  const table = columns([['', YARDSTICK_NAMES[by], 'coverage', 'mean width', 'time'], ...rows])
  const rounds = Math.max(...pairs.map((pair) => pair.rounds))
  return [
    ...table,
    '',
    ...pairs.map(verdict),
    '',
    `${count(rounds)} rounds in ${duration(seconds)}; all intervals hold at once and at every round, with probability 95 %`,
  ]
}

function verdict({ a, b, difference, confidence, winner, since, rounds }: Pair): string {
  if (confidence === null) return `${a} and ${b}: ${count(rounds)} rounds are too few to say anything`
  const [least, greatest] = confidence
  if (winner === null)
    return `${a} and ${b}: no winner yet; the difference ${digits(difference)} lies within ${digits(least)} … ${digits(greatest)}`
  const loser = winner === a ? b : a
  const [near, far] = [Math.abs(least), Math.abs(greatest)].sort((x, y) => x - y) as [number, number]
  const from = since === null ? '' : ` (since round ${count(since)})`
  return `${winner} beats ${loser} by ${digits(near)} … ${digits(far)}${from}`
}

function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] as readonly string[]).map((_, c) =>
    Math.max(...rows.map((row) => (row[c] as string).length)),
  )
  return rows.map((row) =>
    row
      .map((cell, c) => (c === 0 ? cell.padEnd(widths[c] as number) : cell.padStart(widths[c] as number)))
      .join('  ')
      .trimEnd(),
  )
}

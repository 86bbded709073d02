import { type Comparison, certaintyOf, type Pair, YARDSTICK_NAMES } from '@credence/report'
import { columns, count, digits, duration, percent } from '../../base/words.ts'

/** A comparison as lines for a terminal: best first, and a winner only where there surely is one. */
export function describeComparison({ by, series, seconds, contenders, pairs }: Comparison): string[] {
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
    ...(series.length > 0
      ? [
          `each series by ${series.join(' and ')} has a learner of its own (--by none: one series); losses are in units of each series, its mean change from one outcome to the next`,
        ]
      : []),
    ...table,
    '',
    ...pairs.map(verdict),
    '',
    `${count(rounds)} rounds in ${duration(seconds)}. ${certaintyOf(by)}`,
  ]
}

function verdict({ a, b, difference, confidence, winner, since, rounds, better }: Pair): string {
  if (confidence === null) return `${a} and ${b}: no difference in ${count(rounds)} rounds`
  const [least, greatest] = confidence
  if (winner === null) {
    const found = `${a} and ${b}: no winner yet; the difference ${digits(difference)} lies within ${digits(least)} … ${digits(greatest)}`
    const never = better[0] === 0 ? a : better[1] === 0 ? b : undefined
    return never === undefined
      ? found
      : `${found}. ${never} was better in no round: how much it may win by is not known`
  }
  const loser = winner === a ? b : a
  const [near, far] = [Math.abs(least), Math.abs(greatest)].sort((x, y) => x - y) as [number, number]
  const from = since === null ? '' : ` (since round ${count(since)})`
  return `${winner} beats ${loser} by ${digits(near)} … ${digits(far)}${from}`
}

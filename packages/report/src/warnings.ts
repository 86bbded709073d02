import { keysBack, keysCovered, keysNaive, keysRepeated, keysUnits } from './keyWarnings.ts'
import { isAsLarge } from './naive.ts'
import { isCopied, isSeveralSeries } from './order.ts'
import { undatedSentence } from './undated.ts'
import { unitSentence } from './unitChange.ts'
import { digits, type Facts, percent, type Warning } from './warning.ts'

/** All that is wrong with a run. Worst first. */
export function warningsOf(facts: Facts): Warning[] {
  const looks = [
    outcomes,
    constant,
    unread,
    mixed,
    ahead,
    order,
    untimed,
    several,
    dates,
    coverage,
    calibration,
    sets,
    groups,
    keysBack,
    keysRepeated,
    keysCovered,
    units,
    keysUnits,
    keysNaive,
    naive,
    outlier,
    leak,
    probabilities,
    edges,
    failing,
    skipped,
    ignored,
  ]
  return looks.flatMap((look) => look(facts))
}

/** A change of unit, said before anything is blamed for the errors that follow it. */
function units({ units: found, columns, order: { unit = 'row' } }: Facts): Warning[] {
  return found.map((change) => ({
    code: 'unit',
    message: unitSentence(change, columns.target, `${unit} ${change.row}`),
  }))
}

/** Rows from which on one should not make half of all errors. */
const MANY = 50

/** One row whose error outweighs all others together: most often a slip. */
function outlier({
  errors,
  worst: [first],
  columns,
  units: changes,
  order: { unit = 'line' },
}: Facts): Warning[] {
  // The first row of another unit is far from those before it, not from those after.
  if (changes.some(({ row }) => row === (first?.line ?? first?.t))) return []
  const own = errors?.meanAbsolute.own
  if (
    !errors ||
    own === undefined ||
    errors.rounds < MANY ||
    !first ||
    first.y === null ||
    first.mean === null
  )
    return []
  const share = Math.abs(first.y - first.mean) / (errors.rounds * own)
  if (!(share > 0.5)) return []
  return [
    {
      code: 'outlier',
      message: `${first.line === null ? `row ${first.t}` : `${unit} ${first.line}`}: ${JSON.stringify(columns.target)} is ${digits(first.y)}, far from all other values. If this is a typing error, empty the cell and run again; if it is right, do nothing`,
    },
  ]
}

/** An error this small beside that of a naive forecast is rare, unless a column tells the target. */
const TOLD = 0.05

function leak({ errors, probabilities, outcomes: count, columns }: Facts): Warning[] {
  const { own, ...others } = errors?.meanAbsolute ?? {}
  const wrong = probabilities?.wrong ?? own
  const best = probabilities?.naiveWrong ?? Math.min(...Object.values(others))
  const features = columns.kinds?.filter(({ kind }) => kind !== 'time') ?? []
  if (
    wrong === undefined ||
    (errors?.rounds ?? count) < MANY ||
    features.length === 0 ||
    best === Infinity ||
    wrong >= TOLD * best
  )
    return []
  const less = percent(1 - wrong / best)
  const beside = probabilities
    ? `there are ${less} fewer mistakes than by always naming the commonest`
    : `errors are ${less} smaller than those of the best simple guess, such as the last value`
  return [
    {
      code: 'leak',
      message: `${beside}. That is too good to be usual. Perhaps a column is computed from ${JSON.stringify(columns.target)}, or known only after it. If so, remove that column and run again; if not, do nothing`,
    },
  ]
}

function outcomes({ rows, outcomes, columns }: Facts): Warning[] {
  if (outcomes > 0 || rows === 0) return []
  const target = JSON.stringify(columns.target)
  return [
    {
      code: 'outcomes',
      message: `no row has a value in ${target}, so nothing was learnt. Fill the column, or choose another with --target`,
    },
  ]
}

/** Every outcome is the same: intervals and distributions of it say nothing worth a warning. */
function isConstant({ errors, probabilities, outcomes: count }: Facts): boolean {
  if (count < MANY) return false
  if (probabilities) return probabilities.wrong === 0 && probabilities.naiveWrong === 0
  return errors?.meanAbsolute.last === 0
}

function constant(facts: Facts): Warning[] {
  if (!isConstant(facts)) return []
  return [
    {
      code: 'constant',
      message: `${JSON.stringify(facts.columns.target)} is the same in all ${facts.outcomes} rows that have it, so there is nothing to forecast. If this is right, do nothing; if another column was meant, name it with --target`,
    },
  ]
}

/** Cells, and share of the rows, from which words among numbers are more than slips. */
const MIXED = { cells: 10, share: 0.05 }
/** Columns that are named for it. */
const MOST_MIXED = 5

/** Columns of numbers with many words, which say nothing there. */
function mixed({ rows, columns: { kinds = [] } }: Facts): Warning[] {
  const most = Math.max(MIXED.cells, MIXED.share * rows)
  const found = kinds.filter(({ kind, unreadable }) => kind === 'number' && unreadable >= most)
  return found.slice(0, MOST_MIXED).map(({ name, unreadable }) => ({
    code: 'mixed',
    message: `${unreadable} cells of ${JSON.stringify(name)} are not numbers and were taken as missing, because most others are. If its numbers are names too, such as sizes, write "n1" for 1 and run again; if its meaning changed, make two columns of it; else do nothing`,
  }))
}

function ahead({ rows, outcomes, ahead }: Facts): Warning[] {
  if (outcomes === 0 || ahead === 1 || ahead < rows) return []
  return [
    {
      code: 'ahead',
      message: `no outcome was known for any forecast: it is made ${ahead} rows ahead, and there are ${rows} rows; more rows are needed, or a smaller --ahead`,
    },
  ]
}

function order({ order: { back, first, column = 'time', unit = 'line' } }: Facts): Warning[] {
  if (back === 0) return []
  const rows =
    back === 1
      ? `${unit} ${first} is earlier than the row above it`
      : `${back} rows are earlier than the row above them, the first in ${unit} ${first}`
  return [
    {
      code: 'order',
      message: `${JSON.stringify(column)} is not in the order of time: ${rows}. Rows are learnt in the order of the file: sort them, oldest first, and run again`,
    },
  ]
}

/** Rows without a time where others have one: a sum below the table is such a row. */
function untimed({
  order: { timed, untimed: count, firstUntimed, firstUntimedCell: cell, column, unit = 'line' },
}: Facts): Warning[] {
  if (timed === 0 || count === 0 || column === undefined) return []
  const named = JSON.stringify(column)
  const found = cell.trim() === '' ? `${named} is empty` : `${JSON.stringify(cell)} in ${named} is not a time`
  const first = `${unit} ${firstUntimed}: ${found}`
  const message =
    count === 1
      ? `${first}, but the row was learnt. If it is a sum or a note, delete it and run again. If it is data, write the time there and run again`
      : `${count} rows without a time were learnt; the first is ${first}. If these are sums or notes, delete them and run again. If these are data, write their times and run again`
  return [{ code: 'untimed', message }]
}

function several({ order: found }: Facts): Warning[] {
  const { same, timed, firstSame, column = 'time', unit = 'line' } = found
  if (isCopied(found)) {
    const what = `the ${JSON.stringify(column)} of the row above`
    const place = `${unit} ${firstSame}`
    const first = same === 1 ? `${place} has ${what}` : `${same} rows have ${what}, the first in ${place}`
    return [
      {
        code: 'copied',
        message: `${first}. ${same === 1 ? 'Both' : 'All'} were learnt. If a row was copied by mistake, delete one copy and run again. If they are of several shops or the like, add --by and the column with their names. Else do nothing`,
      },
    ]
  }
  if (!isSeveralSeries(found)) return []
  return [
    {
      code: 'series',
      message: `${same} of ${timed} rows have the ${JSON.stringify(column)} of the row above. All rows were learnt as one series. If they are of several shops, products or the like, add --by and the column with their names or numbers, and run again. If a row was copied by mistake, delete one copy. If it is one series with several rows at a time, do nothing`,
    },
  ]
}

function unread({ unread: found, columns, outcomes, order: { unit = 'line' } }: Facts): Warning[] {
  if (!found) return []
  const { count, first } = found
  const named = first.map(({ line, cell }) => `${JSON.stringify(cell)} in ${unit} ${line}`).join(', ')
  const more = count > first.length ? ` and ${count - first.length} more` : ''
  const cells = count === 1 ? '1 cell' : `${count} cells`
  const many =
    count > outcomes ? '; there are more of them than numbers, so this may be the wrong target' : ''
  return [
    {
      code: 'unread',
      message: `${cells} of ${JSON.stringify(columns.target)} ${count === 1 ? 'is not a number and was' : 'are not numbers and were'} taken as missing: ${named}${more}${many}. If this is right, do nothing; else correct ${count === 1 ? 'it' : 'them'} and run again`,
    },
  ]
}

function dates({ columns: { used, undated = [] } }: Facts): Warning[] {
  const found = undated.filter(({ column }) => used.includes(column))
  return found.map((one) => ({ code: 'dates', message: undatedSentence(one) }))
}

function sets({ sets: found }: Facts): Warning[] {
  if (!found || found.asked <= found.confidence[1]) return []
  return [
    {
      code: 'coverage',
      message: `the sets of classes hold the right one in ${percent(found.covered)}, asked for ${percent(found.asked)} (95 % sure: at most ${percent(found.confidence[1])}): the data change faster than it follows`,
    },
  ]
}

function coverage(facts: Facts): Warning[] {
  const { intervals, task } = facts
  if (!intervals || isConstant(facts)) return []
  const { asked, covered, confidence } = intervals
  if (confidence[0] <= asked && asked <= confidence[1]) return []
  const said = `the intervals covered ${percent(covered)} (95 % sure: between ${percent(confidence[0])} and ${percent(confidence[1])}), asked for ${percent(asked)}`
  return [{ code: 'coverage', message: `${said}; ${wayOut(task, covered < asked)}` }]
}

/** A distribution is off if P(Y ≤ y) is, by this share; in n rounds 2/√n more may be chance. */
const OFF = 0.1

function calibration(facts: Facts): Warning[] {
  const { law, intervals } = facts
  if (!law || isConstant(facts) || law.distance <= OFF + 2 / Math.sqrt(law.rounds)) return []
  const trust = intervals
    ? 'go by lower and upper, which are corrected by what they covered'
    : 'do not go by it'
  return [
    {
      code: 'calibration',
      message: `the forecast distribution is off by up to ${percent(law.distance)}: outcomes fall into its parts more or less often than it says, as those of skewed or rounded targets do; ${trust}`,
    },
  ]
}

function wayOut(task: string | undefined, tooFew: boolean): string {
  if (task === 'conformal')
    return tooFew
      ? 'the data change faster than the intervals follow: compare other methods, such as bayes-dtaci'
      : 'they are wider than needed, which is on the safe side'
  if (task === 'auto')
    return tooFew
      ? 'the data change faster than it follows: give its forecasts to a conformal recipe, such as bayes-dtaci'
      : 'they are wider than needed, which is on the safe side: there is nothing to be set'
  return tooFew
    ? 'calibrate them: give this forecast to a conformal recipe, such as bayes-dtaci'
    : 'they are wider than needed: look at the smallest learning rates'
}

function groups({ groups: found, intervals }: Facts): Warning[] {
  if (!found || !intervals || found.each.length < 2) return []
  const { asked } = intervals
  const low = found.each.filter(({ confidence }) => confidence[1] < asked)
  if (low.length === 0) return []
  const [worst] = [...low].sort((a, b) => (a.covered ?? 1) - (b.covered ?? 1))
  const others = low.length > 1 ? `, and ${low.length - 1} more groups` : ''
  return [
    {
      code: 'group',
      message: `where ${found.by} is ${JSON.stringify(worst.name)} the intervals covered ${percent(worst.covered ?? 0)} (95 % sure: at most ${percent(worst.confidence[1])}), asked for ${percent(asked)}${others}: with --by ${found.by} each is learnt by itself, and has intervals of its own`,
    },
  ]
}

/** An error beside which the intervals are this many times as wide is rounding. */
const ROUNDING = 1e9

function naive({ errors, intervals, task, units: changes }: Facts): Warning[] {
  if (!errors) return []
  const { own = Infinity, ...others } = errors.meanAbsolute
  if (own * ROUNDING < (intervals?.meanWidth ?? 0)) return []
  const better = Object.entries(others).filter(([, error]) => error < own && !isAsLarge(own, error))
  if (better.length === 0) return []
  better.sort((a, b) => (a[1] as number) - (b[1] as number))
  const [who, error] = better[0] as [keyof typeof NAIVE, number]
  const help =
    changes.length > 0
      ? 'these are errors in values of two sizes, so judge again when all values have one unit'
      : task === 'auto'
        ? 'other features may help'
        : 'past values of the target as columns, or other features, may help'
  return [
    {
      code: 'naive',
      message: `worse than ${NAIVE[who]}: mean absolute error ${digits(own)} against ${digits(error)}; ${help}`,
    },
  ]
}

const NAIVE = {
  last: 'repeating the last value',
  mean: 'the mean so far',
  median: 'the median so far',
  seasonal: 'repeating the value of a season ago',
} as const

function probabilities({ probabilities }: Facts): Warning[] {
  if (!probabilities || probabilities.brier <= probabilities.naiveBrier) return []
  const { brier, naiveBrier } = probabilities
  return [
    {
      code: 'probabilities',
      message: `the probabilities are worse than the frequency so far: Brier score ${digits(brier)} against ${digits(naiveBrier)}; other features may help. In a recipe with experts of its own, so may logistic loss or larger scales`,
    },
  ]
}

function edges({ axes }: Facts): Warning[] {
  return axes.flatMap(({ axis, edge, values }) => {
    if (edge === undefined) return []
    const end = values[edge === 'lowest' ? 0 : values.length - 1]
    return [
      {
        code: 'edge' as const,
        message: `nearly all weight is on the ${edge} ${axis}, ${end.value}: let the grid go on ${edge === 'lowest' ? 'below' : 'beyond'} it`,
      },
    ]
  })
}

function failing({ experts, outcomes }: Facts): Warning[] {
  const failed = experts.filter(({ failures }) => failures > 0)
  if (failed.length === 0) return []
  const [first] = failed
  const more = failed.length > 1 ? ` and ${failed.length - 1} more experts` : ''
  return [
    {
      code: 'failing',
      message: `${first.name}${more} failed in ${first.failures} of ${outcomes} rounds: its settings are too bold for these data`,
    },
  ]
}

function skipped({ skippedRows }: Facts): Warning[] {
  return skippedRows === 0
    ? []
    : [
        {
          code: 'skipped',
          message: skippedRows === 1 ? '1 bad row was skipped' : `${skippedRows} bad rows were skipped`,
        },
      ]
}

function ignored({ columns }: Facts): Warning[] {
  if (columns.ignored.length === 0) return []
  const named = columns.ignored.slice(0, 5).map((name) => JSON.stringify(name))
  const more = columns.ignored.length > 5 ? `, and ${columns.ignored.length - 5} more` : ''
  return [
    {
      code: 'ignored',
      message: `columns not used: ${named.join(', ')}${more}; name the ones to use in "features"`,
    },
  ]
}

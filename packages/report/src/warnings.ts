import type { UnreadDates } from 'credence/auto'
import type { KeySummary } from './keys.ts'
import { isSeveralSeries, type OrderState } from './order.ts'
import type { RunSummary } from './summary.ts'
import { unitSentence } from './unitChange.ts'

/** Something that the user should know, and what to do about it. */
export interface Warning {
  readonly code:
    | 'outcomes'
    | 'unread'
    | 'ahead'
    | 'order'
    | 'untimed'
    | 'series'
    | 'dates'
    | 'coverage'
    | 'calibration'
    | 'group'
    | 'unit'
    | 'naive'
    | 'outlier'
    | 'edge'
    | 'failing'
    | 'ignored'
    | 'leak'
    | 'probabilities'
    | 'skipped'
  readonly message: string
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`
const digits = (value: number): string => String(Number(value.toPrecision(4)))

type Facts = Omit<RunSummary, 'recent' | 'warnings' | 'series' | 'changes' | 'future' | 'reasons'> & {
  /** What was run: advice is for those who can follow it. */
  readonly task?: string | undefined
  /** Rows between the last outcome that a forecast knows and its own. */
  readonly ahead: number
  /** Rows whose time was before that of the row before them. */
  readonly order: OrderState & { readonly column?: string; readonly unit?: string }
}

/** All that is wrong with a run. Worst first. */
export function warningsOf(facts: Facts): Warning[] {
  const looks = [
    outcomes,
    unread,
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

function keysUnits({ keys, columns, order: { unit = 'row' } }: Facts): Warning[] {
  const each = (keys?.each ?? []).flatMap(({ name, units: found }) =>
    found.map(
      (change) => `${JSON.stringify(name)}: ${unitSentence(change, columns.target, `${unit} ${change.row}`)}`,
    ),
  )
  const more = each.length > NAMED ? [`… and ${each.length - NAMED} more such changes`] : []
  return [...each.slice(0, NAMED), ...more].map((message) => ({ code: 'unit', message }))
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

function leak({ errors, columns }: Facts): Warning[] {
  const { own, ...others } = errors?.meanAbsolute ?? {}
  const best = Math.min(...Object.values(others))
  const features = columns.kinds?.filter(({ kind }) => kind !== 'time') ?? []
  if (
    own === undefined ||
    (errors?.rounds ?? 0) < MANY ||
    features.length === 0 ||
    best === Infinity ||
    own >= TOLD * best
  )
    return []
  return [
    {
      code: 'leak',
      message: `errors are ${percent(1 - own / best)} smaller than those of the best simple guess, such as the last value. That is too good to be usual. Perhaps a column is computed from ${JSON.stringify(columns.target)}, or known only after it. If so, remove that column and run again; if not, do nothing`,
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
  const rows = count === 1 ? `${first}, but the row was` : `${count} rows without a time were`
  const where = count === 1 ? '' : `; the first is ${first}`
  return [
    {
      code: 'untimed',
      message: `${rows} learnt${where}. ${count === 1 ? 'If it is' : 'If these are'} a sum or a note, delete ${count === 1 ? 'it' : 'them'} and run again. If ${count === 1 ? 'it is' : 'these are'} data, write the time there and run again`,
    },
  ]
}

function several({ order: found }: Facts): Warning[] {
  if (!isSeveralSeries(found)) return []
  const { same, timed, column = 'time' } = found
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

/** What to say where a date may name two days. */
export const ORDERS = 'Add --dates dmy if the day comes first, or --dates mdy if the month does'

/** What is said of a column of dates that is not read as one. */
export function undatedSentence({ column, cell, unclear }: UnreadDates): string {
  const named = `${JSON.stringify(cell)} in the column ${JSON.stringify(column)} looks like`
  if (unclear)
    return `${JSON.stringify(cell)} in the column ${JSON.stringify(column)} may name two days, so the column is read as words. ${ORDERS}`
  if (/^\d{5}$/.test(cell))
    return `${named} a day as Excel counts them, and is read as a number. Format the column as a date, best as yyyy-mm-dd, save the file and run again`
  if (/^\d{1,2}:\d\d/.test(cell))
    return `${named} a time of day, and is read as a word. Write its day too, such as 2026-03-31T05:00, and run again`
  if (/W\d/i.test(cell))
    return `${named} a week, and is read as a word. Write the first day of each week instead, such as 2026-03-02, and run again`
  return `${named} a date, and is read as a word. Write it as 2026-03-31, and run again`
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

function coverage({ intervals, task }: Facts): Warning[] {
  if (!intervals) return []
  const { asked, covered, confidence } = intervals
  if (confidence[0] <= asked && asked <= confidence[1]) return []
  const said = `the intervals covered ${percent(covered)} (95 % sure: between ${percent(confidence[0])} and ${percent(confidence[1])}), asked for ${percent(asked)}`
  return [{ code: 'coverage', message: `${said}; ${wayOut(task, covered < asked)}` }]
}

/** A distribution is off if P(Y ≤ y) is, by this share; in n rounds 2/√n more may be chance. */
const OFF = 0.1

function calibration({ law, intervals }: Facts): Warning[] {
  if (!law || law.distance <= OFF + 2 / Math.sqrt(law.rounds)) return []
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

/** Series that a warning names. */
const NAMED = 3

function namedKeys(keys: readonly KeySummary[], of: (key: KeySummary) => string): string {
  const some = keys.slice(0, NAMED).map((key) => `${JSON.stringify(key.name)}${of(key)}`)
  return `${some.join(', ')}${keys.length > NAMED ? `, and ${keys.length - NAMED} more` : ''}`
}

function keysBack({ keys, order: { column = 'time' } }: Facts): Warning[] {
  const back = keys?.each.filter((key) => key.back > 0) ?? []
  if (back.length === 0) return []
  return [
    {
      code: 'order',
      message: `the times in ${JSON.stringify(column)} go back within ${back.length} of ${keys?.each.length} series: ${namedKeys(back, () => '')}. Rows are learnt in the order of the file: sort them, oldest first, and run again`,
    },
  ]
}

function keysCovered({ keys, intervals, sets: held }: Facts): Warning[] {
  const asked = (intervals ?? held)?.asked
  if (!keys || asked === undefined) return []
  const low = keys.each
    .filter(({ confidence }) => confidence[1] < asked)
    .sort((a, b) => (a.covered ?? 1) - (b.covered ?? 1))
  if (low.length === 0) return []
  return [
    {
      code: 'coverage',
      message: `${low.length} of ${keys.each.length} series are covered significantly less than the ${percent(asked)} asked for: ${namedKeys(low, ({ covered }) => ` ${percent(covered ?? 0)}`)}`,
    },
  ]
}

function keysNaive({ keys }: Facts): Warning[] {
  // In a series of two units errors are mostly of the larger one.
  const worse =
    keys?.each.filter(
      ({ relative, units: { length } }) => length === 0 && relative !== null && relative > 1,
    ) ?? []
  if (worse.length === 0) return []
  return [
    {
      code: 'naive',
      message: `in ${worse.length} of ${keys?.judged} series a naive forecast of the same series was better: ${namedKeys(worse, ({ relative }) => `, error ${digits(relative ?? 1)} times as large`)}`,
    },
  ]
}

/** An error beside which the intervals are this many times as wide is rounding. */
const ROUNDING = 1e9

function naive({ errors, intervals, task, units: { length: changed } }: Facts): Warning[] {
  if (!errors) return []
  const { own = Infinity, ...others } = errors.meanAbsolute
  if (own * ROUNDING < (intervals?.meanWidth ?? 0)) return []
  const better = Object.entries(others).filter(([, error]) => (error as number) < own)
  if (better.length === 0) return []
  better.sort((a, b) => (a[1] as number) - (b[1] as number))
  const [who, error] = better[0] as [keyof typeof NAIVE, number]
  const help =
    changed > 0
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
  seasonal: 'repeating the value of a season ago',
} as const

function probabilities({ probabilities }: Facts): Warning[] {
  if (!probabilities || probabilities.brier <= probabilities.naiveBrier) return []
  const { brier, naiveBrier } = probabilities
  return [
    {
      code: 'probabilities',
      message: `the probabilities are worse than the frequency so far: Brier score ${digits(brier)} against ${digits(naiveBrier)}; logistic loss makes a margin a probability, and larger scales learn faster`,
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

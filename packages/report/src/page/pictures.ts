import { amount, columnShares, dayOfYear, type Line, percentage } from '@credence/charts/page'
import { alertWords } from 'credence/conformal'
import { repeated } from '../naive.ts'
import type { Series } from '../series.ts'
import type { RunSummary } from '../summary.ts'
import { classEvidence } from './classes.ts'
import { type Evidence, placesOf } from './evidence.ts'

type Values = readonly (number | null)[]

/** Rows that rolling coverage and rolling errors look back on, at least. */
const LOOK_BACK = 200
const ERROR_LOOK_BACK = 50
/** Axes of the grid with a picture of their own. */
const MOST_AXES = 3

/** The pictures that this run has something to show in. */
export function evidenceOf(summary: RunSummary): readonly Evidence[] {
  if (summary.series.t.length < 2) return []
  return [
    errors,
    coverage,
    classEvidence,
    calibration,
    reasons,
    reasonsOverTime,
    probabilities,
    weights,
    regret,
  ].flatMap((make) => make(summary))
}

function errors(run: RunSummary): Evidence[] {
  const { series, errors: summary, probabilities, keys } = run
  if (!(summary || keys) || probabilities) return []
  const beside = keys ? { seasonal: false, label: 'the last value' } : repeated(run)
  const last = beside.label
  const stretches = Math.max(1, Math.ceil(ERROR_LOOK_BACK / series.width))
  const [own, naive] = [
    rolling(series.error, stretches),
    rolling(beside.seasonal ? series.seasonal : series.naive, stretches),
  ]
  const places = placesOf(series)
  const below = shareOf(own, naive, (a, b) => a < b)
  const title =
    below === null
      ? 'The error over the run'
      : below >= 0.995
        ? `The error stayed below that of ${last}`
        : below < 0.005
          ? `The error stayed above that of ${last}`
          : `The error was below that of ${last} ${percentage(below)} of the time`
  return [
    {
      id: 'errors',
      title,
      caption: `Mean absolute error over the last ${(stretches * series.width).toLocaleString('en')} rows${keys ? ', of each series in units of the mean error of its last value, so that all count alike' : ''}.${worstOf(own, places)}`,
      picture: {
        kind: 'lines',
        ...places,
        unit: '',
        lines: [
          { label: last.replace(/^the (value of the |same \w+ )?/, ''), role: 'naive', values: naive },
          { label: 'this run', role: 'forecast', values: own },
        ],
        changes: changesOf(run),
        says: `Mean absolute error over the run, beside that of ${last}`,
      },
    },
  ]
}

/** When the error was largest, in words; not while the first rows are learnt. */
function worstOf(own: Values, { domain, at }: ReturnType<typeof placesOf>): string {
  const from = Math.ceil(own.length / 10)
  const worst = own.reduce<number>(
    (most, value, i) => (i >= from && value !== null && value > (own[most] ?? -Infinity) ? i : most),
    from,
  )
  const value = own[worst]
  if (value === null || value === undefined || own.length < 20) return ''
  const when = domain === 'time' ? dayOfYear(at[worst]) : `row ${at[worst].toLocaleString('en')}`
  return ` It was largest over the rows up to <b>${when}</b>: ${amount(value)}, the start left out.`
}

/** Where changes were found, on the axis of the run. */
function changesOf({ changes, series }: RunSummary): { readonly at: number; readonly title: string }[] {
  const { domain } = placesOf(series)
  return changes.flatMap((change) => {
    const at = domain === 'time' ? change.time : change.t
    return at === null ? [] : [{ at, title: alertWords(change) }]
  })
}

function coverage(run: RunSummary): Evidence[] {
  const { series, intervals } = run
  if (!intervals) return []
  const stretches = Math.max(1, Math.ceil(LOOK_BACK / series.width))
  const rounds = stretches * series.width
  const { asked } = intervals
  const chance = 1.96 * Math.sqrt((asked * (1 - asked)) / rounds)
  const values = rolling(series.coverage, stretches).map((value, i) =>
    series.t[i] < Math.min(rounds, 100) ? null : value,
  )
  const seen = known(values)
  if (seen.length === 0) return []
  const inside = seen.filter((value) => Math.abs(value - asked) <= chance + 1e-9).length
  const share = Math.floor((100 * inside) / seen.length) / 100
  const lowest = seen.reduce((least, value) => Math.min(least, value), asked - chance)
  return [
    {
      id: 'coverage',
      title: `Coverage stayed within chance ${percentage(share)} of the time`,
      caption: `Share of outcomes inside the ${percentage(asked)} interval over the last ${rounds.toLocaleString('en')} rows; <i class="m m-chance"></i>what chance allows for so many rows.`,
      picture: {
        kind: 'lines',
        ...placesOf(series),
        unit: 'inside',
        format: 'percent',
        range: [Math.max(0, lowest - 0.02), 1],
        chance: [asked - chance, Math.min(1, asked + chance)],
        asked: { value: asked, label: `asked ${percentage(asked)}` },
        lines: [{ label: 'covered', role: 'forecast', values }],
        changes: changesOf(run),
        says: `Share of outcomes inside the ${percentage(asked)} interval over the run`,
      },
    },
  ]
}

function calibration({ law }: RunSummary): Evidence[] {
  if (!law) return []
  return [
    {
      id: 'calibration',
      title: `Its probabilities were right to within ${percentage(law.distance, 1)}`,
      caption:
        'Each forecast is a whole distribution, here cut into twenty parts that should hold 5\u202f% of the outcomes each. Level bars are right; a hill says that it is too wide, a bowl too narrow.',
      picture: { kind: 'calibration', shares: law.shares, outcomes: law.rounds },
    },
  ]
}

function reasons({ reasons: summary, keys }: RunSummary): Evidence[] {
  const shares = summary && columnShares(summary.columns, summary.rows, keys ? ', over all series' : '')
  return shares ? [{ id: 'reasons', ...shares }] : []
}

/** Explained points before a line is drawn through them. */
const FEWEST_POINTS = 8

function reasonsOverTime(run: RunSummary): Evidence[] {
  const { reasons: summary } = run
  if (!summary || summary.t.length < FEWEST_POINTS || summary.columns.length < 2) return []
  const shown = [...summary.columns].sort((a, b) => Math.max(...b.shares) - Math.max(...a.shares)).slice(0, 4)
  const heaviest = summary.columns[0]
  const moved = shown
    .map(({ name, shares }) => ({ name, by: shares[shares.length - 1] - shares[shares.length >> 2] }))
    .sort((a, b) => Math.abs(b.by) - Math.abs(a.by))[0]
  const steady = Math.abs(moved.by) < 0.1
  const title = steady
    ? 'What mattered stayed about the same'
    : `“${moved.name}” came to matter ${moved.by > 0 ? 'more' : 'less'}`
  return [
    {
      id: 'reasons-over-time',
      title,
      caption: 'Share of each in how far forecasts moved, over about the last 25 rows explained.',
      picture: {
        kind: 'lines',
        ...placesOf(summary),
        unit: 'share',
        format: 'percent',
        range: [0, 1],
        lines: shown.map(({ name, shares }) => ({
          label: name,
          role: name === (steady ? heaviest : moved).name ? 'forecast' : 'other',
          values: shares,
        })),
        changes: changesOf(run),
        says: 'Share of each column in the forecast over the run',
      },
    },
  ]
}

/** Of ±1, whose classes have no names. */
function probabilities({ probabilities: found, classes }: RunSummary): Evidence[] {
  if (!found || classes) return []
  return [
    {
      id: 'reliability',
      title: `Probabilities are off by ${percentage(found.calibrationError, 1)} on average`,
      caption:
        'How often +1 came, by the probability that was forecast for it. On the thin line they are right; grey bars count the rows.',
      picture: {
        kind: 'reliability',
        bins: found.bins.map(({ said, came, rounds }) => ({ said, came, rows: rounds })),
        others: [],
        says: 'How often +1 came, by the probability that was forecast for it',
      },
    },
  ]
}

function weights(summary: RunSummary): Evidence[] {
  const { series, experts, axes } = summary
  if (series.weights.length < 2) return []
  const shown = axes.length === 0 ? [undefined] : axes.slice(0, MOST_AXES).map(({ axis }) => axis)
  return shown.map((axis, i) => {
    const groups = groupsOf(experts, axis)
    const heaviest = groups[0]
    return {
      id: `weights${i || ''}`,
      title: `${axis === undefined ? 'The expert' : axis} “${heaviest.label}” has most weight at the end, ${percentage(heaviest.weight)}`,
      caption: `How much of the forecast each ${axis ?? 'expert'} makes up. The two heaviest are named, the others grey.`,
      picture: {
        kind: 'lines',
        ...placesOf(series),
        unit: 'weight',
        format: 'percent',
        range: [0, 1],
        lines: groups.slice(0, 8).map(
          ({ label, members }, rank): Line => ({
            label: rank < 2 ? label : '',
            role: rank === 0 ? 'forecast' : rank === 1 ? 'naive' : 'other',
            values: summed(series, members),
          }),
        ),
        says: `Weights by ${axis ?? 'expert'} over the run`,
      },
    }
  })
}

interface Group {
  readonly label: string
  readonly members: readonly number[]
  readonly weight: number
}

function groupsOf(experts: RunSummary['experts'], axis: string | undefined): Group[] {
  const groups = new Map<string, number[]>()
  experts.forEach(({ settings, name }, k) => {
    const label = axis === undefined ? name : String(settings[axis] ?? '–')
    groups.set(label, [...(groups.get(label) ?? []), k])
  })
  return Array.from(groups, ([label, members]) => ({
    label,
    members,
    weight: members.reduce((sum, k) => sum + experts[k].weight, 0),
  })).sort((a, b) => b.weight - a.weight)
}

function regret({ series, loss, experts }: RunSummary): Evidence[] {
  if (!loss || loss.regret === null || series.losses.length < 2) return []
  const own = cumulated(series.loss, series)
  const each = series.losses.map((values) => cumulated(values, series))
  const ends = new Set(experts.map(({ settings }) => settings.end))
  const members = Array.from(ends, (end) => each.filter((_, k) => experts[k].settings.end === end))
  const best = (i: number): number =>
    members.reduce((sum, some) => sum + Math.min(...some.map((losses) => losses[i])), 0)
  const values = own.map((total, i) => total - best(i))
  const low = Math.min(0, ...values)
  const high = Math.max(0, ...values) || 1
  const room = 0.06 * (high - low)
  const proven = loss.bound === null ? '' : ` The proven bound is ${short(loss.bound)}.`
  return [
    {
      id: 'regret',
      title:
        loss.regret <= 0
          ? 'The mixture beat its best expert'
          : `The mixture lost ${short(loss.regret)} more than its best expert`,
      caption: `Loss of this run minus that of the best expert so far. Below 0 the mixture is better than every expert.${proven}`,
      picture: {
        kind: 'lines',
        ...placesOf(series),
        unit: 'regret',
        range: [low - room, high + room],
        lines: [{ label: 'regret', role: 'forecast', values }],
        asked: { value: 0, label: 'best expert' },
        says: 'Regret to the best expert over the run',
      },
    },
  ]
}

function short(value: number): string {
  return String(Number(value.toPrecision(3)))
}

/** Σ over rows, from means over stretches. */
function cumulated(means: Values, { t }: Series): number[] {
  let sum = 0
  return means.map((mean, i) => {
    sum += (mean ?? 0) * (t[i] - (i > 0 ? t[i - 1] : 0))
    return sum
  })
}

/** Means over the last stretches. One pass: a stretch that leaves the window is subtracted. */
export function rolling(values: Values, stretches: number): Values {
  let sum = 0
  let count = 0
  return values.map((value, i) => {
    const leaving = i >= stretches ? values[i - stretches] : null
    if (leaving !== null) {
      sum -= leaving
      count--
    }
    if (value !== null) {
      sum += value
      count++
    }
    return count === 0 ? null : sum / count
  })
}

function shareOf(a: Values, b: Values, better: (a: number, b: number) => boolean): number | null {
  let count = 0
  let won = 0
  a.forEach((value, i) => {
    const other = b[i]
    if (value === null || other === null) return
    count++
    if (better(value, other)) won++
  })
  // Rounding never flatters.
  return count === 0 ? null : Math.floor((100 * won) / count) / 100
}

function known(values: Values): number[] {
  return values.filter((value) => value !== null)
}

function summed(series: Series, members: readonly number[]): Values {
  return series.t.map((_, i) => {
    const seen = known(members.map((k) => series.weights[k][i]))
    return seen.length === 0 ? null : seen.reduce((sum, value) => sum + value, 0)
  })
}

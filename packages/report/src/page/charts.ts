import type { Series } from '../series.ts'
import type { RunSummary } from '../summary.ts'

type Values = readonly (number | null)[]

export interface DrawnLine {
  readonly label: string
  readonly colour?: string
  readonly dashed?: boolean
  readonly values: Values
}

export interface DrawnChart {
  readonly id: string
  readonly title: string
  /** What it shows, in a sentence: for people who read, or who listen. */
  readonly says: string
  readonly lines: readonly DrawnLine[]
  readonly bands: readonly (readonly [number, number, string])[]
  readonly range?: readonly [number, number]
}

/** Rounds that rolling coverage looks back on, at least. */
const LOOK_BACK = 200
/** Axes of the grid with a chart of their own: more than that nobody has. */
const MOST_AXES = 3
/** Experts with a line of their own; the others are summed. */
const MOST_LINES = 7

/** The charts that this run has something to show in. */
export function chartsOf(summary: RunSummary): readonly DrawnChart[] {
  return [forecasts, coverage, errors, weights, regret].flatMap((chart) => chart(summary))
}

function forecasts({ series, columns, probabilities }: RunSummary): DrawnChart[] {
  if (series.y.every((value) => value === null)) return []
  const interval = series.lower.some((value) => value !== null)
  const ends: DrawnLine[] = interval
    ? [
        { label: 'upper', values: series.upper },
        { label: 'lower', values: series.lower },
      ]
    : []
  const many = series.width > 1
  const labels =
    probabilities && probabilities.classes > 2
      ? '+1 where the likeliest label was right, −1 where it was not'
      : 'Outcomes as +1 and −1'
  const drawn = probabilities ? labels : 'Outcomes'
  return [
    {
      id: 'forecasts',
      title: `Forecasts of ${columns.target}`,
      says: `${many ? `Means over ${series.width} rows. ` : ''}${drawn}, forecasts${interval ? ', and between lower and upper the prediction interval' : ''}.`,
      lines: [
        ...ends,
        { label: many ? `${columns.target}, mean` : columns.target, colour: 'outcome', values: series.y },
        { label: 'forecast', colour: 'own', values: series.forecast },
      ],
      bands: interval ? [[0, 1, 'band']] : [],
    },
  ]
}

function coverage({ series, intervals }: RunSummary): DrawnChart[] {
  if (!intervals) return []
  const stretches = Math.max(1, Math.ceil(LOOK_BACK / series.width))
  const rounds = stretches * series.width
  const { asked } = intervals
  const chance = 1.96 * Math.sqrt((asked * (1 - asked)) / rounds)
  const level = (value: number): Values => series.t.map(() => value)
  return [
    {
      id: 'coverage',
      title: 'Coverage of the intervals',
      says: `Over the last ${rounds} rows. Asked for ${percent(asked)}; the grey band is what chance alone allows for so many rows, at 95 %.`,
      lines: [
        { label: 'upper end of chance', values: level(Math.min(1, asked + chance)) },
        { label: 'lower end of chance', values: level(asked - chance) },
        { label: 'asked for', colour: 'target', dashed: true, values: level(asked) },
        { label: 'covered', colour: 'own', values: rolling(series.coverage, stretches) },
      ],
      bands: [[0, 1, 'chance']],
      range: [
        Math.max(0, Math.min(asked - 6 * chance, ...known(rolling(series.coverage, stretches))) - 0.02),
        1.01,
      ],
    },
  ]
}

function errors({ series, errors: summary }: RunSummary): DrawnChart[] {
  if (!summary) return []
  const stretches = Math.max(1, Math.ceil(50 / series.width))
  return [
    {
      id: 'errors',
      title: 'Error beside naive',
      says: `Mean absolute error over the last ${stretches * series.width} rows, beside that of repeating the last outcome.`,
      lines: [
        { label: 'this run', colour: 'own', values: rolling(series.error, stretches) },
        { label: 'last value', colour: 'naive', dashed: true, values: rolling(series.naive, stretches) },
      ],
      bands: [],
    },
  ]
}

function weights({ series, experts, axes }: RunSummary): DrawnChart[] {
  if (series.weights.length < 2) return []
  if (axes.length === 0) return [weightChart('weights', 'Weights', 'expert', byExpert(series, experts))]
  return axes
    .slice(0, MOST_AXES)
    .map(({ axis }, i) =>
      weightChart(`weights${i || ''}`, `Weights by ${axis}`, axis, byAxis(series, experts, axis)),
    )
}

function weightChart(id: string, title: string, of: string, lines: readonly DrawnLine[]): DrawnChart {
  return {
    id,
    title,
    says: `How much of the forecast each ${of} makes up, as the run goes on.`,
    lines: lines.map((line, i) => ({ ...line, colour: `w${i % 8}` })),
    bands: [],
    range: [0, 1.02],
  }
}

function regret({ series, loss, experts }: RunSummary): DrawnChart[] {
  if (!loss || loss.regret === null || series.losses.length < 2) return []
  const own = cumulated(series.loss, series)
  const each = series.losses.map((values) => cumulated(values, series))
  const ends = new Set(experts.map(({ settings }) => settings.end))
  const members = Array.from(ends, (end) => each.filter((_, k) => experts[k].settings.end === end))
  const best = (i: number): number =>
    members.reduce((sum, some) => sum + Math.min(...some.map((losses) => losses[i])), 0)
  const values = own.map((total, i) => total - best(i))
  const bound = loss.bound
  return [
    {
      id: 'regret',
      title: 'Regret',
      says: `Loss of this run minus that of the best expert so far${ends.size > 1 ? ' of each end' : ''}${bound === null ? '' : '; at the end it is proven to be below the dashed line'}. Below 0 the mixture beats every expert.`,
      lines: [
        { label: 'regret', colour: 'own', values },
        ...(bound === null
          ? []
          : [{ label: 'proven bound', colour: 'target', dashed: true, values: series.t.map(() => bound) }]),
      ],
      bands: [],
    },
  ]
}

/** Σ over rows, from means over stretches. */
function cumulated(means: Values, { t }: Series): number[] {
  let sum = 0
  return means.map((mean, i) => {
    sum += (mean ?? 0) * (t[i] - (i > 0 ? t[i - 1] : 0))
    return sum
  })
}

export function rolling(values: Values, stretches: number): Values {
  return values.map((_, i) => {
    const seen = known(values.slice(Math.max(0, i + 1 - stretches), i + 1))
    return seen.length === 0 ? null : seen.reduce((sum, value) => sum + value, 0) / seen.length
  })
}

function known(values: Values): number[] {
  return values.filter((value) => value !== null)
}

function byAxis(series: Series, experts: RunSummary['experts'], axis: string): DrawnLine[] {
  const groups = new Map<string, number[]>()
  experts.forEach(({ settings }, k) => {
    const label = String(settings[axis] ?? '–')
    groups.set(label, [...(groups.get(label) ?? []), k])
  })
  return Array.from(groups, ([label, members]) => ({ label, values: summed(series, members) }))
}

function byExpert(series: Series, experts: RunSummary['experts']): DrawnLine[] {
  const order = experts.map((_, k) => k).sort((a, b) => experts[b].weight - experts[a].weight)
  const rest = order.slice(MOST_LINES)
  const lines = order.slice(0, MOST_LINES).map((k) => ({ label: experts[k].name, values: series.weights[k] }))
  return rest.length === 0
    ? lines
    : [...lines, { label: `${rest.length} others`, values: summed(series, rest) }]
}

function summed(series: Series, members: readonly number[]): Values {
  return series.t.map((_, i) => {
    const seen = known(members.map((k) => series.weights[k][i]))
    return seen.length === 0 ? null : seen.reduce((sum, value) => sum + value, 0)
  })
}

export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}

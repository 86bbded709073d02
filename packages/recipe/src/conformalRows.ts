import { ArgumentError, type ConformalLearner } from 'credence'
import type { ConformalState } from 'credence/conformal'
import { counter, issuedShapeOf, type StateShape, shape, shapeOf, withIssued } from 'credence/kinds'
import { type ConformalRecord, expertFields, RECORD } from './record.ts'
import type { RecordOptions, RowModel, RowState } from './rowModel.ts'

export interface ConformalParts extends RecordOptions {
  readonly learner: ConformalLearner<unknown>
  /** Names of the columns that hold the forecast. */
  readonly columns: readonly string[]
  /** The forecast in a row of them. */
  read(row: Float64Array): unknown
  /** Features and groups of a row; absent where there are none. */
  beside?(row: Float64Array, groups: readonly string[]): object
}

/** A row of numbers with a cell for each column of groups. */
export interface GroupedRow {
  readonly row: Float64Array
  readonly groups: readonly string[]
}

type Input = Float64Array | GroupedRow

const NO_GROUPS: readonly string[] = []

export interface ConformalRowsState extends RowState {
  readonly inner: ConformalState
}

interface Issued {
  readonly inner: unknown
  readonly record: ConformalRecord
}

/** Intervals around columns of forecasts. */
export function conformalRows(parts: ConformalParts): RowModel<Input, ConformalRowsState, Issued> {
  const { learner, columns, read, beside, experts = false, weights = false } = parts
  const { model } = learner
  const asked = { experts, weights }
  let last: Round | undefined

  function forecastIn(input: Input): unknown {
    const row = input instanceof Float64Array ? input : input.row
    expectForecast(columns, row)
    return read(row)
  }

  /** The forecast with what stands beside it. */
  function inputOf(input: Input, forecast: unknown): unknown {
    if (!beside) return forecast
    const { row, groups } = input instanceof Float64Array ? { row: input, groups: NO_GROUPS } : input
    return { forecast, ...beside(row, groups) }
  }

  function predict(state: ConformalRowsState, row: Input): ConformalRecord {
    const forecast = forecastIn(row)
    return describe(state.t + 1, forecast, model.predict(state.inner, inputOf(row, forecast)))
  }

  return {
    description: { model: 'rows', of: model.description },
    init: withIssued(shape<ConformalRowsState>({ t: counter, inner: shapeOf(model) }), ({ inner }) =>
      shape<Issued>({ inner: issuedShapeOf(model, inner), record: RECORD as StateShape<ConformalRecord> }),
    ),
    predict,
    pass(state, row) {
      const record = predict(state, row)
      state.inner.missing++
      state.t++
      return record
    },
    issue(state, row, atOnce) {
      const forecast = forecastIn(row)
      const inner = model.issue(state.inner, inputOf(row, forecast), atOnce)
      const record = describe(state.t + 1, forecast, inner.answer)
      return { answer: record, issued: { record, inner: inner.issued } }
    },
    settle(state, { record, inner }, y) {
      const round = model.settle(state.inner, inner as never, y)
      last = round
      return complete(++state.t, record.forecast, y, round, asked)
    },
    shape: null,
    classifies: () => false,
    within: ({ inner }) => learner.over(inner),
    layer: ({ inner }) => learner.over(inner),
    get weights() {
      return last?.weights
    },
    get losses() {
      return last?.experts.losses
    },
  }
}

function expectForecast(columns: readonly string[], row: Float64Array): void {
  for (let j = 0; j < columns.length; j++) {
    if (Number.isNaN(row[j]))
      throw new ArgumentError(`the forecast ${JSON.stringify(columns[j])} is missing`, 'missing-value')
  }
}

function describe(t: number, forecast: unknown, answer: Answer): ConformalRecord {
  const { threshold, lower, upper, levels } = answer
  const record = { t, y: null, forecast, threshold, lower, upper }
  return levels.length === 1 ? record : { ...record, intervals: levels.map(endsOf) }
}

/** The usual fields in one literal, for speed: a file may have millions of rows. */
function complete(
  t: number,
  forecast: unknown,
  y: number,
  round: Round,
  asked: RecordOptions,
): ConformalRecord {
  const { threshold, lower, upper, covered, loss, levels } = round
  const record: ConformalRecord = { t, y, forecast, threshold, lower, upper, covered, loss }
  if (levels.length === 1 && !round.alert && !asked.weights && !asked.experts) return record
  const { means: mean, variances: variance, losses } = round.experts
  return {
    ...record,
    ...(levels.length > 1 ? { intervals: levels.map((level, i) => settledEnds(level, round, i)) } : {}),
    ...(round.alert ? { alert: round.alert } : {}),
    ...expertFields(round.weights, { mean, variance }, losses, asked),
  }
}

type Answer = ReturnType<ConformalLearner<unknown>['model']['predict']>
type Round = ReturnType<ConformalLearner<unknown>['model']['settle']>

function endsOf({ coverage, lower, upper }: { coverage: number; lower: number; upper: number }): {
  coverage: number
  lower: number
  upper: number
} {
  return { coverage, lower, upper }
}

function settledEnds(
  level: Parameters<typeof endsOf>[0],
  { coveredAt }: Round,
  i: number,
): ReturnType<typeof endsOf> & { covered: boolean } {
  return { ...endsOf(level), covered: coveredAt[i] === true }
}

import { ArgumentError, type ConformalLearner, type ConformalState } from 'credence'
import { type ConformalRecord, scoresOf } from './record.ts'
import type { RecordOptions, RowModel, RowState } from './rowModel.ts'

export interface ConformalParts extends RecordOptions {
  readonly learner: ConformalLearner<unknown>
  /** Names of the columns that hold the forecast. */
  readonly columns: readonly string[]
  /** The forecast in a row of them. */
  read(row: Float64Array): unknown
}

export interface ConformalRowsState extends RowState {
  readonly inner: ConformalState
}

interface Issued {
  readonly inner: unknown
  readonly record: ConformalRecord
}

/** Intervals around columns of forecasts. */
export function conformalRows(parts: ConformalParts): RowModel<ConformalRowsState, Issued> {
  const { learner, columns, read, experts = false } = parts
  const { model } = learner
  let lost: ArrayLike<number> | undefined

  function forecastIn(row: Float64Array): unknown {
    columns.forEach((name, j) => {
      if (Number.isNaN(row[j])) throw new ArgumentError(`the forecast ${JSON.stringify(name)} is missing`)
    })
    return read(row)
  }

  function describe(state: ConformalRowsState, row: Float64Array): ConformalRecord {
    const forecast = forecastIn(row)
    const { threshold, lower, upper, levels } = model.predict(state.inner, forecast)
    const record = { t: state.t + 1, y: null, forecast, threshold, lower, upper }
    return levels.length === 1 ? record : { ...record, intervals: levels.map(endsOf) }
  }

  function complete(record: ConformalRecord, y: number, round: Round): ConformalRecord {
    const { covered, coveredAt, alert, loss, weights } = round
    const { means: mean, variances: variance, losses } = round.experts
    lost = losses
    const { intervals } = record
    return {
      ...record,
      y,
      ...(intervals
        ? { intervals: intervals.map((interval, i) => ({ ...interval, covered: coveredAt[i] === true })) }
        : {}),
      covered,
      ...(alert ? { alert } : {}),
      ...scoresOf(loss, weights, { mean, variance }, losses, experts),
    }
  }

  return {
    description: { model: 'rows', of: model.description },
    init: () => ({ t: 0, inner: model.init() }),
    predict: describe,
    learn(state, row, y) {
      const record = describe(state, row)
      const round = complete(record, y, model.learn(state.inner, forecastIn(row), y))
      state.t++
      return round
    },
    pass(state, row) {
      const record = describe(state, row)
      state.inner.missing++
      state.t++
      return record
    },
    issue(state, row) {
      const record = describe(state, row)
      return { record, inner: model.issue(state.inner, record.forecast) }
    },
    settle(state, { record, inner }, y) {
      const round = complete(record, y, model.settle(state.inner, inner as never, y))
      state.t++
      return { ...round, t: state.t }
    },
    within: ({ inner }) => learner.over(inner),
    layer: ({ inner }) => learner.over(inner),
    get losses() {
      return lost
    },
  }
}

type Round = ReturnType<ConformalLearner<unknown>['model']['learn']>

function endsOf({ coverage, lower, upper }: { coverage: number; lower: number; upper: number }): {
  coverage: number
  lower: number
  upper: number
} {
  return { coverage, lower, upper }
}

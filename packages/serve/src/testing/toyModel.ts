import type { ForecastRecord, RoundRecord } from '@credence/client'
import { ArgumentError } from 'credence'
import type { Series } from '../learning/series.ts'
import type { BuiltModel } from '../models/registry.ts'

interface ToyState {
  count: number
  mean: number
  readonly open: [string, ForecastRecord][]
  readonly closed: string[]
}

/** A model to test the service with: the mean of the past plus the input, and an interval of fixed width. */
export function toyModel(recipe: unknown): BuiltModel {
  const { task, width = 1 } = recipe as { task?: unknown; width?: number }
  if (task !== 'toy') throw new ArgumentError(`task must be toy; received ${JSON.stringify(task)}`)
  return {
    coverage: 0.9,
    columns: ['x'],
    series: {
      begin: (saved) => toySeries(width, saved ? parse(saved) : { count: 0, mean: 0, open: [], closed: [] }),
      checkInput,
      checkOutcome: () => {},
    },
  }
}

function toySeries(width: number, state: ToyState): Series {
  const predict = (input: unknown): ForecastRecord => {
    checkInput(input)
    const mean = state.mean + (input as number)
    return { mean, lower: mean - width / 2, upper: mean + width / 2 }
  }
  const learn = (forecast: ForecastRecord, y: number): RoundRecord => {
    const { lower, upper, mean } = forecast as { lower: number; upper: number; mean: number }
    state.count++
    state.mean += (y - state.mean) / state.count
    return { ...forecast, y, loss: (y - mean) * (y - mean), covered: lower <= y && y <= upper }
  }
  const take = (id: string): ForecastRecord => {
    const at = state.open.findIndex(([known]) => known === id)
    if (at < 0 && state.closed.includes(id))
      throw new ArgumentError(`id "${id}" was already answered`, 'id-answered')
    if (at < 0) throw new ArgumentError(`no open prediction has the id "${id}"`, 'no-such-id')
    state.closed.push(id)
    return (state.open.splice(at, 1)[0] as [string, ForecastRecord])[1]
  }
  return {
    predict(input, id) {
      const forecast = predict(input)
      if (id !== undefined) state.open.push([id, forecast])
      return forecast
    },
    learn: (input, y) => learn(predict(input), y as number),
    settle: (id, y) => learn(take(id), y as number),
    skip: (id) => void take(id),
    path: () => null,
    reasons: () => null,
    fork: () => toySeries(width, structuredClone(state)),
    watched: false,
    past: { reach: 1, fromPast: ([last]) => last },
    size: () => 1000 + 100 * state.open.length,
    save: () => new TextEncoder().encode(JSON.stringify(state)),
    view: () => ({
      rounds: state.count,
      lateness: { open: state.open.length },
      weights: [{ expert: 'mean', weight: 1 }],
      ledger: null,
      coverage: null,
    }),
  }
}

function checkInput(input: unknown): void {
  if (typeof input !== 'number') throw new ArgumentError('the input must be a number')
}

function parse(saved: Uint8Array): ToyState {
  try {
    const state = JSON.parse(new TextDecoder().decode(saved)) as ToyState
    if (state.count >= 0 && Array.isArray(state.open)) return state
    throw new ArgumentError('these bytes are damaged')
  } catch {
    throw new ArgumentError('these bytes are not a save of a toy', 'bad-save')
  }
}

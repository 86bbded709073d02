import { expectShape, expectWhole, misfit } from '../base/save/shape.ts'
import type { MemoryCalibration } from './memories/fast/memoryCalibration.ts'
import { copySeries, type MemoryState } from './memories/fast/memoryState.ts'

/** All that a fleet remembers. Plain data. */
export interface FleetState {
  /** By row; null is free. */
  readonly keys: (string | null)[]
  /** The rows, so many to a block: a fleet that grows copies nothing. */
  readonly blocks: FleetBlock[]
}

/** Some series of a fleet. Plain data. */
export interface FleetBlock {
  readonly memory: MemoryState
  /** Rounds of each row: outcomes, and forecasts without one. */
  readonly rounds: Float64Array
  /** Every row's open forecast; NaN if none is open. */
  readonly forecasts: Float64Array
  /** What every row's open forecast was issued with; empty if none is open. */
  records: Float64Array
}

/** Rows of a block. */
export const BLOCK = 128
export const NO_RECORDS: Float64Array = new Float64Array(0)

export function createBlock(calibration: MemoryCalibration, rows: number): FleetBlock {
  return {
    memory: calibration.init(rows),
    rounds: new Float64Array(rows),
    forecasts: new Float64Array(rows).fill(Number.NaN),
    records: NO_RECORDS,
  }
}

/** Copies the row of one series over another row. */
export function copyRow(from: FleetBlock, a: number, to: FleetBlock, b: number, recordLength: number): void {
  copySeries(from.memory, a, to.memory, b)
  to.rounds[b] = from.rounds[a]
  to.forecasts[b] = from.forecasts[a]
  if (from.records.length === 0) return
  if (to.records.length === 0) to.records = new Float64Array(to.rounds.length * recordLength)
  to.records.set(from.records.subarray(a * recordLength, (a + 1) * recordLength), b * recordLength)
}

/** Refuses a state that a fleet cannot have made. A save of one series is a block of one row. */
export function acceptFleet(calibration: MemoryCalibration, state: unknown): FleetState {
  const given = state as FleetState
  expectShape(given, { keys: [], blocks: [] }, 'the fleet', { grows: true })
  const rows = given.keys.length === 1 ? 1 : BLOCK
  const like = createBlock(calibration, rows)
  for (const block of given.blocks) {
    const records =
      block?.records?.length === 0 ? NO_RECORDS : new Float64Array(rows * calibration.recordLength)
    expectShape(block, { ...like, records }, 'the fleet')
    calibration.accept(block.memory)
    for (let row = 0; row < rows; row++) {
      expectWhole('rounds', block.rounds[row], 0, Number.MAX_SAFE_INTEGER)
      if (records === NO_RECORDS && !Number.isNaN(block.forecasts[row])) misfit('records', 'there', 'none')
    }
  }
  if (given.blocks.length * rows !== given.keys.length) misfit('the fleet', 'of as many rows as keys', rows)
  const keys = given.keys.filter((key) => key !== null)
  for (const key of keys) if (typeof key !== 'string') misfit('a key', 'a text', key)
  if (new Set(keys).size !== keys.length) misfit('the keys', 'each there once', given.keys.length)
  return given
}

import { expectWhole, misfit } from '../base/save/shape.ts'
import { also, floats, listOf, nullable, type StateShape, shape, shapeBy, string } from '../base/shape.ts'
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
  return blockOf(calibration, rows)()
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

/** What a fleet remembers. A save of one series is a block of one row. */
export function fleetOf(calibration: MemoryCalibration): StateShape<FleetState> {
  const rowsIn = ({ keys }: FleetState): number => (keys.length === 1 ? 1 : BLOCK)
  const fields = shape<FleetState>({
    keys: also(listOf(nullable(string)), (keys, path) => {
      const named = keys.filter((key) => key !== null)
      if (new Set(named).size !== named.length) misfit(path, 'each there once', keys.length)
    }),
    blocks: shapeBy<FleetBlock[], FleetState>(
      (_blocks, _path, state) => listOf(blockOf(calibration, rowsIn(state))),
      () => [],
    ),
  })
  return also(fields, (state, path) => {
    if (state.blocks.length * rowsIn(state) !== state.keys.length)
      misfit(path, 'of as many rows as keys', rowsIn(state))
  })
}

function blockOf(calibration: MemoryCalibration, rows: number): StateShape<FleetBlock> {
  const records = rows * calibration.recordLength
  const fields = shape<FleetBlock>({
    memory: calibration.of(rows),
    rounds: also(floats(rows), (rounds, path) => {
      rounds.forEach((round, row) => {
        expectWhole(`${path}[${row}]`, round, 0, Number.MAX_SAFE_INTEGER)
      })
    }),
    forecasts: floats(rows, Number.NaN),
    records: shapeBy(
      (value) => floats((value as Float64Array | null)?.length === 0 ? 0 : records),
      () => NO_RECORDS,
    ),
  })
  return also(fields, (block, path) => {
    if (block.records.length === 0 && block.forecasts.some((forecast) => !Number.isNaN(forecast)))
      misfit(`${path}.records`, 'there', 'none')
  })
}

import { FleetKernels } from './fleetKernels.ts'
import { BLOCK, createBlock, type FleetBlock, NO_RECORDS } from './fleetState.ts'
import { clip } from './memories/clip.ts'
import { type Kernels, startKernels } from './memories/fast/kernels.ts'
import type { MemoryCalibration } from './memories/fast/memoryCalibration.ts'

/** What the next forecasts of a block's rows are issued with. Scratch, kept from round to round. */
interface Prepared {
  readonly records: Float64Array
  /** 1 where a row's record is that of its next forecast. */
  readonly isReady: Uint8Array
}

/**
 * The rounds of a fleet, block by block.
 *
 * What a forecast is issued with is known as soon as the outcome before it is learnt. So where the kernels learn, they
 * issue too: a row's numbers come through the cache once a round, and not twice.
 */
export class FleetRounds {
  readonly #calibration: MemoryCalibration
  readonly #apart: boolean
  readonly #kernels: FleetKernels | null
  readonly #prepared: Prepared[] = []

  constructor(calibration: MemoryCalibration) {
    this.#calibration = calibration
    this.#apart = calibration.options.ends === 2
    this.#kernels = kernelsFor(calibration)
  }

  /** Nothing is known of what the rows will be issued with. */
  reset(): void {
    this.#prepared.length = 0
  }

  /** A row was written over. */
  forgetRow(b: number, row: number): void {
    if (this.#prepared[b]) this.#prepared[b].isReady[row] = 0
  }

  /** Opens a block for forecasts. */
  open(b: number, block: FleetBlock): void {
    const prepared = this.#preparedOf(b)
    if (block.records.length > 0 && block.records !== prepared.records) prepared.isReady.fill(0)
    block.records = prepared.records
  }

  /** A row's forecast of this round; NaN if it has none, and then it must not keep what an earlier one was issued with. */
  issue(b: number, block: FleetBlock, row: number, forecast: number): void {
    const { isReady, records } = this.#prepared[b]
    const { recordLength } = this.#calibration
    const at = row * recordLength
    block.forecasts[row] = forecast
    if (Number.isNaN(forecast)) {
      records.fill(0, at, at + recordLength)
      isReady[row] = 0
    } else if (isReady[row] === 0) {
      this.#calibration.issue(block.memory, row, block.rounds[row], records, at)
      // In a season a record is right in its phase only; kernels, which make records last, know of no seasons.
      if (this.#kernels) isReady[row] = 1
    }
  }

  upper({ forecasts, records }: FleetBlock, row: number): number {
    const above = this.#calibration.given(records, row * this.#calibration.recordLength, 0)
    return forecasts[row] + (this.#apart ? above : Math.max(0, above))
  }

  lower({ forecasts, records }: FleetBlock, row: number): number {
    const end = this.#apart ? 1 : 0
    const below = this.#calibration.given(records, row * this.#calibration.recordLength, end)
    return forecasts[row] - (this.#apart ? below : Math.max(0, below))
  }

  /** Learns the outcomes of a block's open forecasts, by row; NaN is none. Closes the block. */
  learn(b: number, block: FleetBlock, outcomes: Float64Array): void {
    const prepared = this.#preparedOf(b)
    if (block.records !== prepared.records) prepared.isReady.fill(0)
    const step = this.#kernels?.rows ?? BLOCK
    for (let first = 0; first < BLOCK; first += step) {
      if (this.#kernels && 2 * this.#countOf(outcomes, first, step) >= step) {
        this.#learnTogether(this.#kernels, block, first, outcomes, prepared)
      } else {
        for (let row = first; row < first + step; row++) this.#learnRow(block, row, outcomes[row], prepared)
      }
    }
    block.records = NO_RECORDS
  }

  #learnRow(block: FleetBlock, row: number, y: number, { isReady }: Prepared): void {
    const { memory, rounds, forecasts, records } = block
    if (Number.isNaN(forecasts[row])) return
    if (!Number.isNaN(y)) {
      const at = row * this.#calibration.recordLength
      const missed = this.#missed(block, row, y)
      this.#calibration.settle(memory, row, rounds[row], records, at, this.#score(block, row, y), missed)
      isReady[row] = 0
    }
    rounds[row]++
    forecasts[row] = Number.NaN
  }

  /** The same for many rows at once: their governors here, all the rest by the kernels. */
  #learnTogether(
    kernels: FleetKernels,
    block: FleetBlock,
    first: number,
    outcomes: Float64Array,
    prepared: Prepared,
  ): void {
    const calibration = this.#calibration
    const { memory, rounds, forecasts, records } = block
    const { scores, levels, rows } = kernels
    for (let i = 0; i < rows; i++) {
      const row = first + i
      const y = outcomes[row]
      scores[i] = Number.NaN
      levels[i] = 0
      if (Number.isNaN(forecasts[row])) continue
      if (!Number.isNaN(y)) {
        const score = clip(this.#score(block, row, y))
        const at = row * calibration.recordLength
        calibration.judge(memory, row, rounds[row], records, at, score, this.#missed(block, row, y))
        scores[i] = score
        levels[i] = calibration.nextLevel(memory, row)
        prepared.isReady[row] = levels[i] > 0 ? 1 : 0
      }
      rounds[row]++
      forecasts[row] = Number.NaN
    }
    kernels.advance(block, first, prepared.records, calibration.options, calibration.governor.alpha)
  }

  #missed(block: FleetBlock, row: number, y: number): boolean {
    return !(this.lower(block, row) <= y && y <= this.upper(block, row))
  }

  #score({ forecasts }: FleetBlock, row: number, y: number): number {
    return this.#apart ? y - forecasts[row] : Math.abs(y - forecasts[row])
  }

  #countOf(outcomes: Float64Array, first: number, rows: number): number {
    let some = 0
    for (let row = first; row < first + rows; row++) if (!Number.isNaN(outcomes[row])) some++
    return some
  }

  #preparedOf(b: number): Prepared {
    this.#prepared[b] ??= {
      records: new Float64Array(BLOCK * this.#calibration.recordLength),
      isReady: new Uint8Array(BLOCK),
    }
    return this.#prepared[b]
  }
}

/** One instance for all fleets of the process. */
let kernels: Kernels | null | undefined

/** The kernels are made for series without seasons. */
function kernelsFor(calibration: MemoryCalibration): FleetKernels | null {
  if (calibration.options.periods.length > 0) return null
  if (kernels === undefined) kernels = startKernels()
  if (!kernels) return null
  const like = createBlock(calibration, 1)
  return new FleetKernels(kernels, like, new Float64Array(calibration.recordLength))
}

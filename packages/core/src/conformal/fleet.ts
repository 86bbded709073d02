import { show } from '../base/check.ts'
import { ArgumentError } from '../base/errors.ts'
import { type Options, options } from '../base/options.ts'
import { expectSame, fromBytes, toBytes } from '../base/save/save.ts'
import { choice, openFraction } from '../base/values.ts'
import { FleetRounds } from './fleetRounds.ts'
import { BLOCK, copyRow, createBlock, type FleetBlock, type FleetState, fleetOf } from './fleetState.ts'
import { MemoryCalibration } from './memories/fast/memoryCalibration.ts'
import { DEFAULT_MEMORIES, seasonLength } from './memories/memoryOptions.ts'

export interface FleetOptions {
  /** 1 − α, in (0, 1). @default 0.9 */
  readonly coverage?: number
  /** Ends apart, from signed residuals; or ŷ ± threshold, from absolute ones, in three fifths of the time. @default 'apart' */
  readonly ends?: 'apart' | 'together'
  /** Rounds after which a season returns, one or several. @default none */
  readonly period?: number | readonly number[]
}

export const FLEET: Options<FleetOptions, 'period'> = options('fleet', {
  coverage: { value: openFraction, default: 0.9 },
  ends: {
    value: choice('apart', 'together'),
    default: 'apart',
  },
  period: {
    axis: seasonLength,
    absent: 'none',
  },
})

/**
 * Very many series, each with a calibrator of its own, in arrays: 4.0 kB a series, and 0.3 kB while a forecast is open.
 *
 * The numbers are those of `conformal` on each series alone, bit for bit.
 */
export class Fleet {
  /** 1 − α. */
  readonly coverage: number
  readonly #calibration: MemoryCalibration
  readonly #description: Readonly<Record<string, unknown>>
  readonly #rows = new Map<string, number>()
  #state: FleetState = { keys: [], blocks: [] }
  readonly #rounds: FleetRounds
  /** The outcomes of a block by row. */
  readonly #outcomes = new Float64Array(BLOCK)
  /** No row before this one is free. */
  #firstFree = 0

  constructor(given: FleetOptions = {}) {
    const { coverage, ends, period } = FLEET.read(given)
    const periods = [period ?? []].flat()
    const sides = ends === 'apart' ? 2 : 1
    this.#calibration = new MemoryCalibration({ ...DEFAULT_MEMORIES, coverage, ends: sides, periods })
    this.coverage = coverage
    this.#rounds = new FleetRounds(this.#calibration)
    this.#description = { model: 'fleet', coverage, ends, periods }
  }

  /** How many series there are. */
  get size(): number {
    return this.#rows.size
  }

  /** In the order of rows: arrays of `predictAll` and `learnAll` follow it. */
  get keys(): readonly string[] {
    return this.#state.keys.filter((key) => key !== null)
  }

  /** Adds series. Their rows are the first that are free. */
  add(...keys: readonly string[]): void {
    for (const key of keys) {
      if (typeof key !== 'string') throw new ArgumentError(`a key must be a string; received ${show(key)}`)
      if (this.#rows.has(key)) throw new ArgumentError(`there is already a series ${show(key)}`, 'duplicate')
    }
    if (new Set(keys).size < keys.length)
      throw new ArgumentError('a key must not be named twice', 'duplicate')
    for (const key of keys) {
      const row = this.#freeRow()
      this.#state.keys[row] = key
      this.#rows.set(key, row)
    }
  }

  /** Removes a series and all that it remembers. */
  remove(key: string): void {
    const row = this.#rowOf(key)
    this.#write(row, createBlock(this.#calibration, 1))
    this.#state.keys[row] = null
    this.#rows.delete(key)
    this.#firstFree = Math.min(this.#firstFree, row)
  }

  /**
   * Intervals around the forecasts of all series, in the order of `keys`; NaN where a series has none in this round.
   * They are open until `learnAll`; forecasts given again before that take their place.
   */
  predictAll(forecasts: ArrayLike<number>, lower: Float64Array, upper: Float64Array): void {
    this.#expectLengths(forecasts, lower, upper)
    for (let i = 0; i < forecasts.length; i++) {
      if (typeof forecasts[i] !== 'number' || Math.abs(forecasts[i]) === Infinity) {
        throw new ArgumentError(
          `forecasts[${i}] must be a finite number or NaN; received ${show(forecasts[i])}`,
          'not-finite',
        )
      }
    }
    const { keys, blocks } = this.#state
    for (let b = 0, i = 0; b < blocks.length; b++) {
      this.#rounds.open(b, blocks[b])
      for (let row = 0; row < BLOCK; row++) {
        const isFree = keys[b * BLOCK + row] === null
        this.#rounds.issue(b, blocks[b], row, isFree ? Number.NaN : forecasts[i])
        if (isFree) continue
        lower[i] = this.#rounds.lower(blocks[b], row)
        upper[i] = this.#rounds.upper(blocks[b], row)
        i++
      }
    }
  }

  /** Learns the outcomes of all open forecasts; NaN is an outcome that never came. */
  learnAll(outcomes: ArrayLike<number>): void {
    this.#expectLengths(outcomes)
    const { keys, blocks } = this.#state
    for (let row = 0, i = 0; row < keys.length; row++) {
      if (keys[row] === null) continue
      const y = outcomes[i]
      const forecast = blocks[(row / BLOCK) | 0].forecasts[row % BLOCK]
      if (typeof y !== 'number' || (!Number.isNaN(y) && !Number.isFinite(y - forecast)))
        this.#refuse(i, y, forecast)
      i++
    }
    for (let b = 0, i = 0; b < blocks.length; b++) {
      for (let row = 0; row < BLOCK; row++) {
        this.#outcomes[row] = keys[b * BLOCK + row] === null ? Number.NaN : outcomes[i++]
      }
      this.#rounds.learn(b, blocks[b], this.#outcomes)
    }
  }

  /** All series, or one, as bytes with a version and a checksum. */
  save(key?: string): Uint8Array {
    if (key === undefined) return toBytes({ description: this.#description, state: this.#state })
    const one = createBlock(this.#calibration, 1)
    const row = this.#rowOf(key)
    copyRow(this.#blockOf(row), row % BLOCK, one, 0, this.#calibration.recordLength)
    return toBytes({ description: this.#description, state: { keys: [key], blocks: [one] } })
  }

  /** Goes on from a save: of the whole fleet, or of one series, which is added or replaced under the key given. */
  restore(saved: Uint8Array, key?: string): this {
    const { description, state } = fromBytes(saved)
    expectSame(description, this.#description)
    fleetOf(this.#calibration).check(state, 'the fleet')
    const restored = state as FleetState
    const isOne = restored.keys.length === 1
    if (key === undefined) {
      if (isOne)
        throw new ArgumentError('the save is of one series: say under which key it goes on', 'bad-save')
      this.#state = restored
      this.#rounds.reset()
      this.#firstFree = 0
      this.#rows.clear()
      restored.keys.forEach((name, row) => {
        if (name !== null) this.#rows.set(name, row)
      })
      return this
    }
    if (!isOne) throw new ArgumentError('the save is of a whole fleet, not of one series', 'bad-save')
    if (!this.#rows.has(key)) this.add(key)
    this.#write(this.#rowOf(key), restored.blocks[0])
    return this
  }

  #freeRow(): number {
    const { keys, blocks } = this.#state
    while (this.#firstFree < keys.length && keys[this.#firstFree] !== null) this.#firstFree++
    if (this.#firstFree === keys.length) {
      blocks.push(createBlock(this.#calibration, BLOCK))
      for (let row = 0; row < BLOCK; row++) keys.push(null)
    }
    return this.#firstFree
  }

  #blockOf(row: number): FleetBlock {
    return this.#state.blocks[(row / BLOCK) | 0]
  }

  /** Puts the only row of a block in the place of a row of this fleet. */
  #write(row: number, from: FleetBlock): void {
    copyRow(from, 0, this.#blockOf(row), row % BLOCK, this.#calibration.recordLength)
    this.#rounds.forgetRow((row / BLOCK) | 0, row % BLOCK)
    this.#calibration.close()
  }

  #rowOf(key: string): number {
    const row = this.#rows.get(key)
    if (row === undefined) throw new ArgumentError(`there is no series ${show(key)}`, 'no-such-key')
    return row
  }

  #expectLengths(...arrays: readonly ArrayLike<number>[]): void {
    for (const array of arrays) {
      if (array?.length === this.size) continue
      throw new ArgumentError(
        `arrays must have ${this.size} entries, one per series; received ${array?.length ?? show(array)}`,
        'wrong-length',
      )
    }
  }

  #refuse(i: number, y: number, forecast: number): void {
    if (Number.isNaN(forecast)) {
      throw new ArgumentError(`outcomes[${i}] came before its forecast: call predictAll first`, 'no-forecast')
    }
    if (Number.isFinite(y))
      throw new ArgumentError(
        `outcomes[${i}], ${y}, is too far from its forecast, ${forecast}`,
        'bad-outcome',
      )
    throw new ArgumentError(
      `outcomes[${i}] must be a finite number or NaN; received ${show(y)}`,
      'bad-outcome',
    )
  }
}

/** A fleet of calibrators: `predictAll`, then `learnAll`. */
export function fleet(given: FleetOptions = {}): Fleet {
  return new Fleet(given)
}

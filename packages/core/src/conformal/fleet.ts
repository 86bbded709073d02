import { show } from '../check.ts'
import { ArgumentError } from '../errors.ts'
import { type Options, options } from '../options.ts'
import { expectSame, fromBytes, toBytes } from '../save/save.ts'
import { expectRecord, expectShape, expectWhole, misfit } from '../save/shape.ts'
import { choice, count, openFraction } from '../values.ts'
import { DEFAULT_MEMORIES, MemoryCalibration, type MemoryState } from './memories/memoryCalibration.ts'

export interface FleetOptions {
  /** 1 − α, in (0, 1). @default 0.9 */
  readonly coverage?: number
  /** Ends apart, from signed residuals; or ŷ ± threshold, from absolute ones, in two thirds of the time. @default 'apart' */
  readonly ends?: 'apart' | 'together'
  /** Rounds after which a season returns, one or several. @default none */
  readonly period?: number | readonly number[]
}

export const FLEET: Options<FleetOptions, 'period'> = options('fleet', {
  coverage: { value: openFraction, about: '1 − α, in (0, 1).', default: 0.9 },
  ends: {
    value: choice('apart', 'together'),
    about:
      'Ends apart, from signed residuals; or ŷ ± threshold, from absolute ones, in two thirds of the time.',
    default: 'apart',
  },
  period: { axis: count, about: 'Rounds after which a season returns, one or several.', absent: 'none' },
})

/** All that a fleet remembers. Plain data. */
export interface FleetState {
  /** By row; null is free. */
  readonly keys: (string | null)[]
  readonly memory: MemoryState
  /** Rounds of each row: outcomes, and forecasts without one. */
  rounds: Float64Array
  /** What every row's open forecast was issued with, and the forecast itself; NaN if none is open. */
  records: Float64Array
  forecasts: Float64Array
}

/**
 * Very many series, each with a calibrator of its own, in arrays: 4.3 kB a series, and 0.3 kB while a forecast is open.
 *
 * The numbers are those of `conformal` on each series alone, bit for bit.
 */
export class Fleet {
  readonly #calibration: MemoryCalibration
  readonly #description: Readonly<Record<string, unknown>>
  readonly #rows = new Map<string, number>()
  #state: FleetState

  constructor(given: FleetOptions = {}) {
    const { coverage, ends, period } = FLEET.read(given)
    const periods = [period ?? []].flat()
    const sides = ends === 'apart' ? 2 : 1
    this.#calibration = new MemoryCalibration({ ...DEFAULT_MEMORIES, coverage, ends: sides, periods })
    this.#description = { model: 'fleet', coverage, ends, periods }
    this.#state = this.#create(4)
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
      if (this.#rows.has(key)) throw new ArgumentError(`there is already a series ${show(key)}`)
    }
    if (new Set(keys).size < keys.length) throw new ArgumentError('a key must not be named twice')
    const { keys: rows } = this.#state
    let free = 0
    for (const key of keys) {
      while (free < rows.length && rows[free] !== null) free++
      if (free === rows.length) this.#grow()
      rows[free] = key
      this.#rows.set(key, free)
    }
  }

  /** Removes a series and all that it remembers. */
  remove(key: string): void {
    const row = this.#rowOf(key)
    this.#write(row, this.#create(1), 0)
    this.#state.keys[row] = null
    this.#rows.delete(key)
  }

  /**
   * Intervals around the forecasts of all series, in the order of `keys`; NaN where a series has none in this round.
   * They are open until `learnAll`.
   */
  predictAll(forecasts: ArrayLike<number>, lower: Float64Array, upper: Float64Array): void {
    this.#expectLengths(forecasts, lower, upper)
    for (let i = 0; i < forecasts.length; i++) {
      if (Math.abs(forecasts[i]) === Infinity) {
        throw new ArgumentError(`forecasts[${i}] must be a finite number or NaN; received ${forecasts[i]}`)
      }
    }
    const { keys, memory, rounds, records } = this.#state
    const calibration = this.#calibration
    const { recordLength } = calibration
    const apart = calibration.options.ends === 2
    for (let row = 0, i = 0; row < keys.length; row++) {
      if (keys[row] === null) continue
      const forecast = forecasts[i]
      this.#state.forecasts[row] = forecast
      if (!Number.isNaN(forecast)) {
        const at = row * recordLength
        calibration.issue(memory, row, rounds[row], records, at)
        const above = calibration.given(records, at, 0)
        upper[i] = forecast + (apart ? above : Math.max(0, above))
        lower[i] = forecast - (apart ? calibration.given(records, at, 1) : Math.max(0, above))
      } else {
        upper[i] = Number.NaN
        lower[i] = Number.NaN
      }
      i++
    }
  }

  /** Learns the outcomes of all open forecasts; NaN is an outcome that never came. */
  learnAll(outcomes: ArrayLike<number>): void {
    this.#expectLengths(outcomes)
    const { keys, memory, rounds, records, forecasts } = this.#state
    for (let row = 0, i = 0; row < keys.length; row++) {
      if (keys[row] === null) continue
      const y = outcomes[i]
      if (!Number.isNaN(y) && !Number.isFinite(y - forecasts[row])) this.#refuse(i, y, forecasts[row])
      i++
    }
    const calibration = this.#calibration
    const { recordLength, options: own } = calibration
    for (let row = 0, i = 0; row < keys.length; row++) {
      if (keys[row] === null) continue
      const y = outcomes[i]
      const forecast = forecasts[row]
      if (!Number.isNaN(forecast)) {
        if (!Number.isNaN(y)) {
          const at = row * recordLength
          const above = calibration.given(records, at, 0)
          const upper = forecast + (own.ends === 2 ? above : Math.max(0, above))
          const lower = forecast - (own.ends === 2 ? calibration.given(records, at, 1) : Math.max(0, above))
          const score = own.ends === 2 ? y - forecast : Math.abs(y - forecast)
          calibration.settle(memory, row, rounds[row], records, at, score, !(lower <= y && y <= upper))
        }
        rounds[row]++
        forecasts[row] = Number.NaN
      }
      i++
    }
  }

  /** All series, or one, as bytes with a version and a checksum. */
  save(key?: string): Uint8Array {
    if (key === undefined) return toBytes({ description: this.#description, state: this.#state })
    const one = this.#create(1)
    this.#read(this.#rowOf(key), one)
    return toBytes({ description: this.#description, state: { ...one, keys: [key] } })
  }

  /** Goes on from a save: of the whole fleet, or of one series, which is added or replaced under the key given. */
  restore(saved: Uint8Array, key?: string): this {
    const { description, state } = fromBytes(saved)
    expectSame(description, this.#description)
    this.#accept(state)
    const restored = state as FleetState
    if (key === undefined) {
      this.#state = restored
      this.#rows.clear()
      restored.keys.forEach((name, row) => {
        if (name !== null) this.#rows.set(name, row)
      })
      return this
    }
    if (restored.keys.length !== 1) throw new ArgumentError('the save is of a whole fleet, not of one series')
    if (!this.#rows.has(key)) this.add(key)
    this.#write(this.#rowOf(key), restored, 0)
    return this
  }

  #accept(state: unknown): void {
    const { keys, memory } = (state ?? {}) as FleetState
    if (!Array.isArray(keys)) misfit('fleet.keys', 'a list', keys)
    const names = keys.filter((key) => key !== null)
    if (names.some((key) => typeof key !== 'string') || new Set(names).size < names.length) {
      misfit('fleet.keys', 'different names, and null where a row is free', keys)
    }
    if (memory?.governors?.length !== keys.length) misfit('fleet.memory', 'of as many series as keys', memory)
    this.#calibration.accept(memory)
    const rows = new Float64Array(keys.length)
    const records = new Float64Array(keys.length * this.#calibration.recordLength)
    expectRecord(state, { records, forecasts: rows }, 'fleet', {
      keys() {},
      memory() {},
      rounds(rounds) {
        expectShape(rounds, rows, 'fleet.rounds')
        for (const round of rounds as Float64Array)
          expectWhole('fleet.rounds[]', round, 0, Number.MAX_SAFE_INTEGER)
      },
    })
  }

  #create(rows: number): FleetState {
    return {
      keys: new Array<string | null>(rows).fill(null),
      memory: this.#calibration.init(rows),
      rounds: new Float64Array(rows),
      records: new Float64Array(rows * this.#calibration.recordLength),
      forecasts: new Float64Array(rows).fill(Number.NaN),
    }
  }

  #grow(): void {
    const old = this.#state
    const before = old.keys.length
    const rows = Math.max(before + 1, Math.ceil(1.5 * before))
    this.#calibration.reserve(old.memory, rows)
    old.keys.push(...new Array<string | null>(rows - before).fill(null))
    old.rounds = widened(old.rounds, rows, 0)
    old.records = widened(old.records, rows * this.#calibration.recordLength, 0)
    old.forecasts = widened(old.forecasts, rows, Number.NaN)
  }

  /** Copies one row of this fleet into the only row of another state. */
  #read(row: number, to: FleetState): void {
    copyRow(this.#state, row, to, 0, this.#calibration)
  }

  #write(row: number, from: FleetState, at: number): void {
    copyRow(from, at, this.#state, row, this.#calibration)
  }

  #rowOf(key: string): number {
    const row = this.#rows.get(key)
    if (row === undefined) throw new ArgumentError(`there is no series ${show(key)}`)
    return row
  }

  #expectLengths(...arrays: readonly ArrayLike<number>[]): void {
    for (const { length } of arrays) {
      if (length === this.size) continue
      throw new ArgumentError(`arrays must have ${this.size} entries, one per series; received ${length}`)
    }
  }

  #refuse(i: number, y: number, forecast: number): void {
    if (Number.isNaN(forecast)) {
      throw new ArgumentError(`outcomes[${i}] came before its forecast: call predictAll first`)
    }
    throw new ArgumentError(`outcomes[${i}] must be a finite number or NaN; received ${y}`)
  }
}

function widened(values: Float64Array, length: number, fill: number): Float64Array {
  const wider = new Float64Array(length).fill(fill)
  wider.set(values)
  return wider
}

/** Copies the row of one series: of every array its part. */
function copyRow(
  from: FleetState,
  a: number,
  to: FleetState,
  b: number,
  calibration: MemoryCalibration,
): void {
  const part = (
    source: Float64Array | Uint16Array,
    target: Float64Array | Uint16Array,
    width: number,
  ): void => target.set(source.subarray(a * width, (a + 1) * width), b * width)
  const rows = from.keys.length
  part(from.rounds, to.rounds, 1)
  part(from.records, to.records, calibration.recordLength)
  part(from.forecasts, to.forecasts, 1)
  part(from.memory.governors, to.memory.governors, 1)
  part(from.memory.weights, to.memory.weights, from.memory.weights.length / rows)
  from.memory.rings.forEach((rings, i) => {
    const other = to.memory.rings[i]
    part(rings.counts, other.counts, rings.counts.length / rows)
    part(rings.values, other.values, rings.values.length / rows)
    part(rings.order, other.order, rings.order.length / rows)
  })
}

/** A fleet of calibrators: `predictAll`, then `learnAll`. */
export function fleet(given: FleetOptions = {}): Fleet {
  return new Fleet(given)
}

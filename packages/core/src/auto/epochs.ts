import { Engine, type EngineState } from '../aggregate/engine.ts'
import type { Issued as EngineIssued } from '../aggregate/issued.ts'
import type { Forecast } from '../forecast.ts'
import { fixedShare } from '../meta/fixedShare.ts'
import { point } from '../scores.ts'
import { autoExperts, autoLoss } from './experts.ts'
import type { Encoding } from './rows/encoding.ts'
import { firstKept } from './rows/history.ts'
import type { ReadRow, Rows, RowsState } from './rows/rows.ts'
import { areAlike, Moments, type Scales, scaleFeatures, scaleOutcome } from './scales.ts'

/** Rows of the past that are learnt again in each round until coordinates are new. */
const ROWS_A_ROUND = 4

/** Experts in coordinates of their own. Plain data. */
export interface Coordinates {
  readonly encoding: Encoding
  readonly scales: Scales
  readonly engine: EngineState
}

/** Plain data. */
export interface EpochsState {
  /** What forecasts; null before two rows. */
  front: Coordinates | null
  /** What is being built for the next epoch, and the next row of the past that it learns. */
  next: Coordinates | null
  nextRow: number
  /** Which of the two programs the front runs on. */
  program: 0 | 1
}

/** A forecast in the units of y, and what it was made of. */
export interface Believed {
  readonly forecast: Forecast
  readonly issued: EngineIssued | null
}

export interface EpochsOptions {
  readonly rows: Rows
  readonly labels: boolean
  readonly memory: boolean
}

/**
 * Experts whose coordinates are frozen in epochs.
 *
 * After 2, 4, 8, 20, 60, 200, 600, … rows the features and the units of x and y are found anew. If they differ, fresh
 * experts learn the rows of the past in them, a few in each round, and take over when they have caught up. So
 * coordinates never slide under an expert that remembers, and no round waits for the whole past.
 */
export class Epochs {
  readonly #options: EpochsOptions
  readonly #programs: [Map<number, Engine>, Map<number, Engine>] = [new Map(), new Map()]
  readonly #scratch = new Map<number, Float64Array>()

  constructor(options: EpochsOptions) {
    this.#options = options
  }

  init(): EpochsState {
    return { front: null, next: null, nextRow: 0, program: 0 }
  }

  /** The forecast for a row that comes `waiting` rows after the last one learnt; null before two rows. */
  predict(state: EpochsState, rows: RowsState, row: ReadRow, waiting: number): Forecast | null {
    const { front } = state
    if (!front) return null
    const engine = this.#engine(state.program, front)
    const forecast = engine.predict(front.engine, this.#features(rows, front, row, waiting))
    return this.#options.labels ? forecast : forecast.rescaled(front.scales.unit, front.scales.centre)
  }

  /** Learns a row that comes right after the last one. */
  learn(state: EpochsState, rows: RowsState, row: ReadRow, y: number): void {
    const { front } = state
    if (front) {
      const x = this.#features(rows, front, row, 0)
      this.#engine(state.program, front).learn(front.engine, x, this.#outcome(front, y))
    }
    this.#options.rows.observe(rows, row, y)
    this.#replay(state, rows)
    if (isEpoch(rows.history.count)) this.#begin(state, rows)
  }

  #begin(state: EpochsState, rows: RowsState): void {
    const { labels } = this.#options
    const encoding = this.#options.rows.freeze(rows)
    const scales = this.#scalesOf(rows, encoding, labels)
    const { front } = state
    if (front && sameFeatures(front.encoding, encoding) && areAlike(front.scales, scales)) return
    const program = front ? ((1 - state.program) as 0 | 1) : state.program
    const engine = this.#program(program, encoding.names.length)
    state.next = { encoding, scales, engine: engine.init() }
    state.nextRow = firstKept(rows.history)
    if (!front) this.#replay(state, rows)
  }

  #replay(state: EpochsState, rows: RowsState): void {
    const { next } = state
    if (!next) return
    const program = state.front ? ((1 - state.program) as 0 | 1) : state.program
    const engine = this.#engine(program, next)
    const x = this.#vector(next)
    for (let i = 0; i < ROWS_A_ROUND && state.nextRow < rows.history.count; i++) {
      const y = this.#options.rows.replay(rows, next.encoding, state.nextRow++, x)
      scaleFeatures(next.scales, x)
      engine.learn(next.engine, x, this.#outcome(next, y))
    }
    if (state.nextRow < rows.history.count) return
    state.front = next
    state.next = null
    state.program = program
  }

  #features(rows: RowsState, coordinates: Coordinates, row: ReadRow, waiting: number): Float64Array {
    const x = this.#vector(coordinates)
    this.#options.rows.encode(rows, coordinates.encoding, row, waiting, x)
    scaleFeatures(coordinates.scales, x)
    return x
  }

  #outcome({ scales }: Coordinates, y: number): number {
    return this.#options.labels ? y : scaleOutcome(scales, y)
  }

  #scalesOf(rows: RowsState, encoding: Encoding, labels: boolean): Scales {
    const d = encoding.names.length
    const x = new Float64Array(d)
    const features = new Moments(d)
    const outcomes = new Moments(1)
    for (let row = firstKept(rows.history); row < rows.history.count; row++) {
      outcomes.observe(Float64Array.of(this.#options.rows.replay(rows, encoding, row, x)))
      features.observe(x)
    }
    return {
      centres: features.mean,
      units: features.mean.map((_, j) => features.unit(j)),
      centre: labels ? 0 : outcomes.mean[0],
      unit: labels ? 1 : outcomes.unit(0),
    }
  }

  #vector({ encoding }: Coordinates): Float64Array {
    const d = encoding.names.length
    let x = this.#scratch.get(d)
    if (x === undefined) this.#scratch.set(d, (x = new Float64Array(d)))
    return x
  }

  #engine(program: 0 | 1, { encoding }: Coordinates): Engine {
    return this.#program(program, encoding.names.length)
  }

  #program(slot: 0 | 1, dimension: number): Engine {
    const known = this.#programs[slot]
    let engine = known.get(dimension)
    if (engine === undefined) {
      const { labels, memory } = this.#options
      const loss = autoLoss(labels)
      const rule = autoExperts({ dimension, labels, memory })
      engine = new Engine({
        panel: rule.bind({ loss, dimension, seed: 0 }),
        dimension,
        loss,
        score: point,
        meta: fixedShare({ rate: 1, share: 0.01 }),
        prior: undefined,
        onFailure: 'sleep',
        ledger: false,
        switches: 0,
        history: 0,
      })
      known.set(dimension, engine)
    }
    return engine
  }
}

/** 2, 4, 8, 20, 60, 200, 600, 2000, …: after each there is a good deal more to learn scales from. */
export function isEpoch(count: number): boolean {
  if (count < 20) return count === 2 || count === 4 || count === 8
  let rest = count
  while (rest % 10 === 0) rest /= 10
  return rest === 2 || rest === 6
}

function sameFeatures(a: Encoding, b: Encoding): boolean {
  return a.names.length === b.names.length && a.names.every((name, j) => name === b.names[j])
}

import { keptPerRound } from '../math/powers.ts'
import type { Draft } from '../paths/draft.ts'
import type { PathState } from '../paths/parts.ts'
import { AGES, type CrowdShape, GROWN } from './crowdPlan.ts'
import { fromGauge, toGauge } from './gauge.ts'
import { Look, type Sight } from './look.ts'
import { PooledRidge } from './pooledRidge.ts'

/** What a series keeps for the regressions over all series. Plain data. */
export interface TaughtState {
  /** For each rung: faded losses of the candidates. */
  readonly own: Float64Array
  /** For each open rung: the row after its origin, features, and what its candidates forecast. */
  readonly origins: Float64Array
  readonly features: Float32Array
  readonly notes: Float64Array
}

/** The parts of a period's sums and of what all series share that are about the regressions. */
export interface TeachingSums {
  /** For each age and rung: losses of the candidates over that of the mean, and how many. */
  readonly candidates: Float64Array
  readonly judged: Float64Array
  readonly gram: Float64Array
  readonly moment: Float64Array
}

/** What they have come to. */
export interface Taught {
  readonly weights: Float64Array
  /** For each age and rung: mean losses of the candidates over that of the mean. */
  readonly candidates: Float64Array
}

/** The mean itself, and two regressions: of the change from a season ago, and from the mean. */
const CANDIDATES = 3
const TARGETS = CANDIDATES - 1
/** Places in a note: unit and spread of the gauge, season ago and mean on it, the unit of losses; then candidates. */
const SAID = 5
const NOTE = SAID + CANDIDATES
const RIDGE = 100
/** Rates of a series' own losses and of the mean losses of all in the weights of the candidates. */
const OWN = 0.05
const ALL = 160
/** Own losses fade in 40·√k rows. */
const MEMORY = 40
/** Errors count up to so many units; regressions learn errors up to so many spreads. */
const LARGE = 12
const LARGEST_TARGET = 8
/** What a row of a series is worth before it is grown. */
const HALF_GROWN = 0.1

/**
 * Regressions over the rows of all series, each in the units of its series, at some steps.
 *
 * A series mixes them with its own mean by its own losses and by the mean losses of all. In its first season it does not.
 */
export class Teaching {
  readonly ridge: PooledRidge
  readonly #shape: CrowdShape
  readonly #look: Look
  /** Where the open paths of each rung begin. */
  readonly #starts: readonly number[]
  readonly #cells: number
  // Of the last draft, rung by rung; and of one step.
  readonly #features: Float64Array
  readonly #notes: Float64Array
  readonly #x: Float64Array
  readonly #said: Float64Array = new Float64Array(CANDIDATES)
  readonly #logs: Float64Array = new Float64Array(CANDIDATES)
  readonly #targets: Float64Array = new Float64Array(TARGETS)

  constructor(shape: CrowdShape) {
    const { rungs } = shape
    this.#shape = shape
    this.#look = new Look(shape)
    const { dimension } = this.#look
    this.ridge = new PooledRidge(rungs.length, dimension, TARGETS, RIDGE)
    this.#starts = rungs.map((_, r) => rungs.slice(0, r).reduce((sum, step) => sum + step, 0))
    this.#cells = rungs.reduce((sum, step) => sum + step, 0)
    this.#features = new Float64Array(rungs.length * dimension)
    this.#notes = new Float64Array(rungs.length * NOTE)
    this.#x = new Float64Array(dimension)
  }

  init(): TaughtState {
    return {
      own: new Float64Array(this.#shape.rungs.length * CANDIDATES),
      origins: new Float64Array(this.#cells),
      features: new Float32Array(this.#cells * this.#look.dimension),
      notes: new Float64Array(this.#cells * NOTE),
    }
  }

  sums(): TeachingSums {
    const cells = AGES * this.#shape.rungs.length
    return {
      candidates: new Float64Array(cells * CANDIDATES),
      judged: new Float64Array(cells),
      ...this.ridge.sums(),
    }
  }

  taught(): Taught {
    return {
      weights: this.ridge.weights(),
      candidates: new Float64Array(AGES * this.#shape.rungs.length * CANDIDATES),
    }
  }

  /** What follows from the sums of all periods. */
  publish(sums: TeachingSums, out: Taught): void {
    sums.judged.forEach((count, cell) => {
      if (!(count > 0)) return
      const at = cell * CANDIDATES
      for (let j = 0; j < CANDIDATES; j++) out.candidates[at + j] = sums.candidates[at + j] / count
    })
    this.ridge.solve(sums, out.weights)
  }

  /** Moves the means of a draft. */
  correct(own: TaughtState, taught: Taught, state: PathState, sight: Sight, draft: Draft): void {
    const { rungs, rungOf, steps } = this.#shape
    const age = this.#shape.ageOf(state.outcomes)
    for (let k = 0; k < steps; k++) {
      const r = rungOf[k]
      this.#say(taught, state, sight, draft, k)
      const mixed = this.#mix(own, taught, age, r)
      if (rungs[r] === k + 1) {
        this.#features.set(this.#x, r * this.#x.length)
        this.#notes.set(this.#said, r * NOTE + SAID)
      }
      if (age >= GROWN - 1) draft.mean[k] = mixed
    }
  }

  /** The last draft is the path that is open from now on. */
  open(own: TaughtState, row: number): void {
    const d = this.#x.length
    this.#shape.rungs.forEach((step, r) => {
      const cell = this.#starts[r] + (row % step)
      own.origins[cell] = row + 1
      for (let i = 0; i < d; i++) own.features[cell * d + i] = this.#features[r * d + i]
      for (let i = 0; i < NOTE; i++) own.notes[cell * NOTE + i] = this.#notes[r * NOTE + i]
    })
  }

  /** The outcome of step k, from 0, of the path from `origin`, which had `outcomes` behind it. */
  score(own: TaughtState, sums: TeachingSums, k: number, origin: number, outcomes: number, y: number): void {
    const r = this.#shape.rungOf[k]
    const step = this.#shape.rungs[r]
    const age = this.#shape.ageOf(outcomes)
    const cell = this.#starts[r] + (origin % step)
    if (step !== k + 1 || age < GROWN - 1 || own.origins[cell] !== origin + 1) return
    this.#learn(own, sums, r, cell, age, y)
    this.#judge(own, sums, r, cell, age, y)
  }

  #learn(
    { notes, features }: TaughtState,
    sums: TeachingSums,
    r: number,
    cell: number,
    age: number,
    y: number,
  ): void {
    const [unit, spread, naive, mean] = notes.subarray(cell * NOTE, cell * NOTE + 4)
    const z = toGauge(y, unit)
    this.#targets[0] = clip((z - naive) / spread, LARGEST_TARGET)
    this.#targets[1] = clip((z - mean) / spread, LARGEST_TARGET)
    const weight = age < GROWN ? HALF_GROWN : 1
    this.ridge.add(sums, r, features, cell * this.#x.length, this.#targets, weight)
  }

  #judge(
    { own, notes }: TaughtState,
    sums: TeachingSums,
    r: number,
    cell: number,
    age: number,
    y: number,
  ): void {
    const note = cell * NOTE + SAID
    const unit = notes[note - 1]
    if (!(unit > 0)) return
    const root = Math.sqrt(this.#shape.rungs[r])
    const kept = keptPerRound(MEMORY * root)
    const loss = (j: number): number => Math.min(Math.abs(y - notes[note + j]) / unit, LARGE)
    const base = loss(0)
    const all = age * this.#shape.rungs.length + r
    for (let j = 0; j < CANDIDATES; j++) {
      const more = loss(j) - base
      own[r * CANDIDATES + j] = kept * own[r * CANDIDATES + j] + more / root
      sums.candidates[all * CANDIDATES + j] += more
    }
    sums.judged[all]++
  }

  /** What the candidates forecast of step k. */
  #say({ weights }: Taught, state: PathState, sight: Sight, draft: Draft, k: number): void {
    const { unit, spread } = sight
    const r = this.#shape.rungOf[k]
    const said = this.#said
    const mean = toGauge(draft.mean[k], unit)
    const naive = this.#look.naive(state, k, sight)
    this.#look.write(state, k, sight, mean, naive, draft, this.#x)
    const range = 2 * (state.most - state.least)
    said[0] = draft.mean[k]
    for (let j = 0; j < TARGETS; j++) {
      const z = clip(this.ridge.predict(weights, r, j, this.#x), LARGE)
      const y = fromGauge((j === 0 ? naive : mean) + spread * z, unit)
      said[j + 1] = Math.max(state.least - range, Math.min(state.most + range, y))
    }
    if (this.#shape.rungs[r] !== k + 1) return
    const note = r * NOTE
    this.#notes[note] = unit
    this.#notes[note + 1] = spread
    this.#notes[note + 2] = naive
    this.#notes[note + 3] = mean
    this.#notes[note + 4] = sight.error
  }

  #mix({ own }: TaughtState, { candidates }: Taught, age: number, r: number): number {
    const all = (age * this.#shape.rungs.length + r) * CANDIDATES
    const logs = this.#logs
    for (let j = 0; j < CANDIDATES; j++) logs[j] = -OWN * own[r * CANDIDATES + j] - ALL * candidates[all + j]
    const best = Math.max(...logs)
    let sum = 0
    let mixed = 0
    for (let j = 0; j < CANDIDATES; j++) {
      const weight = Math.exp(logs[j] - best)
      sum += weight
      mixed += weight * this.#said[j]
    }
    return mixed / sum
  }
}

function clip(value: number, most: number): number {
  return Math.max(-most, Math.min(most, value))
}

import { keptPerRound } from '../math/powers.ts'
import type { Draft } from '../paths/draft.ts'
import type { PathState } from '../paths/parts.ts'
import { AGES, type CrowdShape, GROWN } from './crowdPlan.ts'
import { Grove, type GroveState, type OpenRows } from './grove.ts'
import { Look } from './look.ts'

/** What a series keeps for the trees over all series. Plain data. */
export interface TaughtState {
  /** For each rung: faded losses of the blends. */
  readonly own: Float64Array
  /** For each open rung: the row after its origin, features, and notes. */
  readonly origins: Float64Array
  readonly features: Float32Array
  readonly notes: Float64Array
}

/** The parts of a period's sums that are about the trees. */
export interface TeachingSums {
  /** For each age and rung: losses of the blends over that of the mean, and how many. */
  readonly blends: Float64Array
  readonly judged: Float64Array
}

/** How one step of a series is seen. */
export interface Sight {
  /** Typical error of one step. */
  readonly error: number
  /** Place of the first row on the clock that all series share. */
  readonly start: number
}

/** Parts of the trees' forecast in the blends with the mean. */
const PARTS = [0, 0.25, 0.5, 0.75]
const BLENDS: number = PARTS.length
/** Places in a note: level, unit of losses, mean, and what the trees forecast. */
const NOTE = 4
/** Rates of a series' own losses and of the mean losses of all in the weights of the blends. */
const OWN = 0.2
const ALL = 40
/** The part that needs no evidence: the mean of two forecasts is often better than either of them. */
const USUAL = 0.25
/** Errors that count as seen before any is; and by how many units a part was worse in each, for its distance from that. */
const DOUBTS = 40
const DOUBT = 0.5
/** Own losses fade in 40·√k rows. */
const MEMORY = 40
/** Errors count up to so many units; outcomes up to so many levels. */
const LARGE = 12
const HIGHEST = 100

/**
 * Boosted trees over the rows of all series, each in units of its level, at some steps.
 *
 * A series blends them with its own mean by its own losses and by the mean losses of all. In its first season it does not.
 */
export class Teaching {
  readonly grove: Grove
  readonly #shape: CrowdShape
  readonly #look: Look
  /** Where the open paths of each rung begin. */
  readonly #starts: readonly number[]
  readonly #cells: number
  // Of the last draft, rung by rung; and of one step.
  readonly #features: Float64Array
  readonly #notes: Float64Array
  readonly #x: Float64Array
  readonly #logs: Float64Array = new Float64Array(BLENDS)

  constructor(shape: CrowdShape) {
    const { rungs } = shape
    this.#shape = shape
    this.#look = new Look(shape)
    const { dimension } = this.#look
    this.grove = new Grove(dimension, shape.season)
    this.#starts = rungs.map((_, r) => rungs.slice(0, r).reduce((sum, step) => sum + step, 0))
    this.#cells = rungs.reduce((sum, step) => sum + step, 0)
    this.#features = new Float64Array(rungs.length * dimension)
    this.#notes = new Float64Array(rungs.length * NOTE)
    this.#x = new Float64Array(dimension)
  }

  init(): TaughtState {
    return {
      own: new Float64Array(this.#shape.rungs.length * BLENDS),
      origins: new Float64Array(this.#cells),
      features: new Float32Array(this.#cells * this.#look.dimension),
      notes: new Float64Array(this.#cells * NOTE),
    }
  }

  sums(): TeachingSums {
    const cells = AGES * this.#shape.rungs.length
    return { blends: new Float64Array(cells * BLENDS), judged: new Float64Array(cells) }
  }

  /** Moves the means of a draft. */
  correct(
    own: TaughtState,
    sums: TeachingSums,
    grove: GroveState,
    state: PathState,
    sight: Sight,
    draft: Draft,
  ): void {
    const { rungs, rungOf, steps } = this.#shape
    const age = this.#shape.ageOf(state.outcomes)
    // What another series left here must not get into the state of this one.
    this.#features.fill(0)
    this.#notes.fill(0)
    if (age < GROWN - 1) return
    this.#look.turnTo(state)
    const { level } = this.#look
    if (!(level > 0)) return
    for (let k = 0; k < steps; k++) {
      const r = rungOf[k]
      const mean = draft.mean[k]
      this.#look.write(state, k, sight.start, draft, this.#x)
      const said = this.#within(state, level * this.grove.predict(grove, this.#x))
      if (rungs[r] === k + 1) {
        this.#features.set(this.#x, r * this.#x.length)
        this.#notes.set([level, sight.error, mean, said], r * NOTE)
      }
      if (!Number.isNaN(said)) draft.mean[k] = mean + this.#partOf(own, sums, age, r) * (said - mean)
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

  /**
   * The outcome of step k, from 0, of the path from `origin`, which had `outcomes` behind it.
   *
   * @param rows take what trees learn, if they shall
   */
  score(
    own: TaughtState,
    sums: TeachingSums,
    rows: OpenRows | undefined,
    { k, origin, y }: { readonly k: number; readonly origin: number; readonly y: number },
    outcomes: number,
  ): void {
    const r = this.#shape.rungOf[k]
    const step = this.#shape.rungs[r]
    const age = this.#shape.ageOf(outcomes)
    const cell = this.#starts[r] + (origin % step)
    if (step !== k + 1 || age < GROWN - 1 || own.origins[cell] !== origin + 1) return
    const [level, unit] = own.notes.subarray(cell * NOTE, (cell + 1) * NOTE)
    if (!(level > 0 && unit > 0)) return
    if (rows) this.#learn(own, rows, cell, y)
    this.#judge(own, sums, r, cell, age, y)
  }

  #learn({ notes, features }: TaughtState, rows: OpenRows, cell: number, y: number): void {
    const d = this.#x.length
    const level = notes[cell * NOTE]
    for (let i = 0; i < d; i++) this.#x[i] = features[cell * d + i]
    this.grove.learn(rows, this.#x, Math.max(-HIGHEST, Math.min(HIGHEST, y / level)))
  }

  #judge(
    { own, notes }: TaughtState,
    sums: TeachingSums,
    r: number,
    cell: number,
    age: number,
    y: number,
  ): void {
    const [, unit, mean, said] = notes.subarray(cell * NOTE, (cell + 1) * NOTE)
    if (Number.isNaN(said)) return
    const root = Math.sqrt(this.#shape.rungs[r])
    const kept = keptPerRound(MEMORY * root)
    const loss = (part: number): number => Math.min(Math.abs(y - mean - part * (said - mean)) / unit, LARGE)
    const base = loss(0)
    const all = age * this.#shape.rungs.length + r
    PARTS.forEach((part, j) => {
      const more = loss(part) - base
      own[r * BLENDS + j] = kept * own[r * BLENDS + j] + more / root
      sums.blends[all * BLENDS + j] += more
    })
    sums.judged[all]++
  }

  #within({ least, most }: PathState, y: number): number {
    const range = 2 * (most - least)
    return Math.max(least - range, Math.min(most + range, y))
  }

  /** The part of the trees in the mean: of all blends, by their weights. */
  #partOf({ own }: TaughtState, { blends, judged }: TeachingSums, age: number, r: number): number {
    const all = age * this.#shape.rungs.length + r
    const logs = this.#logs
    for (let j = 0; j < BLENDS; j++) {
      const doubted = blends[all * BLENDS + j] + DOUBTS * DOUBT * Math.abs(PARTS[j] - USUAL)
      logs[j] = -OWN * own[r * BLENDS + j] - (ALL * doubted) / (judged[all] + DOUBTS)
    }
    const best = Math.max(...logs)
    let sum = 0
    let part = 0
    for (let j = 0; j < BLENDS; j++) {
      const weight = Math.exp(logs[j] - best)
      sum += weight
      part += weight * PARTS[j]
    }
    return part / sum
  }
}

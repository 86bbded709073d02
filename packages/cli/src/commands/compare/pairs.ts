import {
  createDifference,
  type DifferenceState,
  differenceInterval,
  mostDifference,
  observeDifference,
  type Pair,
  type Yardstick,
} from '@credence/report'

/** Losses of a contender row by row, and the points that it forecast. NaN where there is none. */
export interface Losses {
  readonly losses: Float64Array
  readonly points: Float64Array
}

/** Losses of several contenders, row by row, as they arrive: compared once all have come to a row. */
export class Pairs {
  readonly #names: readonly string[]
  readonly #error: number
  readonly #by: Yardstick
  readonly #waiting: Losses[][]
  /** Rows taken of the first piece that waits. */
  readonly #taken: number[]
  readonly #states: DifferenceState[]
  readonly #since: (number | null)[]
  readonly #sums: Float64Array
  readonly #counts: Float64Array

  /** @param error probability that any of the intervals is ever wrong; shared among the pairs */
  constructor(names: readonly string[], by: Yardstick, error = 0.05) {
    const count = (names.length * (names.length - 1)) / 2
    this.#names = names
    this.#error = error / Math.max(1, count)
    this.#by = by
    this.#waiting = names.map(() => [])
    this.#taken = names.map(() => 0)
    this.#states = Array.from({ length: count }, createDifference)
    this.#since = this.#states.map(() => null)
    this.#sums = new Float64Array(names.length)
    this.#counts = new Float64Array(names.length)
  }

  add(contender: number, piece: Losses): void {
    for (const loss of piece.losses) {
      if (Number.isNaN(loss)) continue
      this.#sums[contender] = (this.#sums[contender] as number) + loss
      this.#counts[contender] = (this.#counts[contender] as number) + 1
    }
    if (piece.losses.length > 0) this.#waiting[contender]?.push(piece)
    while (this.#waiting.every(({ length }) => length > 0)) this.#advance()
  }

  meanLoss(contender: number): number {
    return (this.#sums[contender] as number) / (this.#counts[contender] as number)
  }

  get all(): Pair[] {
    return this.#each((a, b, i) => {
      const { rounds, sum, above, below } = this.#states[i] as DifferenceState
      const confidence = this.#interval(i)
      const known = Number.isFinite(confidence[0])
      const winner = confidence[0] > 0 ? b : confidence[1] < 0 ? a : undefined
      return {
        a: this.#names[a] as string,
        b: this.#names[b] as string,
        rounds,
        difference: sum / rounds,
        better: [below, above],
        confidence: known ? confidence : null,
        winner: winner === undefined ? null : (this.#names[winner] as string),
        since: winner === undefined ? null : (this.#since[i] as number | null),
      }
    })
  }

  /** Compares the rows that all contenders have come to. */
  #advance(): void {
    const pieces = this.#waiting.map(([first]) => first as Losses)
    const rows = Math.min(...pieces.map(({ losses }, c) => losses.length - (this.#taken[c] as number)))
    const fresh = pieces.map(({ losses, points }, c) => {
      const from = this.#taken[c] as number
      return { losses: losses.subarray(from, from + rows), points: points.subarray(from, from + rows) }
    })
    this.#each((a, b, i) => this.#compare(i, fresh[a] as Losses, fresh[b] as Losses))
    this.#taken.forEach((taken, c) => {
      this.#taken[c] = taken + rows
      if (this.#taken[c] !== (pieces[c] as Losses).losses.length) return
      this.#waiting[c]?.shift()
      this.#taken[c] = 0
    })
  }

  /** Enters the losses of both contenders of pair i, row by row. */
  #compare(i: number, mine: Losses, theirs: Losses): void {
    const state = this.#states[i] as DifferenceState
    for (let r = 0; r < mine.losses.length; r++) {
      const difference = (mine.losses[r] as number) - (theirs.losses[r] as number)
      if (Number.isNaN(difference)) continue
      const most = mostDifference(this.#by, mine.points[r] as number, theirs.points[r] as number)
      observeDifference(state, difference, most)
      // Every so often, for what it costs: later than the first round at which it could be said, never earlier.
      if (this.#since[i] !== null || state.rounds % 100 !== 0) continue
      const [least, greatest] = this.#interval(i)
      if (least > 0 || greatest < 0) this.#since[i] = state.rounds
    }
  }

  #interval(i: number): readonly [number, number] {
    return differenceInterval(this.#states[i] as DifferenceState, this.#error)
  }

  #each<T>(visit: (a: number, b: number, i: number) => T): T[] {
    const found: T[] = []
    const { length } = this.#names
    for (let a = 0; a < length; a++)
      for (let b = a + 1; b < length; b++) found.push(visit(a, b, found.length))
    return found
  }
}

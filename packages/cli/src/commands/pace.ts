/** What was done when. */
interface Mark {
  readonly seconds: number
  readonly done: number
  readonly share: number | undefined
}

/** Seconds that the pace is measured over, at most. */
const LOOK_BACK = 60

/**
 * How fast a run is now, and how long it takes from here.
 *
 * By the last minute, or the later half of a shorter time: a program is slow until its code is compiled, a run
 * that goes on from a checkpoint starts in the middle, and learners grow slower or faster on their way. Rows that an
 * earlier run took do not count.
 */
export class Pace {
  readonly #marks: Mark[] = []
  #begin: number | undefined

  /** @param share how much of all is done, where that is known */
  add(seconds: number, done: number, share: number | undefined): void {
    this.#begin ??= seconds
    this.#marks.push({ seconds, done, share })
    const from = seconds - Math.min(LOOK_BACK, (seconds - this.#begin) / 2)
    // Three are kept: two make no pace of which one could be odd.
    while (this.#marks.length > 3 && (this.#marks[1] as Mark).seconds <= from) this.#marks.shift()
  }

  /** So many a second; 0 before there are two marks. */
  get rate(): number {
    const [from, to] = this.#ends
    return from && to && to.seconds > from.seconds ? (to.done - from.done) / (to.seconds - from.seconds) : 0
  }

  /** Seconds from now; undefined where it is not known how much there is. */
  get left(): number | undefined {
    const [from, to] = this.#ends
    if (from?.share === undefined || to?.share === undefined || !(to.share > from.share)) return undefined
    return ((1 - to.share) * (to.seconds - from.seconds)) / (to.share - from.share)
  }

  get now(): { readonly left: number | undefined; readonly rate: number } {
    return { left: this.left, rate: this.rate }
  }

  get #ends(): readonly [Mark | undefined, Mark | undefined] {
    return [this.#marks[0], this.#marks.at(-1)]
  }
}

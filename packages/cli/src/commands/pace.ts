/** What was done when. */
interface Mark {
  readonly seconds: number
  readonly done: number
  readonly share: number | undefined
}

/** Seconds that the pace is measured over. */
const LOOK_BACK = 10

/**
 * How fast a run is now, and how long it takes from here.
 *
 * By the last seconds: a run that goes on from a checkpoint starts in the middle, and learners grow slower or faster on
 * their way. Rows that an earlier run took do not count.
 */
export class Pace {
  readonly #marks: Mark[] = []

  /** @param share how much of all is done, where that is known */
  add(seconds: number, done: number, share: number | undefined): void {
    this.#marks.push({ seconds, done, share })
    while ((this.#marks[1]?.seconds ?? Infinity) <= seconds - LOOK_BACK) this.#marks.shift()
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

  get #ends(): readonly [Mark | undefined, Mark | undefined] {
    return [this.#marks[0], this.#marks.at(-1)]
  }
}

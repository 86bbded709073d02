import { remembered } from '../../base/remembered.ts'
import type { Encoding } from '../../rows/encoding.ts'
import { type GapFill, type GapFillState, gapFill } from '../../rows/gapFill.ts'
import { firstKept } from '../../rows/history.ts'
import type { Rows, RowsState } from '../../rows/rows.ts'
import { type Source, sourcesOf } from '../../rows/sources.ts'

/** Rows after which the moments are found anew, so that they are those of the rows that are remembered. */
const RENEWED = 500

interface Moments {
  readonly state: GapFillState
  readonly since: number
  /** The next row of the past that they take in. */
  next: number
}

/** Features as the others suggest them: their conditional means, from the rows that are remembered. It is no part of any state. */
export class Guesses {
  readonly #rows: Rows
  readonly #fill: (dimension: number) => GapFill = remembered(gapFill)
  readonly #moments: WeakMap<Encoding, Moments> = new WeakMap()
  readonly #sources: WeakMap<Encoding, readonly Source[]> = new WeakMap()

  constructor(rows: Rows) {
    this.#rows = rows
  }

  /** Where the features come from. */
  sources(encoding: Encoding, { columns }: RowsState): readonly Source[] {
    const known = this.#sources.get(encoding) ?? sourcesOf(encoding, columns)
    this.#sources.set(encoding, known)
    return known
  }

  /** Overwrites the features that come from these sources. */
  write(encoding: Encoding, rows: RowsState, x: Float64Array, hidden: readonly string[]): void {
    for (const { name, features } of this.sources(encoding, rows))
      if (hidden.includes(name)) for (const place of features) x[place] = Number.NaN
    this.#fill(x.length).fill(this.#upToDate(encoding, rows), x)
  }

  #upToDate(encoding: Encoding, rows: RowsState): GapFillState {
    const fill = this.#fill(encoding.names.length)
    const { count } = rows.history
    const known = this.#moments.get(encoding)
    const usable = known && count >= known.next && count - known.since <= RENEWED
    const moments = usable ? known : { state: fill.init(), since: count, next: firstKept(rows.history) }
    if (!usable) this.#moments.set(encoding, moments)
    const x = new Float64Array(encoding.names.length)
    for (; moments.next < count; moments.next++) {
      this.#rows.replay(rows, encoding, moments.next, x)
      fill.observe(moments.state, x)
    }
    return moments.state
  }
}

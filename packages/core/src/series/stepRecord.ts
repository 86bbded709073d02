import type { Path, PathForecast } from '../paths/path.ts'

/** How good forecasts of one step were, over many origins of the same series. */
export interface StepRecord {
  readonly step: number
  /** Origins that were judged. */
  readonly origins: number
  /** Mean absolute error of the forecast, and of the value a season earlier. */
  readonly error: number
  readonly naive: number
  /** Share of outcomes inside the interval, and its mean width. */
  readonly covered: number
  readonly width: number
}

interface Sums {
  origins: number
  error: number
  naive: number
  covered: number
  width: number
}

/** Keeps the paths of some origins until their outcomes come. */
export class StepRecords {
  readonly #sums: Sums[]
  readonly #season: number
  readonly #open: { readonly slot: number; readonly path: Path }[] = []
  readonly #past: Map<number, number> = new Map()

  /** @param season rows after which the naive forecast repeats */
  constructor(steps: number, season: number) {
    this.#season = Math.max(1, season)
    this.#sums = Array.from({ length: steps }, () => ({
      origins: 0,
      error: 0,
      naive: 0,
      covered: 0,
      width: 0,
    }))
  }

  /** A path that was forecast right after the outcome of `slot`. */
  open(slot: number, path: Path): void {
    this.#open.push({ slot, path })
  }

  /** The outcome of a slot: judged by every path that reaches it. */
  settle(slot: number, y: number): void {
    const steps = this.#sums.length
    while (this.#open.length > 0 && this.#open[0].slot + steps < slot) this.#open.shift()
    for (const { slot: origin, path } of this.#open) {
      const k = slot - origin - 1
      if (k >= 0 && k < steps) this.judge(slot, k, y, path.steps[k])
    }
    this.#past.set(slot, y)
  }

  /** The outcome of a slot, as step k, from 0, of some path forecast it. */
  judge(slot: number, k: number, y: number, step: Pick<PathForecast, 'median' | 'lower' | 'upper'>): void {
    const naive = this.#past.get(slot - this.#season * Math.ceil((k + 1) / this.#season))
    const { median, lower, upper } = step
    if (naive === undefined || !Number.isFinite(upper - lower)) return
    const sums = this.#sums[k]
    sums.origins++
    sums.error += Math.abs(y - median)
    sums.naive += Math.abs(y - naive)
    sums.covered += lower <= y && y <= upper ? 1 : 0
    sums.width += upper - lower
  }

  get steps(): StepRecord[] {
    return this.#sums.flatMap(({ origins, error, naive, covered, width }, k) => {
      if (origins === 0) return []
      const mean = (sum: number): number => sum / origins
      return [
        {
          step: k + 1,
          origins,
          error: mean(error),
          naive: mean(naive),
          covered: mean(covered),
          width: mean(width),
        },
      ]
    })
  }
}

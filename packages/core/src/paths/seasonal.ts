import { wholePower } from '../math/powers.ts'
import type { Family } from './family.ts'
import { rowsOf, samePhase, type Track, zAt } from './track.ts'

/** How fast the last change against a season before fades. */
const FADES = [0.7, 0.97, 1]
const BY_SEASON = 4 + FADES.length
/** Rows whose changes against a season before are averaged: one alone is mostly noise. */
const CHANGES = 8
/** Seasons in a mean of the same phase. */
const SEASONS = 3
/** Rows before the drift from the first row to the last is used. */
const ENOUGH = 8

/**
 * Naive paths: the last outcome, the mean, the last with drift; and for each season: as a season ago, the mean of three
 * of them, both with the last change against a season before, and a season ago with the mean of the last such changes.
 *
 * They have no state beside the track.
 */
export class Seasonal implements Family<null> {
  readonly size: number
  readonly #steps: number
  readonly #periods: readonly number[]

  constructor(steps: number, periods: readonly number[]) {
    this.#steps = steps
    this.#periods = periods
    this.size = 3 + BY_SEASON * periods.length
  }

  growth(i: number): Float64Array {
    const place = (i - 3) % BY_SEASON
    const period = this.#periods[Math.floor((i - 3) / BY_SEASON)]
    return Float64Array.from({ length: this.#steps }, (_, k) => {
      if (i === 1) return 1
      if (i < 3) return k + 1
      return 1 + Math.floor(k / period) + (place > 1 ? 0.3 * Math.min(k, 5) : 0)
    })
  }

  init(): null {
    return null
  }

  write(_state: null, track: Track, out: Float64Array, width: number, at: number): void {
    const rows = rowsOf(track)
    const last = rows > 0 ? zAt(track, track.end - 1) : 0
    const mean = rows > 0 ? track.sum / rows : 0
    const drift = rows > ENOUGH ? (last - track.start) / (rows - 1) : 0
    for (let k = 0; k < this.#steps; k++) {
      const to = k * width + at
      out[to] = last
      out[to + 1] = mean
      out[to + 2] = last + (k + 1) * drift
    }
    this.#periods.forEach((period, q) => {
      this.#season(track, period, out, width, at + 3 + BY_SEASON * q)
    })
  }

  learn(): void {}

  pass(): void {}

  #season(track: Track, period: number, out: Float64Array, width: number, at: number): void {
    const rows = rowsOf(track)
    const now = track.end - 1
    const last = rows > 0 ? zAt(track, now) : 0
    const change = rows > period ? last - zAt(track, now - period) : 0
    const moved = changeOf(track, period)
    const fromMean = rows > period ? last - meanOf(track, now - period, period) : 0
    for (let k = 0; k < this.#steps; k++) {
      const to = k * width + at
      if (rows < period) {
        out.fill(last, to, to + BY_SEASON)
        continue
      }
      const then = samePhase(track.end + k, track.end, period)
      const z = zAt(track, then)
      const mean = meanOf(track, then, period)
      out[to] = z
      out[to + 1] = mean
      for (let f = 0; f < FADES.length; f++) out[to + 2 + f] = z + wholePower(FADES[f], k + 1) * change
      out[to + 2 + FADES.length] = z + moved
      out[to + 3 + FADES.length] = mean + wholePower(0.9, k + 1) * fromMean
    }
  }
}

/** Mean change of the last rows, at most a season of them, against a season before; 0 before there is one. */
function changeOf(track: Track, period: number): number {
  const count = Math.min(CHANGES, period, rowsOf(track) - period)
  let sum = 0
  for (let row = track.end - count; row < track.end; row++) sum += zAt(track, row) - zAt(track, row - period)
  return count > 0 ? sum / count : 0
}

/** Mean of a row and of those one and two seasons before it, as far as there are any. */
function meanOf(track: Track, row: number, period: number): number {
  let sum = 0
  let count = 0
  for (let j = row; count < SEASONS && j >= track.first; j -= period) {
    sum += zAt(track, j)
    count++
  }
  return sum / count
}

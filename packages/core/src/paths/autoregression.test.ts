import { describe, expect, it } from 'vitest'
import { normal, seededRng } from '../math/rng.ts'
import { Adjusted } from './adjusted.ts'
import { Autoregression } from './autoregression.ts'
import type { Family } from './family.ts'
import { createTrack, put } from './track.ts'

const known = { future: new Float64Array(0), now: new Float64Array(0) }

/** The last expert's path of three steps after all rows. */
function pathOf<State>(family: Family<State>, z: readonly number[]): readonly number[] {
  const state = family.init()
  const track = createTrack(40)
  for (const value of z) {
    family.learn(state, track, value)
    put(track, value)
  }
  const out = new Float64Array(3 * family.size)
  family.write(state, track, out, family.size, 0, known)
  return [1, 2, 3].map((step) => out[step * family.size - 1])
}

/** A level whose changes go on by `kept`. */
function momentum(kept: number, rows: number): readonly number[] {
  const rng = seededRng(4)
  let level = 50
  let change = 0
  return Array.from({ length: rows }, () => {
    change = kept * change + normal(rng)
    level += change
    return level
  })
}

describe('an autoregression of changes', () => {
  it('goes on with a part of the last change', () => {
    const z = momentum(0.7, 600)
    const [last, before] = [z.at(-1)!, z.at(-2)!]
    const change = last - before
    const expected = [0.7, 0.7 + 0.49, 0.7 + 0.49 + 0.343].map((part) => last + part * change)
    pathOf(new Autoregression(3), z).forEach((value, k) => {
      expect(value).toBeCloseTo(expected[k], 0)
    })
  })

  it('keeps the last outcome of a random walk', () => {
    const z = momentum(0, 600)
    for (const value of pathOf(new Autoregression(3), z))
      expect(Math.abs(value - z.at(-1)!)).toBeLessThan(0.3)
  })

  it('knows nothing in its first rows, and says the last outcome', () => {
    expect(pathOf(new Autoregression(3), [7, 7, 9])).toEqual([9, 9, 9])
    expect(pathOf(new Autoregression(3), [5, 5, 5, 5, 5, 5])).toEqual([5, 5, 5])
  })

  it('has the season of a series put back on', () => {
    const season = [0, 30, -10, -20]
    const z = momentum(0.5, 200).map((level, t) => level + season[t % 4])
    const path = pathOf(new Adjusted(3, 4, { levels: [[0.3, 0]], trends: [], slopes: [], memory: 7 }), z)
    const level = z.at(-1)! - season[199 % 4]
    path.forEach((value, k) => {
      expect(Math.abs(value - level - season[(200 + k) % 4])).toBeLessThan(6)
    })
  })
})

import { describe, expect, it } from 'vitest'
import { normal, seededRng } from '../math/rng.ts'
import { Adjusted } from './adjusted.ts'
import type { Family } from './family.ts'
import { Smoothing } from './smoothing.ts'
import { createTrack, put } from './track.ts'

const STEPS = 12
const nothing = { future: new Float64Array(0), now: new Float64Array(0) }
const grid = { levels: [[0.8, 0]], trends: [], slopes: [], memory: 7 } as const

/** Learns a series; the state, and the path of the first expert. */
function follow<State>(family: Family<State>, series: readonly number[]): { state: State; path: number[] } {
  const state = family.init()
  const track = createTrack(64)
  for (const z of series) {
    family.learn(state, track, z)
    put(track, z)
  }
  const out = new Float64Array(STEPS * family.size)
  family.write(state, track, out, family.size, 0, nothing)
  return { state, path: Array.from({ length: STEPS }, (_, k) => out[k * family.size]) }
}

describe('smoothing of an adjusted series', () => {
  it.each([4, 7, 12])('finds the season on a line to the last digits, %s rows long', (period) => {
    const shape = Array.from({ length: period }, (_, p) => p * p - ((period - 1) * (2 * period - 1)) / 6)
    const series = Array.from({ length: 5 * period }, (_, t) => 3 + 2 * t + shape[t % period])
    const { season } = follow(new Adjusted(STEPS, period, grid), series).state
    expect(Math.max(...shape.map((value, p) => Math.abs(value - season[p])))).toBeLessThan(1e-9)
  })

  it('knows a fixed season better than a filter does whose level walks', () => {
    const season = Array.from({ length: 12 }, (_, p) => 4 * Math.sin((2 * Math.PI * p) / 12))
    const missed = { adjusted: 0, filtered: 0 }
    for (let seed = 1; seed <= 20; seed++) {
      const rng = seededRng(seed)
      let level = 0
      const series = Array.from({ length: 96 }, (_, t) => {
        level += normal(rng)
        return level + season[t % 12]
      })
      // The level stays where it is: what is forecast beyond it is the season.
      const beyond = (family: Family): number =>
        follow(family, series).path.reduce((sum, z, k) => sum + Math.abs(z - level - season[k % 12]), 0)
      missed.adjusted += beyond(new Adjusted(STEPS, 12, grid))
      missed.filtered += beyond(new Smoothing(STEPS, [12], { ...grid, seasons: [0.05] }))
    }
    expect(missed.adjusted).toBeLessThan(0.8 * missed.filtered)
  })

  it('knows a season that never changes the better, the more seasons it remembers', () => {
    const shape = [3, -1, 0, 2, -4, 1, -1]
    const missed = [7, 20].map((memory) => {
      const rng = seededRng(3)
      const series = Array.from({ length: 280 }, (_, t) => shape[t % 7] + normal(rng))
      const { season } = follow(new Adjusted(STEPS, 7, { ...grid, memory }), series).state
      return shape.reduce((sum, value, p) => sum + Math.abs(value - season[p]), 0)
    })
    expect(missed[1]).toBeLessThan(0.8 * missed[0])
  })
})

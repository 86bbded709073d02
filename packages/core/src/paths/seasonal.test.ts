import { expect, it } from 'vitest'
import { normal, seededRng } from '../math/rng.ts'
import { Seasonal } from './seasonal.ts'
import { createTrack, put } from './track.ts'

const STEPS = 8
const PERIOD = 52
/** Places of the experts that add the last change against a season before, and the mean of the last such changes. */
const LAST = 7
const MEAN = 8

/** Mean absolute error of both experts after 70 rows of a season that is 10 higher in its second year. */
function missed(): readonly [number, number] {
  const sums: [number, number] = [0, 0]
  for (let seed = 1; seed <= 20; seed++) {
    const rng = seededRng(seed)
    const shape = Array.from({ length: PERIOD }, () => 20 * normal(rng))
    const at = (row: number): number => shape[row % PERIOD] + (row < PERIOD ? 0 : 10)
    const family = new Seasonal(STEPS, [PERIOD])
    const track = createTrack(3 * PERIOD + 4)
    for (let row = 0; row < 70; row++) put(track, at(row) + normal(rng))
    const out = new Float64Array(STEPS * family.size)
    family.write(null, track, out, family.size, 0)
    for (let k = 0; k < STEPS; k++) {
      sums[0] += Math.abs(out[k * family.size + LAST] - at(70 + k))
      sums[1] += Math.abs(out[k * family.size + MEAN] - at(70 + k))
    }
  }
  return sums
}

it('knows from eight rows better than from one how much higher this year is than the only one before', () => {
  const [one, some] = missed()
  expect(some).toBeLessThan(0.8 * one)
  expect(some / (20 * STEPS)).toBeLessThan(1.2)
})

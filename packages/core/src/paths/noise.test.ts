import { expect, it } from 'vitest'
import { normal, seededRng } from '../math/rng.ts'
import { Noise } from './noise.ts'

/** Expected errors of step 1 where experts agree and where they do not, after rows of both kinds in turns. */
function learnt(error: (row: number) => number): readonly [number, number] {
  const steps = 4
  const noise = new Noise(steps, [])
  const state = noise.init()
  const out = {
    scale: new Float64Array(steps),
    features: new Float64Array(steps * noise.dimension),
    followed: 0,
  }
  const measure = (row: number): number => {
    const same = (value: number): Float64Array => new Float64Array(steps).fill(value)
    const discord = same(row % 3 === 0 ? 0.8 : 0.2)
    noise.measure(state, { mean: same(5), growth: same(1), multiplicative: same(0), discord, row }, out)
    return out.scale[0]
  }
  for (let row = 0; row < 600; row++) {
    const scale = measure(row)
    noise.open(state, out, row)
    noise.learn(state, 0, error(row), scale, out.features, 0, row)
    noise.observe(state, 5, 5)
  }
  return [measure(601), measure(600)]
}

it('expects larger errors where experts disagree, as far as they were larger there', () => {
  const rng = seededRng(1)
  const [calm, apart] = learnt((row) => Math.abs(normal(rng)) * (row % 3 === 0 ? 3 : 1))
  expect(apart).toBeGreaterThan(1.7 * calm)
  const [before, after] = learnt(() => Math.abs(normal(rng)))
  expect(after).toBeLessThan(1.3 * before)
})

it('weighs the first errors of a step less than the later ones, because experts learn', () => {
  const noise = new Noise(1, [])
  const state = noise.init()
  const features = new Float64Array(noise.dimension)
  for (let row = 0; row < 20; row++) noise.learn(state, 0, row < 10 ? 2 : 1, 0, features, 0, row)
  expect(state.scale[0]).toBeLessThan(1.35)
  expect(state.scale[0]).toBeGreaterThan(1)
})

it('expects errors of all steps in proportion where they are a part of outcomes that grow', () => {
  const steps = 4
  const noise = new Noise(steps, [])
  const state = noise.init()
  const same = (value: number): Float64Array => new Float64Array(steps).fill(value)
  const levelAt = (row: number): number => 100 * Math.exp(0.02 * row)
  const measured = Array.from({ length: 300 }, (_, row) => {
    const out = {
      scale: new Float64Array(steps),
      features: new Float64Array(steps * noise.dimension),
      followed: 0,
    }
    return { out, mean: same(0).map((_zero, k) => levelAt(row + k)) }
  })
  measured.forEach(({ out, mean }, row) => {
    noise.measure(state, { mean, growth: same(1), multiplicative: same(1), discord: same(0), row }, out)
    noise.open(state, out, row)
    for (let k = 0; k < Math.min(steps, row + 1); k++) {
      const { scale, features } = measured[row - k].out
      noise.learn(state, k, 0.1 * levelAt(row), scale[k], features, k * noise.dimension, row)
    }
    noise.observe(state, levelAt(row), levelAt(row))
  })
  const { out, mean } = measured[299]
  const parts = [...out.scale].map((scale, k) => scale / mean[k])
  expect(Math.max(...parts) / Math.min(...parts)).toBeLessThan(1.03)
})

it('takes a night without errors for no change of noise, where a season is a day', () => {
  const noise = new Noise(1, [24])
  const state = noise.init()
  const features = new Float64Array(noise.dimension)
  let least = Infinity
  for (let row = 0; row < 480; row++) {
    noise.learn(state, 0, row % 24 < 12 ? 0 : 1, 0, features, 0, row)
    if (row > 72) least = Math.min(least, state.scale[0])
  }
  expect(least).toBeGreaterThan(0.3)
})

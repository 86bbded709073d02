import { expect, it } from 'vitest'
import { dyadic, logDensity, normal, seededRng } from '../src/doors/index.ts'
import { uniform } from '../src/doors/random.ts'
import { gpMemory } from '../src/gp/fast/pool.ts'
import { theMachine } from '../src/gp/fast/wasm.ts'
import { gp } from '../src/gp/gp.ts'
import { createBeliefs } from '../src/panels/beliefs.ts'

const options = { inverseBandwidth: dyadic(-3, 2), noise: [0.5, 1, 2], window: 250 }
const bind = () => gp(options).bind({ loss: logDensity, dimension: 10, seed: 0 })

it('runs 200 series of 18 experts with a window of 250 in one process, as each would run alone', () => {
  const panel = bind()
  const beliefs = createBeliefs(panel.capacity)
  const stream = (seed: number) => {
    const rng = seededRng(seed)
    const x = new Float64Array(10)
    return () => {
      for (let j = 0; j < 10; j++) x[j] = uniform(rng)
      return { x, y: 5 * x[0] + Math.sin(6 * x[1]) + normal(rng) }
    }
  }
  const learn = (
    one: typeof panel,
    state: ReturnType<typeof panel.init>,
    next: ReturnType<typeof stream>,
  ) => {
    const { x, y } = next()
    one.predict(state, x, beliefs)
    one.update(state, x, y, beliefs)
    return [...beliefs.mean, ...beliefs.variance]
  }
  const all = Array.from({ length: 200 }, (_, i) => ({ state: panel.init(), next: stream(i) }))
  // Each series fills its window by itself; then they take turns, so that every visit must build its factors again.
  for (const { state, next } of all) for (let t = 0; t < 300; t++) learn(panel, state, next)
  const seen = all.map(() => [] as number[][])
  for (let sweep = 0; sweep < 3; sweep++) {
    all.forEach(({ state, next }, i) => {
      seen[i].push(learn(panel, state, next))
    })
  }
  const { bytes, limit } = gpMemory()
  expect(bytes).toBeLessThanOrEqual(limit)
  expect(theMachine()!.kernels.memory.buffer.byteLength).toBeLessThan(1.3 * limit)
  for (const i of [0, 77, 199]) {
    const alone = bind()
    const state = alone.init()
    const next = stream(i)
    for (let t = 0; t < 300; t++) learn(alone, state, next)
    for (const expected of seen[i]) expect(learn(alone, state, next)).toEqual(expected)
  }
}, 600_000)

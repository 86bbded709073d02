import { afterEach, describe, expect, it } from 'vitest'
import { logDensity } from '../../losses/index.ts'
import { normal, seededRng, uniform } from '../../math/rng.ts'
import { createBeliefs } from '../../panels/beliefs.ts'
import { type GpOptions, gpOn } from '../gp.ts'
import { type Backend, plainBackend, wasmBackend } from './backend.ts'
import type { Factors } from './factors.ts'
import { gpMemory, limitGpMemory } from './pool.ts'
import { theMachine } from './wasm.ts'

const wasm = wasmBackend()!
const before = gpMemory().limit
const context = { loss: logDensity, dimension: 2, seed: 0 }
const options: GpOptions = { inverseBandwidth: [0.5, 2], noise: [0.3, 1], window: [24, null], constant: 2 }

afterEach(() => limitGpMemory(before))

/** Beliefs of `series` interleaved streams, all on one panel. */
function interleaved(backend: Backend, series: number, rounds: number, settings = options): number[][] {
  const panel = gpOn(() => backend, settings).bind(context)
  const beliefs = createBeliefs(panel.capacity)
  const streams = Array.from({ length: series }, (_, i) => ({ state: panel.init(), rng: seededRng(i) }))
  const seen: number[][] = streams.map(() => [])
  for (let t = 0; t < rounds; t++) {
    streams.forEach(({ state, rng }, i) => {
      const x = [uniform(rng), uniform(rng)]
      panel.predict(state, x, beliefs)
      seen[i].push(...beliefs.mean, ...beliefs.variance)
      panel.update(state, x, Math.sin(4 * x[0]) + 0.3 * normal(rng), beliefs)
    })
  }
  return seen
}

/** A backend that refuses memory now and then. */
function stingy(refuse: () => boolean): Backend {
  const unwilling = <F extends Factors>(factors: F | null): F | null => {
    if (!factors) return null
    const { restore, believe } = factors
    factors.restore = (history) => !refuse() && restore.call(factors, history)
    factors.believe = (x) => !refuse() && believe.call(factors, x)
    return factors
  }
  return {
    window: (family, window) => (refuse() ? null : unwilling(wasm.window(family, window))),
    growing: (family) => (refuse() ? null : unwilling(wasm.growing(family))),
  }
}

describe('the pool of factors', () => {
  it('keeps many series in bounded memory, each bit for bit as if it were alone', () => {
    const roomy = interleaved(wasm, 12, 70)
    const state = gpMemory().bytes / gpMemory().states
    limitGpMemory(5 * state)
    expect(interleaved(wasm, 12, 70)).toEqual(roomy)
    expect(gpMemory().bytes).toBeLessThanOrEqual(5 * state)
    expect(interleaved(wasm, 1, 70)[0]).toEqual(roomy[0])
  })

  it('learns the same where the factors that were asked are gone and those of a copy are still there', () => {
    const settings = { ...options, window: 24 }
    const [alone] = interleaved(wasm, 1, 60, settings)
    const panel = gpOn(() => wasm, settings).bind(context)
    const beliefs = createBeliefs(panel.capacity)
    const [own, copy] = [panel.init(), panel.init()]
    const rng = seededRng(0)
    const seen: number[] = []
    limitGpMemory(1)
    for (let t = 0; t < 60; t += 2) {
      const rows = [0, 1].map(() => {
        const x = [uniform(rng), uniform(rng)]
        return { x, y: Math.sin(4 * x[0]) + 0.3 * normal(rng) }
      })
      for (const { x, y } of rows) {
        panel.predict(own, x, beliefs)
        seen.push(...beliefs.mean, ...beliefs.variance)
        // Of two factors one goes: now that of the copy, now the one that was asked.
        limitGpMemory(1.5 * (gpMemory().bytes / gpMemory().states))
        panel.update(own, x, y, beliefs)
      }
      limitGpMemory(before)
      for (const { x, y } of rows) {
        panel.predict(copy, x, beliefs)
        panel.update(copy, x, y, beliefs)
      }
    }
    expect(seen).toEqual(alone)
  })

  it('serves one state at a time when the limit is below one', () => {
    const roomy = interleaved(wasm, 2, 40)
    limitGpMemory(1)
    expect(interleaved(wasm, 2, 40)).toEqual(roomy)
    expect(gpMemory().states).toBe(1)
  })

  it('goes on in plain TypeScript, bit for bit, where memory is refused at any moment', () => {
    const free = interleaved(wasm, 3, 60)
    for (const chance of [1, 0.5, 0.05]) {
      const rng = seededRng(9)
      expect(
        interleaved(
          stingy(() => uniform(rng) < chance),
          3,
          60,
        ),
      ).toEqual(free)
    }
  })

  it('takes no more memory from the host when series come and go', () => {
    const { memory } = theMachine()!.kernels
    limitGpMemory(1)
    interleaved(wasm, 4, 40)
    const size = memory.buffer.byteLength
    for (let i = 0; i < 5; i++) {
      interleaved(wasm, 4, 40)
      interleaved(wasm, 2, 30, { ...options, window: 40 + i })
    }
    expect(memory.buffer.byteLength).toBeLessThanOrEqual(2 * size)
    for (let i = 0; i < 5; i++) interleaved(wasm, 4, 40)
    const settled = memory.buffer.byteLength
    for (let i = 0; i < 20; i++) interleaved(wasm, 4, 40)
    expect(memory.buffer.byteLength).toBe(settled)
  })

  it('asks for beliefs again when others took the memory between predicting and learning', () => {
    const twoWindows = { ...options, window: [24, 30] }
    const roomy = interleaved(wasm, 2, 60, twoWindows)
    limitGpMemory(1)
    expect(interleaved(wasm, 2, 60, twoWindows)).toEqual(roomy)
  })

  it('lets a clone and its original go their own ways', () => {
    const panel = gpOn(() => wasm, options).bind(context)
    const beliefs = createBeliefs(panel.capacity)
    const step = (state: ReturnType<typeof panel.init>, x: number, y: number): number[] => {
      panel.predict(state, [x, 1 - x], beliefs)
      panel.update(state, [x, 1 - x], y, beliefs)
      return [...beliefs.mean, ...beliefs.variance]
    }
    const rng = seededRng(3)
    const one = panel.init()
    for (let t = 0; t < 50; t++) step(one, uniform(rng), normal(rng))
    const two = structuredClone(one)
    step(one, 0.3, 5)
    step(two, 0.3, -5)
    const apart = [step(one, 0.31, 0), step(two, 0.31, 0)]
    expect(apart[0][0]).toBeGreaterThan(apart[1][0] + 0.5)
    const plain = gpOn(() => plainBackend, options).bind(context)
    plain.predict(structuredClone(one), [0.7, 0.2], beliefs)
    const expected = [...beliefs.mean]
    panel.predict(one, [0.7, 0.2], beliefs)
    expect([...beliefs.mean]).toEqual(expected)
  })
})

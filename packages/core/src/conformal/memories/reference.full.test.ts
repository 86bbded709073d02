import { expect, it } from 'vitest'
import { full } from '../../../../../test/full.ts'
import { seededRng, studentT, uniform } from '../../math/rng.ts'
import { MemoryCalibration } from './fast/memoryCalibration.ts'
import { DEFAULT_MEMORIES } from './memoryOptions.ts'
import { ReferenceMemories } from './reference.ts'

const KINDS: Record<string, (t: number, noise: number, u: number) => number> = {
  'heavy tails': (_t, noise) => noise,
  'jumps by a factor of 1e6': (t, noise) => noise * (t % 500 < 250 ? 1 : 1e6),
  'whole numbers, with ties': (_t, noise) => Math.round(noise) + 0,
  'mostly zeros': (_t, noise, u) => (u < 0.8 ? 0 : noise),
  'one number': () => -2,
  'a drift': (t, noise) => 0.1 * t + noise,
  'numbers near the largest and the smallest': (t, noise) => (t % 97 === 0 ? 1e305 : 1e-300 * noise),
}

const gap = (a: number, b: number): number =>
  a === b ? 0 : Math.abs(a - b) / Math.max(Math.abs(a), Math.abs(b))

const ASKED = [
  [0.9, 1],
  [0.9, 2],
  [0.5, 2],
  [0.99, 1],
] as const

/** Every kind with everything that is asked; the first seven have each of both. */
const CASES = ASKED.flatMap((_, turn) =>
  Object.keys(KINDS).map((kind, k) => [kind, ...ASKED[(k + turn) % ASKED.length]] as const),
)

// Not bit for bit: fixed share takes its exponentials from the least loss, and a median is the quantile at ½.
it.each(full(CASES, 7))(
  'the fast memories return the thresholds, weights and levels of the definition to 1e-10: %s, coverage %s, ends %s',
  (kind, coverage, ends) => {
    const options = { ...DEFAULT_MEMORIES, coverage, ends }
    const fast = new MemoryCalibration(options)
    const reference = new ReferenceMemories(options)
    const state = fast.init()
    const definition = reference.init()
    const record = new Float64Array(fast.recordLength)
    const rng = seededRng(3)
    let [worst, finite] = [0, 0]
    for (let t = 0; t < 700; t++) {
      const residual = KINDS[kind](t, studentT(rng, 3), uniform(rng))
      const score = ends === 1 ? Math.abs(residual) : residual
      fast.issue(state, 0, t, record, 0)
      const issued = reference.issue(definition)
      if (issued) finite++
      for (let end = 0; end < ends; end++) {
        worst = Math.max(worst, gap(fast.threshold(record, 0, end), issued?.[end].threshold ?? Infinity))
      }
      const above = fast.given(record, 0, 0)
      const below = ends === 1 ? Infinity : fast.given(record, 0, 1)
      fast.settle(state, 0, t, record, 0, score, !(-below <= score && score <= above))
      reference.settle(definition, issued, score)
      worst = Math.max(worst, gap(state.governors[0], definition.g))
    }
    const weights = definition.weights.flatMap((own) => Array.from(own))
    state.weights.forEach((weight, k) => {
      worst = Math.max(worst, gap(weight, weights[k]))
    })
    expect(worst).toBeLessThan(1e-10)
    expect(finite).toBeGreaterThan(400)
  },
)

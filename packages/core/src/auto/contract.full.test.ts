import { describe, it } from 'vitest'
import { full } from '../../../../test/full.ts'
import { normal, uniform } from '../math/rng.ts'
import { modelContract } from '../testing/index.ts'
import { auto } from './auto.ts'

const row = {
  input: (rng: Parameters<typeof normal>[0]) => ({
    wind: normal(rng),
    weather: uniform(rng) < 0.3 ? 'wet' : 'dry',
  }),
}

const LEARNERS = [
  ['auto', () => auto()],
  ['auto without memory of y', () => auto({ memory: false })],
  ['auto three rows ahead', () => auto({ ahead: 3 })],
] as const

describe.each(full(LEARNERS, 1))('%s', (_name, make) => {
  const clauses = modelContract(() => make() as never, {
    ...row,
    outcome: (rng, { wind, weather }) => 100 + 5 * wind + (weather === 'wet' ? 8 : 0) + normal(rng),
    rounds: 50,
  })
  for (const { promise, check } of clauses) it(promise, check)
})

describe.runIf(process.env.FULL)('auto of more columns than most experts see', () => {
  const clauses = modelContract(() => auto({ time: null }) as never, {
    input: (rng) => Float64Array.from({ length: 45 }, () => normal(rng)),
    outcome: (rng, x: Float64Array) => 100 + 5 * x[44] + normal(rng),
    rounds: 24,
  })
  for (const { promise, check } of clauses) it(promise, check)
})

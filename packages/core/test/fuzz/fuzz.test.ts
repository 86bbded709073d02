import { expect, it } from 'vitest'
import { seededRng } from '../../src/math/rng.ts'
import { META_NAMES, RULE_NAMES } from './catalogue.ts'
import { METHOD_NAMES } from './conformal.ts'
import { Dice } from './dice.ts'
import { digest } from './digest.ts'
import { createTally, execute } from './execute.ts'
import { fuzz } from './fuzz.ts'
import { drawProgram, printProgram } from './program.ts'
import { shrink } from './shrink.ts'
import { namesIn } from './spec.ts'

it('no random program breaks a promise: see `npm run fuzz`', () => {
  const { findings, tally } = fuzz(1, (programs) => programs < 100)
  expect(findings).toEqual([])
  expect(tally.rounds).toBeGreaterThan(1000)
}, 300_000)

it('programs reach every panel, meta-learner and method', () => {
  const names = new Set<string>()
  for (let seed = 0; seed < 2000; seed++) {
    for (const name of namesIn(drawProgram(new Dice(seededRng(seed))).learner)) names.add(name)
  }
  expect([...RULE_NAMES, ...META_NAMES, ...METHOD_NAMES].filter((name) => !names.has(name))).toEqual([])
})

it('a finding is shrunk to the steps it needs', () => {
  const program = {
    learner: {
      call: 'aggregate',
      args: [{ experts: { call: 'knn', args: [{ window: 3 }] }, loss: { call: 'squared' } }],
    },
    steps: [
      ...Array.from({ length: 30 }, (_, t) => ({ do: 'learn', input: [t], y: t }) as const),
      // What is no list of numbers breaks the promise that errors are ArgumentErrors.
      { do: 'learn', input: null, y: 1 } as const,
    ],
  }
  const found = execute(program, createTally())
  expect(found?.message).toContain('TypeError')
  const { program: smallest } = shrink(program, found as NonNullable<typeof found>)
  expect(smallest.steps).toHaveLength(1)
  expect(printProgram(smallest)).toContain('learner.learn(null, 1)')
})

it('the digest tells states apart, and not NaNs', () => {
  expect(digest({ a: Float64Array.of(1, 2) })).not.toBe(digest({ a: Float64Array.of(2, 1) }))
  expect(digest([0])).not.toBe(digest([-0]))
  expect(digest([Number.NaN])).toBe(digest([-Number.NaN]))
})

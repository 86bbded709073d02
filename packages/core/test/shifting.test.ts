import fc from 'fast-check'
import { expect, it } from 'vitest'
import { aggregate, annealed, external, fixedShare, logDensity, mean, squared } from '../src/doors/index.ts'
import { bestSequence } from '../src/doors/oracles.ts'

const rounds = fc.array(
  fc.record({
    x: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 3, maxLength: 3 }),
    y: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  { minLength: 1, maxLength: 60 },
)

it('the ledger knows the best sequences of experts, and never loses more to them than it says', () => {
  fc.assert(
    fc.property(
      rounds,
      fc.constantFrom(squared, logDensity),
      fc.double({ min: 0.001, max: 0.5, noNaN: true }),
      (stream, loss, share) => {
        const score = loss === squared ? mean : annealed
        const meta = fixedShare({ rate: 0.7, share })
        const learner = aggregate({ experts: external({ columns: 3 }), loss, score, meta, switches: 4 })
        for (const { x, y } of stream) learner.learn(x, y)
        const oracle = bestSequence({
          forecasts: stream.map(({ x }) => x),
          outcomes: stream.map(({ y }) => y),
          loss,
          switches: 4,
        })
        learner.ledger.shifting.forEach(({ switches, loss: least, regret, bound }) => {
          if (loss === squared) expect(least).toBeCloseTo(oracle.losses[switches], 10)
          expect(regret).toBeLessThanOrEqual((bound as number) + 1e-9)
        })
      },
    ),
  )
})

it('a sequence changes its expert at most once in every round after the first', () => {
  const meta = fixedShare({ rate: 0.7, share: 0.1 })
  const learner = aggregate({
    experts: external({ columns: 3 }),
    loss: logDensity,
    score: annealed,
    meta,
    switches: 4,
  })
  for (let t = 1; t <= 3; t++) {
    learner.learn([0, 0.5, 1], 1)
    const bounds = learner.ledger.shifting.map(({ bound }) => bound as number)
    const least = -Math.log(0.9 + 0.1 / 3)
    const most = Math.log(3 / 0.1)
    bounds.forEach((bound, switches) => {
      const moves = Math.min(switches, t - 1)
      expect(bound).toBeCloseTo((Math.log(3) + moves * most + (t - 1 - moves) * least) / 0.7, 9)
    })
  }
})

it('no bound against sequences is shown where its conditions fail', () => {
  const experts = external({ columns: 2 })
  const still = aggregate({ experts, loss: squared, meta: fixedShare({ share: 0 }), switches: 1 })
  still.learn([0, 1], 1)
  still.learn([0, 1], 1)
  expect(still.ledger.shifting[1]).toMatchObject({
    loss: 0,
    bound: undefined,
    reason: expect.stringMatching(/without a share/),
  })
  const falling = aggregate({
    experts,
    loss: squared,
    meta: fixedShare({ share: (t) => 0.5 / t }),
    switches: 1,
  })
  for (let t = 0; t < 5; t++) falling.learn([0, 1], 1)
  expect(falling.ledger.shifting[0].reason).toBe('the share changed')
  const asleep = aggregate({ experts, loss: squared, meta: fixedShare({ share: 0.1 }), switches: 1 })
  asleep.learn([0, Number.NaN], 1)
  expect(asleep.ledger.shifting[0].reason).toMatch(/an expert slept/)
})

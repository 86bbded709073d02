import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { quantileBand } from '../src/doors/conformal.ts'
import {
  type AggregateLearner,
  aggregate,
  annealed,
  conformal,
  fixedShare,
  type LiveState,
  logDensity,
  mean,
  normal,
  point,
  readSave,
  rollingRate,
  seededRng,
  squared,
  svb,
} from '../src/doors/index.ts'
import { codeOf } from './codeOf.ts'

const rng = seededRng(8)
const stream = Array.from({ length: 300 }, () => {
  const x = [1, normal(rng)]
  return { x, y: 2 * x[1] + normal(rng) }
})

function make(openRounds = 1000): AggregateLearner {
  return aggregate({
    experts: svb({ scale: [0.05, 0.5] }),
    loss: squared,
    meta: fixedShare({ rate: rollingRate({ window: 20 }), share: 0.01 }),
    dimension: 2,
    openRounds,
    history: 7,
  })
}

/** All but the open rounds, as bytes of a kind. */
function knowledge(learner: AggregateLearner): unknown {
  return structuredClone(learner.state)
}

describe('outcomes that come with an id', () => {
  it('in order and at once are plain learning, bit for bit, ledger and history included', () => {
    for (const score of [mean, annealed, point]) {
      for (const loss of [squared, logDensity]) {
        const options = { experts: svb({ scale: [0.05, 0.5] }), loss, score, dimension: 2, history: 9 }
        const plain = aggregate(options)
        const answered = aggregate(options)
        stream.forEach(({ x, y }, t) => {
          answered.predict(x, { id: t })
          if (t % 3 === 0) answered.predict([5, 5])
          const { own, pointLoss: loss } = plain.learn(x, y)
          const round = answered.learn({ id: t, y })
          expect([round.own, round.pointLoss]).toEqual([own, loss])
        })
        expect(knowledge(answered)).toEqual(knowledge(plain))
        expect(answered.lateness).toMatchObject({ open: 0, answered: 300, outOfOrder: 0 })
      }
    }
  })

  it('late, are scored by the beliefs and weights of the prediction, then absorbed by those of today', () => {
    const learner = make()
    for (const { x, y } of stream.slice(0, 50)) learner.learn(x, y)
    const { x, y } = stream[50]
    const twin = learner.clone()
    const issued = learner.predict(x, { id: 'late' })
    for (const { x, y } of stream.slice(51, 90)) learner.learn(x, y)
    const rate = learner.learn(stream[90].x, stream[90].y).rate
    const now = learner.predict(x)
    const round = learner.learn({ id: 'late', y })
    const asIssued = twin.learn(x, y)
    expect(Array.from(round.weights)).toEqual(Array.from(issued.weights))
    expect(Array.from(round.losses)).toEqual(Array.from(asIssued.losses))
    expect([round.own, round.mean, round.y]).toEqual([asIssued.own, issued.mean, y])
    expect(round.rate).not.toBe(rate)
    // Today's posteriors moved from where they were today, towards y.
    const after = learner.predict(x)
    after.means.forEach((mean, k) => {
      expect(Math.abs(mean - y)).toBeLessThan(Math.abs(now.means[k] - y))
    })
  })

  it('may come in any order; the experts absorb them in the order of arrival', () => {
    const learner = make()
    for (const { x } of stream.slice(0, 5)) learner.predict(x, { id: x[1] })
    for (const t of [2, 0, 1, 4, 3]) learner.learn({ id: stream[t].x[1], y: stream[t].y })
    expect(learner.lateness).toEqual({ open: 0, answered: 5, skipped: 0, expired: 0, outOfOrder: 2 })
    expect(learner.round).toBe(5)
  })

  it('may be given up, expire oldest first, and are counted', () => {
    const learner = make(3)
    for (let id = 1; id <= 5; id++) learner.predict([1, id], { id })
    expect(learner.lateness).toEqual({ open: 3, answered: 0, skipped: 0, expired: 2, outOfOrder: 0 })
    learner.skip(4)
    learner.learn({ id: 5, y: 1 })
    expect(learner.lateness).toEqual({ open: 1, answered: 1, skipped: 1, expired: 2, outOfOrder: 1 })
    expect(learner.round).toBe(1)
  })

  it('are refused by name if unknown, repeated, skipped or expired, and nothing changes', () => {
    const learner = make(3)
    expect(() => learner.learn({ id: 'x', y: 1 })).toThrow('no open prediction has the id "x"')
    for (let id = 1; id <= 4; id++) learner.predict([1, id], { id })
    learner.learn({ id: 2, y: 1 })
    learner.skip(3)
    const before = learner.save()
    expect(() => learner.learn({ id: 1, y: 1 })).toThrow('id 1 expired: at most 3 predictions wait')
    expect(() => learner.learn({ id: 2, y: 1 })).toThrow('id 2 was already answered')
    expect(() => learner.learn({ id: 3, y: 1 })).toThrow('id 3 was already skipped')
    expect(() => learner.skip(3)).toThrow('id 3 was already skipped')
    expect(() => learner.learn({ id: '2', y: 1 })).toThrow('no open prediction has the id "2"')
    expect(learner.save()).toEqual(before)
    learner.predict([1, 1], { id: 'open' })
    const open = learner.save()
    expect(() => learner.predict([1, 1], { id: 'open' })).toThrow('id "open" is already waiting')
    expect(() => learner.learn({ id: 'open', y: Number.NaN })).toThrow('y must be a finite number')
    expect(() => learner.predict([1, Number.NaN], { id: 'new' })).toThrow('x[1] must be a finite number')
    expect(learner.save()).toEqual(open)
    expect(learner.learn({ id: 'open', y: 0 }).round).toBe(2)
  })

  it('an id that was answered is not opened again, so that nothing is learnt twice', () => {
    const learner = make(1)
    learner.predict([1, 1], { id: 'a' })
    learner.learn({ id: 'a', y: 1 })
    expect(() => learner.predict([1, 1], { id: 'a' })).toThrow('id "a" was already answered')
    expect(() => learner.learn({ id: 'a', y: 1 })).toThrow('id "a" was already answered')
    learner.predict([1, 1], { id: 'b' })
    learner.predict([1, 1], { id: 'c' })
    expect(() => learner.learn({ id: 'b', y: 1 })).toThrow('id "b" expired')
    expect(learner.round).toBe(1)
  })

  it('of forecasts without an id: one waits, may be asked for again, and no other before its outcome came', () => {
    const learner = conformal({ coverage: 0.9, conformity: quantileBand })
    const given = { lower: 1, upper: 2 }
    const { lower } = learner.predict(given)
    expect(learner.predict({ ...given }).lower).toBe(lower)
    for (const other of [{ lower: 1, upper: 3 }, { lower: 1 }, 1])
      expect(() => learner.predict(other as never)).toThrow('a forecast is already waiting for its outcome')
    learner.learn(2)
    expect(() => learner.predict({ lower: 1, upper: 3 })).not.toThrow()
  })

  it('whatever comes, go on after a save as if there had been none, and memory has a bound', () => {
    const action = fc.record({
      kind: fc.constantFrom('open', 'answer', 'skip', 'learn', 'save'),
      id: fc.integer({ min: 0, max: 12 }),
    })
    fc.assert(
      fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
        const plain = make(5)
        let saved = make(5)
        let largest = 0
        actions.forEach(({ kind, id }, t) => {
          const { x, y } = stream[t]
          const told = [plain, saved].map((learner) => {
            try {
              if (kind === 'open') learner.predict(x, { id })
              else if (kind === 'answer') learner.learn({ id, y })
              else if (kind === 'skip') learner.skip(id)
              else if (kind === 'learn') learner.learn(x, y)
              return 'done'
            } catch (error) {
              return codeOf(error)
            }
          })
          expect(told[0]).toBe(told[1])
          if (kind === 'save') saved = make(5).restore(t % 2 ? saved.save() : saved.save('json'))
          largest = Math.max(largest, plain.lateness.open)
        })
        expect(largest).toBeLessThanOrEqual(5)
        expect(saved.save()).toEqual(plain.save())
        const { state } = readSave(plain.save()) as { state: LiveState }
        expect(state.open?.closed.length ?? 0).toBeLessThanOrEqual(5)
      }),
      { numRuns: 60 },
    )
  })
})

import { expect, it } from 'vitest'
import { recent } from '../panels/recent.ts'
import { auto } from './index.ts'

const experts = [recent({ keep: 0.9 })]

it('says how often intervals held outcomes, from the first round in which one was promised', () => {
  const learner = auto({ task: 'regression', experts, coverage: 0.8 })
  expect(learner.coverage).toEqual({ target: 0.8, rounds: 0, covered: Number.NaN })
  let [promised, held] = [0, 0]
  for (let t = 0; t < 40; t++) {
    const { lower, upper } = learner.predict({ a: 1 })
    const y = t % 5
    learner.learn({ a: 1 }, y)
    if (lower === -Infinity && upper === Infinity) continue
    promised++
    if (lower <= y && y <= upper) held++
    const { rounds, covered } = learner.coverage
    if (rounds === promised) expect(covered).toBeCloseTo(held / promised, 12)
    if (rounds === 1) expect(covered).toBe(held)
  }
  expect(learner.coverage.rounds).toBeGreaterThan(25)
})

it('knows no columns, features, labels and range before the first outcome', () => {
  const learner = auto({ experts })
  expect([learner.columns, learner.features, learner.labels, learner.range]).toEqual([
    [],
    [],
    [],
    [-Infinity, Infinity],
  ])
  expect(learner.predict({ a: 1 }).known).toBe(false)
  expect(() => learner.path(1)).toThrow('a path needs an outcome that was learnt')
  expect(learner.coming({ a: 1 })).toBe(null)
})

it('has labels and no range, path or coming rows where outcomes are classes', () => {
  const learner = auto({ experts })
  for (let t = 0; t < 6; t++) learner.learn({ a: t }, t % 2 ? 'odd' : 'even')
  expect(learner.labels).toEqual(['even', 'odd'])
  expect(learner.range).toBe(null)
  expect(() => learner.path(1)).toThrow('there is no path')
  expect(learner.coming({ a: 1 })).toBe(null)
})

it('tells where outcomes lie, as it was told or from the tenth outcome on', () => {
  const told = auto({ task: 'regression', range: [-1, 9], experts })
  expect(told.range).toEqual([-1, 9])
  const found = auto({ task: 'regression', experts })
  for (let t = 0; t < 9; t++) found.learn({ a: t }, t)
  expect(found.range).toEqual([-Infinity, Infinity])
  for (let t = 9; t < 30 && found.range?.[0] !== 0; t++) found.learn({ a: t }, t)
  expect(found.range).toEqual([0, Infinity])
  expect(found.labels).toEqual([])
})

it('forecasts coming rows where they have times or nothing but an order, and no others', () => {
  const timed = auto({ task: 'regression', experts })
  const ordered = auto({ task: 'regression', experts })
  const neither = auto({ task: 'regression', time: null, experts })
  const at = (t: number): string => new Date(Date.UTC(2026, 0, 1 + t)).toISOString()
  for (let t = 0; t < 9; t++) {
    timed.learn({ at: at(t), a: t % 2 }, t)
    ordered.learn({}, t)
    neither.learn({ a: t % 2 }, t)
  }
  expect(timed.coming({ at: at(9), a: 1 })?.mean).toBeGreaterThan(5)
  expect(timed.coming({ at: at(40), a: 1 })).not.toBe(null)
  expect(timed.coming({ at: at(1010), a: 1 })).toBe(null)
  expect(ordered.coming({}, 3)?.mean).toBeGreaterThan(5)
  expect(neither.coming({ a: 1 })).toBe(null)
})

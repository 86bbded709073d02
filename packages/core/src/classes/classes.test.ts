import { describe, expect, it } from 'vitest'
import { aggregate } from '../aggregate/aggregate.ts'
import { fromBytes, toBytes } from '../base/save/save.ts'
import { Learner } from '../live/learner.ts'
import { logistic } from '../losses/logistic.ts'
import { normal, type Rng, seededRng, uniform } from '../math/rng.ts'
import type { ClassRule } from '../nouns/classRule.ts'
import { svb } from '../panels/svb.ts'
import { modelContract } from '../testing/index.ts'
import type { ClassForestState } from './classForest.ts'
import { ClassMixtureModel } from './classMixture.ts'
import {
  classForest,
  classMixture,
  classNeighbours,
  classNormals,
  frequencies,
  oneAgainstRest,
  softmaxRegression,
  transitions,
} from './index.ts'

const rules: Record<string, () => ClassRule> = {
  frequencies: () => frequencies() as ClassRule,
  transitions: () => transitions() as ClassRule,
  softmaxRegression: () => softmaxRegression() as ClassRule,
  classNormals: () => classNormals() as ClassRule,
  classNeighbours: () => classNeighbours({ window: 20 }) as ClassRule,
  classForest: () => classForest({ trees: 3, window: 40 }) as ClassRule,
  oneAgainstRest: () =>
    oneAgainstRest(aggregate({ experts: svb({ scale: 1 }), loss: logistic })) as ClassRule,
}

/** Classes in the order of their appearance, each about a point of its own. */
function* stream(rng: Rng, classes: number, rounds: number) {
  const centres = Array.from({ length: classes }, () => [2 * normal(rng), 2 * normal(rng)])
  const order: number[] = []
  for (let t = 0; t < rounds; t++) {
    const drawn = Math.floor(classes * uniform(rng))
    if (!order.includes(drawn)) order.push(drawn)
    yield { x: centres[drawn].map((centre) => centre + 0.7 * normal(rng)), y: order.indexOf(drawn) }
  }
}

describe.each(Object.entries(rules))('%s', (_name, rule) => {
  it.each([2, 5, 14])('gives probabilities to %i classes that sum to 1, or sleeps', (classes) => {
    const panel = rule().bind({ dimension: 2 })
    const state = panel.init()
    let known = 0
    for (const { x, y } of stream(seededRng(classes), classes, 80)) {
      const out = new Float64Array(panel.capacity * known)
      if (known > 1) panel.predict(state, x, known, out)
      for (let k = 0; k < panel.capacity && known > 1; k++) {
        const own = out.subarray(k * known, (k + 1) * known)
        const sleeps = own.every(Number.isNaN)
        const sum = own.reduce((total, p) => total + p, 0)
        expect(sleeps || (Math.abs(sum - 1) < 1e-9 && own.every((p) => p >= 0))).toBe(true)
      }
      known = Math.max(known, y + 1)
      panel.update(state, x, y, known)
    }
  })

  it('is told of by a model that keeps its promises', () => {
    const make = () => classMixture([rule(), frequencies() as ClassRule], { dimension: 2 })
    const clauses = modelContract(() => make() as never, {
      input: (rng) => [normal(rng), normal(rng)],
      // A class that is new is the next one.
      outcome: (_rng, [a, b]) => (a > 0.3 ? (b > 0 ? 0 : 1) : 0),
      rounds: 30,
    })
    for (const { check } of clauses) check()
  })
})

/** Mean log loss and part of wrong classes from the 50th row on. */
function follow(experts: readonly ClassRule[], rows: Iterable<{ x: number[]; y: number }>) {
  const learner = new Learner(new ClassMixtureModel(experts, { dimension: 2 }), {})
  let [loss, wrong, count, t] = [0, 0, 0, 0]
  for (const { x, y } of rows) {
    const chances = learner.predict(x)
    const { pointLoss } = learner.learn(x, y)
    if (t++ < 50) continue
    loss += pointLoss
    wrong += chances.indexOf(Math.max(...chances)) === y ? 0 : 1
    count++
  }
  return { loss: loss / count, wrong: wrong / count }
}

describe('classForest', () => {
  /** A chessboard of so many fields a side, whose classes are told by no line and by no centre. */
  function* board(rng: Rng, side: number, classes: number, rounds: number) {
    for (let t = 0; t < rounds; t++) {
      const x = [uniform(rng), uniform(rng)]
      const field = Math.floor(side * x[0]) + Math.floor(side * x[1])
      yield { x, y: t < classes ? t : field % classes }
    }
  }

  it.each([2, 3])('tells the fields of a chessboard of %i colours apart', (classes) => {
    const rows = [...board(seededRng(classes), 3, classes, 900)]
    const others = [softmaxRegression(), classNormals(), frequencies()].map((rule) => rule as ClassRule)
    expect(follow([classForest() as ClassRule], rows).loss).toBeLessThan(0.6 * follow(others, rows).loss)
  })

  it('follows classes that change places, as its trees are grown anew on the last rows', () => {
    const rng = seededRng(9)
    const rows = Array.from({ length: 900 }, (_, t) => {
      const x = [normal(rng), normal(rng)]
      return { x, y: t < 2 ? t : x[0] > 0 !== t > 400 ? 1 : 0 }
    })
    const forest = classForest({ window: 100 }).bind({ dimension: 2 })
    const state = forest.init()
    const out = new Float64Array(2)
    let wrong = 0
    rows.forEach(({ x, y }, t) => {
      forest.predict(state, x, 2, out)
      if (t >= 600) wrong += out[y] > 0.5 ? 0 : 1
      forest.update(state, x, y, 2)
    })
    expect(wrong).toBeLessThan(30)
  })

  it('counts a class that came late in trees that did not know it', () => {
    const forest = classForest({ trees: 2 }).bind({ dimension: 1 })
    const state = forest.init()
    for (let t = 0; t < 40; t++) forest.update(state, [t % 2], t % 2, 2)
    const out = new Float64Array(3)
    forest.predict(state, [0], 3, out)
    expect(out[2]).toBeGreaterThan(0)
    for (let t = 0; t < 40; t++) forest.update(state, [0], 2, 3)
    forest.predict(state, [0], 3, out)
    expect(out[2]).toBeGreaterThan(0.5)
  })

  it('refuses a save in which a tree leads back to where it came from', () => {
    const make = () => classMixture([classForest({ trees: 1 }) as ClassRule], { dimension: 1 })
    const learner = make()
    for (let t = 0; t < 40; t++) learner.learn([t % 2], t % 2)
    const save = fromBytes(learner.save())
    expect(make().restore(toBytes(save)).predict([0])).toEqual(learner.predict([0]))
    const { experts } = (save.state as { state: { experts: [ClassForestState] } }).state
    experts[0].trees[0].rights[0] = 1
    expect(() => make().restore(toBytes(save))).toThrow(/does not fit.*rights/)
  })

  it('refuses a save that would grow a tree beyond the end of their list', () => {
    const make = () => classMixture([classForest({ trees: 3 }) as ClassRule], { dimension: 1 })
    const save = fromBytes(make().save())
    const { experts } = (save.state as { state: { experts: [ClassForestState] } }).state
    experts[0].turn = 2
    expect(() => make().restore(toBytes(save))).toThrow(/does not fit.*turn/)
  })
})

describe('classMixture', () => {
  it('tells thirty classes apart by what x is like in each', () => {
    const rows = [...stream(seededRng(3), 30, 600)]
    const { wrong } = follow([classNormals() as ClassRule, frequencies() as ClassRule], rows)
    const blind = follow([frequencies() as ClassRule], rows)
    expect(wrong).toBeLessThan(0.75)
    expect(blind.wrong).toBeGreaterThan(0.9)
  })

  it('makes an expert bolder that is too timid, and a bold one more careful', () => {
    const rng = seededRng(4)
    const rows = Array.from({ length: 600 }, (_, t) => {
      const label = t < 2 ? t : uniform(rng) < 0.5 ? 0 : 1
      const isRight = t < 2 || uniform(rng) < 0.9
      return { x: [isRight ? label : 1 - label, 0], y: label }
    })
    const known = -(0.9 * Math.log(0.9) + 0.1 * Math.log(0.1))
    for (const said of [0.65, 0.999]) {
      const alone = -(0.9 * Math.log(said) + 0.1 * Math.log(Math.max(0.005, 1 - said)))
      const { loss } = follow([sure(said)], rows)
      expect(loss).toBeLessThan(known + 0.25 * (alone - known) + 0.03)
    }
  })

  it('takes all classes as equally likely where every expert sleeps', () => {
    const learner = classMixture([rules.oneAgainstRest()], { dimension: 2 })
    for (let t = 0; t < 12; t++) learner.learn([0, 0], t)
    for (const p of learner.predict([0, 0])) expect(p).toBeCloseTo(1 / 12, 12)
  })

  it('knows what comes after what', () => {
    const rows = Array.from({ length: 300 }, (_, t) => ({ x: [0, 0], y: t % 3 }))
    const { wrong } = follow([frequencies() as ClassRule, transitions() as ClassRule], rows)
    expect(wrong).toBe(0)
  })

  it('refuses a class that leaves one out', () => {
    const learner = classMixture([frequencies() as ClassRule])
    learner.learn([], 0)
    expect(() => learner.learn([], 2)).toThrow(
      'y must be a class from 0 to 1, which is a new one, in round 2; received 2',
    )
  })
})

/** Says that the class is the first feature, always as surely. */
function sure(p: number): ClassRule {
  return {
    description: 'sure',
    bind: () => ({
      capacity: 1,
      init: () => null,
      predict(_state, x, _classes, out) {
        out[0] = x[0] === 0 ? p : 1 - p
        out[1] = 1 - out[0]
      },
      update() {},
    }),
  }
}

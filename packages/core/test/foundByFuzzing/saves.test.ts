import { expect, it } from 'vitest'
import { createTree, treeOf } from '../../src/trees/tree/tree.ts'
import * as credence from '../all.ts'
import { digest } from '../fuzz/digest.ts'

const { aggregate, squared } = credence

/** What random programs found, each as the smallest program that showed it. */

it('a tree that gave back branches with another tree beside them is saved and restored', () => {
  const tree = credence.hoeffdingAdaptiveTree({
    gracePeriod: 0.25,
    maxDepth: 2,
    tieThreshold: 2,
    selectorDecay: 0,
    learningRate: 0.4,
  })
  const make = () =>
    aggregate({ experts: credence.onlineBagging(tree, { weight: 20, learners: 10 }), loss: squared })
  const learner = make()
  const rng = credence.seededRng(1)
  for (let t = 0; t < 60; t++) {
    learner.learn([credence.normal(rng), credence.normal(rng)], credence.normal(rng))
    if (t > 10) make().restore(learner.save())
  }
})

it('a Gaussian process that was told NaN by the rule under it is the same after a save as text', () => {
  const { gp, hoeffdingTree, link, renewed, residuals } = credence
  const rest = residuals(
    residuals(credence.svbFull({ learningRate: 0.4 }), credence.hoeffdingAdaptiveTree({})),
    residuals(hoeffdingTree({}), gp({ noise: 5 })),
  )
  const make = () =>
    aggregate({ experts: [link(rest), link(renewed(gp({ noise: 0.9 })))], loss: credence.hinge })
  const learner = make()
  for (const [x, y] of [
    [-0.2, -1],
    [1e300, 1],
    [0.6, -1],
  ])
    learner.learn([x], y)
  const copy = make().restore(learner.save('json'))
  for (const each of [learner, copy]) each.learn([0.7], -1)
  expect(digest(copy.state)).toBe(digest(learner.state))
})

it('a forecast of a row of another length, given before the first outcome, is no part that a save cannot have', () => {
  const make = () => aggregate({ experts: credence.lines(), loss: squared })
  const learner = make()
  learner.predict([1, 2, 3], { id: 'astray' })
  learner.learn([1, 2], 1)
  const copy = make().restore(learner.save())
  expect(() => copy.learn({ id: 'astray', y: 1 })).toThrow('x must have 2 features; received 3')
  copy.skip('astray')
  expect(copy.lateness.open).toBe(0)
})

it('a tree without a root is refused', () => {
  const tree = createTree(2, 2)
  const shape = treeOf(2, 2)
  expect(() => shape.check(tree, 'tree')).not.toThrow()
  expect(() => shape.check({ ...tree, root: -1 }, 'tree')).toThrow('tree.root must be')
})

it('a learner whose only expert has diverged is restored with the forecasts that wait', () => {
  const experts = credence.pid({ integral: { gain: 0.9, saturation: 0.1 } })
  const make = () => credence.conformal({ method: { experts, meta: credence.ewa({}) } })
  const learner = make()
  learner.learn(1.2, -0.4)
  learner.predict(-0.1, { id: 0 })
  learner.learn(-0.07, -1.4)
  expect(() => learner.predict(0)).toThrow('diverged')
  const copy = make().restore(learner.save())
  expect(digest(copy.state)).toBe(digest(learner.state))
})

it('a late answer to a learner whose expert has diverged since changes nothing', () => {
  const experts = credence.pid({ integral: { gain: 10, saturation: 0.25 } })
  const learner = credence.conformal({ method: { experts, meta: credence.mlpol({}) } })
  learner.learn(0.9255287537430108, 3)
  learner.learn(-0.0969941972483895, 3)
  learner.predict(1.9393468845785433, { id: 0 })
  learner.predict(-0.3007724350885107)
  learner.learn(3)
  const before = digest(learner.state)
  expect(() => learner.learn({ id: 0, y: 3 })).toThrow('diverged')
  expect(digest(learner.state)).toBe(before)
})

it('a random stream of zeros, in which a search does not end, is refused', () => {
  const make = () => credence.conformal({ method: credence.bayesDtaci(), threshold: 'randomised' })
  const save = credence.readSave(make().save()) as { state: { state: { rng: Uint32Array } } }
  save.state.state.rng.fill(0)
  expect(() => make().restore(credence.writeSave(save as never))).toThrow('rng must be a random stream')
})

it('a text that was cut within a character is saved and restored', () => {
  const learner = credence.auto()
  for (const half of ['\ud83d', '\ude00', 'a\ud83d']) learner.learn({ [half]: half }, half)
  for (const saved of [learner.save(), learner.save('json')])
    expect(digest(credence.auto().restore(saved).state)).toBe(digest(learner.state))
})

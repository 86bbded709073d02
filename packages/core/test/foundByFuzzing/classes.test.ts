import { expect, it } from 'vitest'
import * as credence from '../all.ts'
import { digest } from '../fuzz/digest.ts'

/** What reading for random programs found, each as the smallest program that showed it. */

const { classMixture, classForest, frequencies, softmaxRegression, classNormals, classNeighbours } = credence

it.each([Number.NaN, Infinity, -1.7e308, 1e160])('a mixture of classes refuses a feature of %f', (far) => {
  const make = () =>
    classMixture([frequencies(), softmaxRegression(), classNormals(), classNeighbours()], { dimension: 2 })
  const learner = make()
  for (let t = 0; t < 12; t++) learner.learn([t % 3, t % 5], t % 2)
  const before = digest(learner.state)
  expect(() => learner.predict([0, far])).toThrow('x[1] must be a number from')
  expect(() => learner.learn([0, far], 1)).toThrow('x[1] must be a number from')
  expect(digest(learner.state)).toBe(before)
})

it('the largest features that a mixture of classes takes leave a save that can be restored', () => {
  const make = () =>
    classMixture([frequencies(), softmaxRegression(), classNormals(), classNeighbours()], { dimension: 2 })
  const learner = make()
  for (let t = 0; t < 60; t++) learner.learn([t % 7 === 3 ? 1e150 : t % 3, t % 5 === 1 ? -1e150 : 0], t % 2)
  const sum = learner.predict([1e150, 1e150]).reduce((total, p) => total + p, 0)
  expect(sum).toBeCloseTo(1, 9)
  expect(digest(make().restore(learner.save()).state)).toBe(digest(learner.state))
})

type Saved = { state: { state: { classes: number; experts: unknown[] } } }

it('a forest whose next tree would not stand beside the others is refused', () => {
  const make = () => classMixture([classForest({ trees: 5, window: 30 })], { dimension: 1 })
  const learner = make()
  for (let t = 0; t < 9; t++) learner.learn([t], t % 2)
  const save = credence.readSave(learner.save()) as unknown as Saved
  Object.assign(save.state.state.experts[0] as object, { turn: 3 })
  expect(() => make().restore(credence.writeSave(save as never))).toThrow('turn must be')
})

it('a save of a mixture of more classes than there is room for is refused', () => {
  const make = () => classMixture([frequencies()])
  const learner = make()
  for (let t = 0; t < 9; t++) learner.learn([], t % 2)
  const save = credence.readSave(learner.save()) as unknown as Saved
  save.state.state.classes = 1e9
  expect(() => make().restore(credence.writeSave(save as never))).toThrow('classes must be')
})

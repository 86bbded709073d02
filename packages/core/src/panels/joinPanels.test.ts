import { expect, it } from 'vitest'
import { shapeOf } from '../base/shape.ts'
import { squared } from '../losses/squared.ts'
import type { Rule } from '../nouns/panel.ts'
import { createBeliefs } from './beliefs.ts'
import { conjugate } from './conjugate.ts'
import { delayed } from './delayed.ts'
import { foresee } from './foresee.ts'
import { joinPanels } from './joinPanels.ts'
import { recent } from './recent.ts'

const context = { loss: squared, dimension: 2, seed: 0 }
const rules: readonly Rule[] = [
  recent({ keep: [0, 0.9] }),
  delayed(recent({ keep: 0 }), { rounds: 2, prompt: true }),
  conjugate({ noise: [1, 2] }),
]

it('several panels as one are their experts after each other, and so are their states', () => {
  const panels = rules.map((rule) => rule.bind(context))
  const states = panels.map((panel) => panel.init())
  const joined = joinPanels(panels)
  const state = joined.init()
  expect(joined.capacity).toBe(5)
  expect(joined.settings(state)).toEqual(panels.flatMap((panel, i) => panel.settings(states[i])))
  const [whole, parts] = [createBeliefs(5), panels.map(({ capacity }) => createBeliefs(capacity))]
  for (let t = 0; t < 9; t++) {
    const x = [1, Math.sin(t)]
    joined.predict(state, x, whole)
    panels.forEach((panel, i) => {
      panel.predict(states[i], x, parts[i])
    })
    expect([...whole.mean]).toEqual(parts.flatMap(({ mean }) => [...mean]))
    expect([...whole.variance]).toEqual(parts.flatMap(({ variance }) => [...variance]))
    joined.update(state, x, t, whole)
    panels.forEach((panel, i) => {
      panel.update(states[i], x, t, parts[i])
    })
  }
  expect(state).toEqual(states)
  foresee(joined, state, [1, 0], whole)
  // The delayed one has learnt 6 when the last outcome was 8; its twin foresees by 8.
  expect(whole.mean[2]).toBe(8)
  joined.predict(state, [1, 0], whole)
  expect(whole.mean[2]).toBe(6)
})

it('states that are no list, or of another length, are refused', () => {
  const joined = joinPanels(rules.map((rule) => rule.bind(context)))
  expect(() => shapeOf(joined).check(joined.init(), 'panel')).not.toThrow()
  expect(() => shapeOf(joined).check({ length: 3 }, 'panel')).toThrow('panel must be a list')
  expect(() => shapeOf(joined).check([], 'panel')).toThrow('the length of panel must be 3; it is 0')
})

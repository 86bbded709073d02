import { expect, it } from 'vitest'
import { live } from '../live/learner.ts'
import { onlineBagging } from '../trees/onlineBagging.ts'
import * as panels from './index.ts'

const around: Readonly<Record<string, (rule: never) => unknown>> = {
  onlineBagging,
  corrected: panels.corrected,
  delayed: (rule) => panels.delayed(rule, { rounds: 2 }),
  growing: (rule) => panels.growing(() => rule, { start: 1 }),
  intercept: panels.intercept,
  learntNoise: panels.learntNoise,
  link: panels.link,
  logScale: panels.logScale,
  perFeature: panels.perFeature,
  pooled: (rule) => panels.pooled([rule], {} as never),
  products: panels.products,
  renewed: panels.renewed,
  'residuals, under': (rule) => panels.residuals(rule, panels.recent()),
  'residuals, over': (rule) => panels.residuals(panels.recent(), rule),
}

it.each(Object.entries(around))('%s refuses what is no rule, and says what to do', (name, put) => {
  const [noun] = name.split(',')
  expect(() => put(panels.recent as never)).toThrow(`${noun} needs a rule; received recent: call it`)
  expect(() => put(undefined as never)).toThrow(`${noun} needs a rule; received undefined`)
  expect(() => put({} as never)).toThrow(`the rule of ${noun} must be an object with bind`)
})

it('a grid grows by a function, and a learner works with a model', () => {
  expect(() => panels.growing(panels.recent() as never, { start: 1 })).toThrow('growing needs a function')
  for (const none of [null, undefined, {}, 7, live]) {
    expect(() => live(none as never)).toThrow('the model must be an object with init')
  }
})

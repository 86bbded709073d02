import { BAYES_DTACI_GRID } from 'credence/conformal'
import type { Choices } from './choices.ts'

export type WrittenRecipe = Readonly<Record<string, unknown>>

/** What was chosen, as a recipe that `credence run` takes. */
export function recipeOf(choices: Choices): WrittenRecipe {
  const target = choices.stream === 'csv' ? choices.target : 'y'
  const named = target === '' ? {} : { target }
  const { coverage, score } = choices
  switch (choices.learner) {
    case 'auto':
      return { task: 'auto', ...named, coverage }
    case 'conformal':
      return {
        task: 'conformal',
        ...named,
        forecast: (choices.stream === 'csv' && choices.forecast) || 'forecast',
        coverage,
        experts: [{ kind: 'bayes-aci', ...BAYES_DTACI_GRID }],
        score,
        meta: metaOf(choices, { kind: 'rolling', window: 500, start: 2.72, numerator: 'dtaci' }),
      }
    case 'gp':
      return regression(choices, named, GP, 'log-density')
    case 'conjugate':
      return regression(choices, named, CONJUGATE, 'log-density')
    case 'svb':
      return regression(choices, named, SVB, 'squared')
  }
}

const GP = {
  kind: 'gp',
  inverseBandwidth: [0.125, 0.25, 0.5, 1, 2, 4],
  noise: [0.5, 1, 2],
  window: 250,
  amplitude: 30,
  constant: 100,
}
const CONJUGATE = { kind: 'conjugate', forgetting: [0.95, 0.98, 0.995, 1], noise: [1, 2, 4] }
const SVB = { kind: 'svb', scale: [0.0001, 0.0002, 0.0004, 0.0008, 0.0016, 0.0032, 0.0064, 0.0128] }

function regression(choices: Choices, named: object, experts: object, loss: string): WrittenRecipe {
  // A made stream shows x in [0, 1], which is what bandwidths are meant for; of other data nothing is known.
  const plain = choices.stream === 'abc' && choices.learner === 'gp'
  return {
    task: 'regression',
    ...named,
    ...(plain ? { prepare: { scale: 'none', intercept: false } } : {}),
    experts: [experts],
    loss,
    score: choices.score,
    meta: metaOf(choices, loss === 'log-density' ? 1 : { kind: 'rolling', window: 100 }),
    interval: choices.coverage,
  }
}

function metaOf({ meta, share }: Choices, rate: unknown): object {
  if (meta === 'fixed-share') return { kind: meta, rate, share }
  return meta === 'ewa' ? { kind: meta, rate } : { kind: meta }
}

/** As people write recipes: a list of numbers on one line. */
export function writeRecipe(recipe: WrittenRecipe): string {
  const text = JSON.stringify(recipe, null, 2)
  return text.replace(/\[[^[\]{}]*\]/g, (list) =>
    list.replace(/\s+/g, ' ').replace('[ ', '[').replace(' ]', ']'),
  )
}

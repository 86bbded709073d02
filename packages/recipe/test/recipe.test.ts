import { describe, expect, it } from 'vitest'
import {
  buildLearner,
  parseRecipe,
  planRecipe,
  presets,
  recipeJsonSchema,
  type SupervisedRecipe,
} from '../src/index.ts'

describe('a recipe', () => {
  it('fills in what is left out', () => {
    expect(parseRecipe({ experts: [{ kind: 'svb', scale: 1 }] })).toEqual({
      task: 'regression',
      experts: [{ kind: 'svb', scale: 1 }],
      loss: 'squared',
      score: 'mean',
      meta: { kind: 'fixed-share' },
      prepare: { scale: 'standardize', intercept: true, reach: 10, target: 'none' },
      interval: 0.9,
      seed: 0,
      onFailure: 'throw',
      openRounds: 1000,
      ledger: true,
      history: 0,
      switches: 0,
    })
  })

  it('spans the grid in the order of the parameters, the last varying fastest, whatever the order in the file', () => {
    const recipe = parseRecipe({
      experts: [{ noise: [1, 2], priorVariance: [3, 4], kind: 'svb', scale: [5, 6] }],
    })
    const settings = buildLearner(recipe as SupervisedRecipe, { dimension: 1 }).settings
    expect(settings.map(({ scale, priorVariance, noise }) => [scale, priorVariance, noise])).toEqual([
      [5, 3, 1],
      [5, 3, 2],
      [5, 4, 1],
      [5, 4, 2],
      [6, 3, 1],
      [6, 3, 2],
      [6, 4, 1],
      [6, 4, 2],
    ])
  })

  it('replaces whole fields of a preset', () => {
    const recipe = parseRecipe({
      preset: 'oga-ea',
      loss: 'hinge',
      horizon: 768,
      prepare: { scale: 'none', intercept: false, target: 'none' },
    })
    expect(recipe).toMatchObject({
      task: 'classification',
      loss: 'hinge',
      horizon: 768,
      prepare: { scale: 'none', intercept: false, target: 'none' },
    })
    expect(recipe).toHaveProperty('meta', {
      kind: 'fixed-share',
      rate: { kind: 'rolling', window: 100, start: 1 },
      share: 0.001,
    })
  })

  it.each(Object.keys(presets))('the preset %s is one', (preset) => {
    const conformal = presets[preset]?.task === 'conformal'
    expect(() => parseRecipe({ preset, ...(conformal ? { forecast: 'yhat' } : {}) })).not.toThrow()
  })

  it('has a JSON Schema for editors', () => {
    expect(JSON.stringify(recipeJsonSchema())).toContain('fixed-share')
  })

  it('says which columns it reads and what it must know first', () => {
    const plan = planRecipe(parseRecipe({ preset: 'oga-ea' }), ['a', 'b', 'y'])
    expect(plan).toMatchObject({
      columns: ['a', 'b', 'y'],
      features: ['a', 'b'],
      needs: { rows: true, statistics: false },
    })
    const other = planRecipe(
      parseRecipe({ preset: 'svb-ea', target: 'a', prepare: { scale: 'minmax-file' } }),
      ['a', 'b', 'y'],
    )
    expect(other).toMatchObject({ columns: ['b', 'y', 'a'], needs: { rows: false, statistics: true } })
  })
})

describe('what is wrong with a recipe', () => {
  const svb = { experts: [{ kind: 'svb', scale: 1 }] }
  it.each([
    [
      {},
      'experts is missing: say what to learn with, as in "experts": [{ "kind": "svb", "scale": [0.01, 0.1] }]',
    ],
    [{ experts: [] }, 'experts must not be empty; received []'],
    [{ experts: { kind: 'svb' } }, 'experts must be a list, in [ ]; received {"kind":"svb"}'],
    [{ task: 'confromal' }, 'auto; received "confromal"; did you mean conformal?'],
    [{ preset: 'svb-e' }, 'auto; received "svb-e"; did you mean svb-ea?'],
    [{ ...svb, featurs: ['a'] }, 'the recipe has no field "featurs"; did you mean features?'],
    [{ ...svb, target: 5 }, 'target must be a text; received 5'],
    [null, 'a recipe must be a JSON object; received null'],
    [{ task: 'experts', experts: ['a', 'b'] }, 'experts must have at most 1 entry; received ["a","b"]'],
    [{ ...svb, loss: { kind: 'squared', x: 1 } }, 'loss: squared has no option "x"; it takes none'],
    [{ ...svb, score: { kind: 'mean', x: 1 } }, 'score: mean has no option "x"; it takes none'],
    [
      { experts: [{ kind: 'knn', window: 1e9 }] },
      'experts[0].window must be at most 1000000; received 1000000000',
    ],
    [{ ...svb, interval: 95 }, 'interval must be below 1; received 95'],
    [{ ...svb, interval: 0 }, 'interval must be above 0; received 0'],
    [
      { ...svb, prepare: { scale: 'standardise' } },
      'none; received "standardise"; did you mean standardize?',
    ],
    [{ ...svb, prepare: { intercept: 'yes' } }, 'prepare.intercept must be true or false; received "yes"'],
    [{ task: 'auto', ahead: 1.5 }, 'ahead must be a whole number; received 1.5'],
    [
      { task: 'conformal', forecast: { mean: 'a' } },
      'forecast must be the name of a column, or { "mean", "scale" }',
    ],
  ])('is said in our words, with the way out: %j', (recipe, message) => {
    expect(() => parseRecipe(recipe)).toThrow(message)
  })
})

import { createHash } from 'node:crypto'
import { buildModel } from '../recipes/buildModel.ts'

/** Prints a digest of the state of each kind of model after the same 400 rounds: run it on several versions of Node. */
const linear = { task: 'regression', features: ['a', 'b'] }
const RECIPES: Readonly<Record<string, Record<string, unknown>>> = {
  conjugate: {
    ...linear,
    loss: 'log-density',
    experts: [{ kind: 'conjugate', noise: [0.5, 1], priorVariance: [0.1, 10], forgetting: 0.98 }],
  },
  svb: { ...linear, experts: [{ kind: 'svb', scale: [0.1, 1] }] },
  ogd: { ...linear, experts: [{ kind: 'ogd', learningRate: [0.01, 0.1] }] },
  gp: {
    ...linear,
    loss: 'log-density',
    score: 'annealed',
    prepare: { scale: 'none', intercept: false },
    experts: [{ kind: 'gp', inverseBandwidth: [0.5, 1], noise: [0.5, 1], window: 30 }],
  },
  logistic: {
    ...linear,
    task: 'classification',
    loss: 'logistic',
    experts: [{ kind: 'svb', scale: [0.1, 1] }],
  },
  boa: { task: 'experts', experts: [{ kind: 'external', columns: ['a', 'b'] }] },
  conformal: { task: 'conformal', forecast: 'a' },
  dtaci: { preset: 'dtaci', forecast: 'a' },
  agaci: { preset: 'agaci', forecast: 'a' },
}

function digestOf(recipe: Record<string, unknown>): string {
  const { series: model, columns = [] } = buildModel(recipe)
  const series = model.begin()
  let seed = 1
  const draw = (): number => {
    seed = (seed * 48271) % 2147483647
    return seed / 2147483647
  }
  for (let t = 0; t < 400; t++) {
    series.predict(columns.length === 1 ? draw() : columns.map(draw), `${t}`)
    const y = recipe.task === 'classification' ? Math.round(draw()) : 3 * draw() - 1
    if (t > 2) series.settle(`${t - 3}`, y)
  }
  return createHash('sha256').update(series.save()).digest('hex')
}

for (const [name, recipe] of Object.entries(RECIPES)) console.log(name, digestOf(recipe))

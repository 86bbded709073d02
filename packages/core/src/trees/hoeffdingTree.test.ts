import { expect, it } from 'vitest'
import { meansOf, riverFixture } from '../../test/fixtures/riverFixture.ts'
import { abcStream, wideStream } from '../../test/fixtures/riverStream.ts'
import { hoeffdingTree } from './hoeffdingTree.ts'
import type { Tree } from './tree/tree.ts'

type Splits = null | [feature: number, threshold: number, left: Splits, right: Splits]

interface Run {
  readonly name: 'abc' | 'wide'
  readonly options: { leaf_prediction?: 'mean' | 'model'; grace_period?: number; delta?: number }
  readonly predictions: number[]
  readonly splits: Splits
}

function splitsOf(tree: Tree, node: number): Splits {
  if (tree.feature[node] < 0) return null
  const [left, right] = [tree.left[node], tree.right[node]]
  return [tree.feature[node], tree.threshold[node], splitsOf(tree, left), splitsOf(tree, right)]
}

function ruleOf({ leaf_prediction, grace_period, delta }: Run['options']) {
  return hoeffdingTree({
    leaf: leaf_prediction === undefined ? 'adaptive' : leaf_prediction === 'mean' ? 'mean' : 'linear',
    gracePeriod: grace_period ?? 200,
    significance: delta ?? 1e-7,
  })
}

it('splits and predicts as River 0.20.1 does, to 1e-6, to the end of both streams', () => {
  for (const run of riverFixture<{ runs: Run[] }>('hoeffdingTree').runs) {
    const rows = run.name === 'abc' ? abcStream(0) : wideStream(7)
    const rule = ruleOf(run.options)
    let tree: Tree | undefined
    const keeping: typeof rule = {
      bind(context) {
        const panel = rule.bind(context)
        return {
          ...panel,
          init() {
            const state = panel.init()
            tree = state.experts[0]
            return state
          },
        }
      },
    }
    const means = meansOf(keeping, rows)
    run.predictions.forEach((expected, t) => {
      const error = Math.abs(means[t] - expected) / (1 + Math.abs(expected))
      expect(
        error,
        `${run.name} ${JSON.stringify(run.options)} round ${t}: ${means[t]} ${expected}`,
      ).toBeLessThan(1e-6)
    })
    expect(splitsOf(tree as Tree, (tree as Tree).root)).toEqual(run.splits)
  }
})

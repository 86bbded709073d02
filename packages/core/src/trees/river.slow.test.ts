import { describe, expect, it } from 'vitest'
import { meansOf, riverJson } from '../../test/fixtures/riverFixture.ts'
import { abcStream, DIMENSION, LENGTH } from '../../test/fixtures/riverStream.ts'
import type { Rule } from '../nouns/panel.ts'
import {
  adaptiveRandomForest,
  hoeffdingAdaptiveTree,
  hoeffdingTree,
  linearRegression,
  mondrianForest,
  onlineBagging,
} from './index.ts'

/** River's mean squared errors by stream and regime, each the mean over so many seeds. */
interface Reference {
  readonly river: string
  readonly seeds: number
  readonly mse: number[][]
  /** The same without the first 100 rounds. */
  readonly settled?: number[][]
  /** One run with our own Poisson draws. */
  readonly paired?: number[][]
}

/** Student's t with 29 degrees of freedom at 0.95. */
const T29 = 1.699

function regimeErrors(rule: Rule, stream: number, seeds: number, from: number): number[] {
  const rows = abcStream(stream)
  const sums = [0, 0, 0]
  for (let k = 0; k < seeds; k++) {
    meansOf(rule, rows, 1000 * stream + k).forEach((mean, t) => {
      if (t >= from) sums[Math.floor((3 * t) / LENGTH)] += (rows[t][DIMENSION] - mean) ** 2
    })
  }
  return sums.map((sum, regime) => sum / seeds / (LENGTH / 3 - (regime === 0 ? from : 0)))
}

/** 90 % interval for the ratio of two paired means, by the delta method. */
function ratioInterval(ours: number[], theirs: number[]): [number, number, number] {
  const n = ours.length
  const mean = (values: number[]) => values.reduce((a, b) => a + b, 0) / n
  const ratio = mean(ours) / mean(theirs)
  const squares = ours.map((our, i) => ((our - ratio * theirs[i]) / mean(theirs)) ** 2)
  const half = T29 * Math.sqrt(mean(squares) / (n - 1))
  return [ratio - half, ratio, ratio + half]
}

function expectEqual(what: string, ours: number[][], theirs: number[][]): void {
  for (const regime of [0, 1, 2]) {
    const [low, ratio, high] = ratioInterval(
      ours.map((errors) => errors[regime]),
      theirs.map((errors) => errors[regime]),
    )
    console.log(`${what} ${'ABC'[regime]}: ${ratio.toFixed(4)} [${low.toFixed(4)}, ${high.toFixed(4)}]`)
    expect(low).toBeGreaterThan(0.95)
    expect(high).toBeLessThan(1.05)
  }
}

describe('on 30 paired A→B→C streams, each regime', () => {
  const learners = 18
  const bags: [name: string, rule: Rule][] = [
    ['baggedLinear', onlineBagging(linearRegression(), { learners })],
    ['baggedTrees', onlineBagging(hoeffdingTree(), { learners })],
  ]
  it.each(bags)(
    '%s, given the same Poisson draws, errs as River 0.20.1 does on each stream',
    (name, rule) => {
      const { paired = [] } = riverJson<Reference>(`equivalence-${name}`)
      expect(paired).toHaveLength(30)
      const ours = paired.map((_, stream) => regimeErrors(rule, stream, 1, 0))
      expectEqual(`${name}, the same draws,`, ours, paired)
      ours.flat().forEach((error, i) => {
        expect(Math.abs(error / paired.flat()[i] - 1)).toBeLessThan(1e-5)
      })
    },
  )

  /**
   * With draws of their own, bagged linear regressions are compared from round 101 on. Standardised by two or three
   * examples, a feature has a tail like Cauchy's: the first rounds' squared errors have no mean, and the ratio of two
   * such sums does not settle, whoever draws.
   */
  const rules: [name: string, river: string, from: number, rule: Rule][] = [
    ['hat', '0.20.1', 0, hoeffdingAdaptiveTree()],
    ['arf', '0.20.1', 0, adaptiveRandomForest({ learners })],
    ['baggedLinear', '0.20.1', 100, onlineBagging(linearRegression(), { learners })],
    ['baggedTrees', '0.20.1', 0, onlineBagging(hoeffdingTree(), { learners })],
    ['amf', '0.26.1', 0, mondrianForest({ learners })],
  ]
  it.each(rules)(
    '%s errs as River %s does with draws of its own, to a twentieth, with 90 in 100 confidence',
    (name, version, from, rule) => {
      const reference = riverJson<Reference>(`equivalence-${name}`)
      expect([reference.river, reference.mse.length]).toEqual([version, 30])
      const theirs = from > 0 ? (reference.settled as number[][]) : reference.mse
      const seeds = Math.max(reference.seeds, 4)
      const ours = theirs.map((_, stream) => regimeErrors(rule, stream, seeds, from))
      expectEqual(name, ours, theirs)
    },
  )
})

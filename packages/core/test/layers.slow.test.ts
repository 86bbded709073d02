import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { aggregate } from '../src/aggregate/aggregate.ts'
import { auto } from '../src/auto/index.ts'
import { type Centred, type Classed, withIntervals } from '../src/doors/conformal.ts'
import { gp } from '../src/gp/index.ts'
import { logDensity, squared } from '../src/losses/index.ts'
import { fixedShare } from '../src/meta/fixedShare.ts'
import type { Model } from '../src/nouns/model.ts'
import { svb } from '../src/panels/index.ts'
import { annealed } from '../src/scores/scores.ts'
import { regimes } from '../src/stream/synthetic/index.ts'
import { adaptiveRandomForest, mondrianForest } from '../src/trees/index.ts'
import { columns } from './fixtures.ts'

/** Intervals of the layer around real learners: on data sets that come with the project, and on A → B → C. */
type Row = { readonly x: readonly number[]; readonly y: number }

function shipped(name: string, most: number): Row[] {
  const url = new URL(`../../datasets/data/${name}.csv.gz`, import.meta.url)
  const { rows } = columns(gunzipSync(readFileSync(url)).toString('utf8'))
  const width = rows[0].length - 1
  const means = Array.from(
    { length: width },
    (_, j) => rows.reduce((sum, row) => sum + row[j], 0) / rows.length,
  )
  const spreads = means.map((mean, j) =>
    Math.sqrt(rows.reduce((sum, row) => sum + (row[j] - mean) * (row[j] - mean), 0) / rows.length),
  )
  return rows.slice(0, most).map((row) => ({
    x: [...means.map((mean, j) => (row[j] - mean) / (spreads[j] || 1)), 1],
    y: row[width],
  }))
}

const shifting = (): Row[] => [...regimes({ seed: 1 })].map(({ x, y }) => ({ x: Array.from(x), y }))

/** A learner of rows that layers can stand around. */
type Around = { readonly model: Model<readonly number[], Centred | Classed> }

const LEARNERS = {
  'SVB-EA': () =>
    aggregate({
      experts: svb({ scale: [0.001, 0.01, 0.1] }),
      loss: squared,
      meta: fixedShare({ share: 1e-3 }),
    }),
  'GP-EA': () =>
    aggregate({
      experts: gp({ inverseBandwidth: [0.25, 0.5, 1], noise: [0.5, 1, 2], window: 100 }),
      loss: logDensity,
      score: annealed,
      meta: fixedShare({ share: 1e-3 }),
    }),
  'an adaptive random forest': () => aggregate({ experts: adaptiveRandomForest(), loss: squared }),
  'a Mondrian forest': () => aggregate({ experts: mondrianForest(), loss: squared }),
  auto: () => auto({ task: 'regression', time: null }),
} satisfies Record<string, () => Around>

// The last number: the interval score with the distribution over that by the mean. The noise of A → B → C is the same at all x: there
// a distribution has little to say.
describe.each([
  ['california', () => shipped('california', 3000), 1],
  ['concrete', () => shipped('concrete', 1030), 1],
  ['boston', () => shipped('boston', 506), 1],
  ['A → B → C', shifting, 1.005],
] as const)('on %s', (_name, rows, worth) => {
  const stream = rows()

  it.each(Object.entries(LEARNERS))(
    'around %s: 0.9 ± 0.01, and at least 0.8 in any 200 rounds',
    (_who, make) => {
      const learner = withIntervals((make as () => Around)())
      const covered = stream.map(({ x, y }) => (learner.learn(x, y).interval.covered ? 1 : 0) as number)
      // 506 rounds are no long run: while the model learns its errors shrink, and intervals follow.
      const bar = stream.length < 1000 ? 0.015 : 0.01
      expect(Math.abs(learner.coverage.given.cumulative - 0.9)).toBeLessThanOrEqual(bar)
      for (let t = 200; t <= covered.length; t++) {
        expect(covered.slice(t - 200, t).reduce((a, b) => a + b, 0)).toBeGreaterThanOrEqual(160)
      }
    },
  )

  it.each(['GP-EA', 'auto'] as const)(
    'around %s: the interval score with the distribution is below that by the mean alone',
    (who) => {
      const scores = [true, false].map((law) => {
        const learner = withIntervals((LEARNERS[who] as () => Around)(), { law })
        for (const { x, y } of stream) learner.learn(x, y)
        return learner.coverage.intervalScore
      })
      expect(scores[0]).toBeLessThan(worth * scores[1])
    },
  )
})

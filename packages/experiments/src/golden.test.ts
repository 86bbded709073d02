import { presets } from '@credence/recipe'
import { describe, expect, it } from 'vitest'
import { fixture, gap } from '../../core/test/fixtures.ts'
import { benchmark } from './benchmark/benchmark.ts'
import { GRID } from './benchmark/settings.ts'
import { shipped } from './data.ts'
import type { Wishes } from './experiment.ts'
import { gpNonstationary } from './gpNonstationary/gpNonstationary.ts'
import { methods } from './linearStream.ts'
import { closestReading } from './reading.ts'

const wishes: Wishes = { seed: 1, replications: 1, quick: false, reading: {} }
const ours = closestReading(benchmark.details ?? [])

const PREPARE = {
  A: ours,
  B: { ...ours, intercept: 'yes' },
  C: { ...ours, intercept: 'yes', scale: 'minmax-file' },
} as const

it('the reading of the benchmark is that of the text: no intercept', () => {
  expect(ours).toMatchObject({ intercept: 'no', scale: 'standardize-file', target: 'raw', order: 'file' })
})

describe.each(['boston', 'pima'])('the benchmark on %s', (name) => {
  it.each(['A', 'B', 'C'] as const)(
    'prepared as %s, has the averages of an independent program',
    async (how) => {
      const settings = { reading: PREPARE[how], sources: shipped, grid: GRID, share: 1e-3 }
      const { numbers } = await benchmark.replicate(settings, name, 1, 0)
      for (const method of methods) {
        const final = JSON.parse(fixture(`benchmark/${name}.${how}.${method}.final.json`))
        const averages = final.avg_point_expert.map(Number) as number[]
        expect(gap(numbers[`${method} point`], Number(final.avg_point_ea))).toBeLessThan(1e-9)
        expect(gap(numbers[`${method} best point`], Math.min(...averages))).toBeLessThan(1e-9)
        // A point expert's score is its point loss; the aggregate's is then that of its mean.
        if (method === 'ogd') continue
        expect(gap(numbers[`${method} loss`], Number(final.avg_mean_ea))).toBeLessThan(1e-9)
      }
    },
  )
})

it('the GP experiment has the settings of the preset gp-ea', async () => {
  const { inverseBandwidth, noise, window } = await gpNonstationary.settings(wishes)
  const preset = presets['gp-ea'] as { experts: Record<string, unknown>[] }
  expect(preset.experts[0]).toEqual({ kind: 'gp', inverseBandwidth, noise, window })
})

import { describe, expect, it } from 'vitest'
import { benchmark } from './benchmark/benchmark.ts'
import { GRID } from './benchmark/settings.ts'
import { conformalShift } from './conformalShift/conformalShift.ts'
import { shipped } from './data.ts'
import type { Experiment, Results } from './experiment.ts'
import { gpNonstationary } from './gpNonstationary/gpNonstationary.ts'
import { gpStationary } from './gpStationary/gpStationary.ts'
import { chapterPage } from './page/page.ts'
import { drawFigure } from './page/parts.ts'
import { loadPng } from './png.ts'
import { closestReading } from './reading.ts'
import { experiments } from './registry.ts'
import { smoothness } from './smoothness/smoothness.ts'
import { uncertainty } from './uncertainty/uncertainty.ts'

const grid = { inverseBandwidth: [0.125, 0.25, 0.5, 1, 2, 4], noise: [0.5, 1, 2] }

/** Every experiment on streams so short that two replications take a moment. */
const small: [Experiment, unknown, string[]][] = [
  [
    benchmark as Experiment,
    { sources: shipped.filter(({ name }) => name === 'boston' || name === 'pima'), grid: GRID, share: 1e-3 },
    ['boston', 'pima'],
  ],
  [conformalShift as Experiment, { length: 120, coverage: 0.9, window: 20 }, ['Student t₂', 'Gaussian']],
  [gpStationary as Experiment, { length: 40, ...grid, noise: 1, early: 10 }, ['A', 'B', 'C']],
  [
    gpNonstationary as Experiment,
    { length: 90, ...grid, window: 20, rolling: 20, share: 1e-3, floor: 1e-12, learners: 3 },
    ['ABC'],
  ],
  [
    uncertainty as Experiment,
    { length: 1000, scales: [0.001, 0.064], shown: [10, 1000] },
    ['well specified', 'misspecified'],
  ],
  [
    smoothness as Experiment,
    { lengths: [16, 32, 64], betas: [0.5, 2.5], noise: 0.5 },
    ['β = 0.5', 'β = 2.5'],
  ],
]

function readBy({ details = [] }: Experiment, settings: unknown): unknown {
  return { ...(settings as object), reading: closestReading(details) }
}

async function play(experiment: Experiment, settings: unknown, parts: readonly string[]): Promise<Results> {
  const results: Record<string, Awaited<ReturnType<Experiment['replicate']>>[]> = {}
  for (const part of parts) {
    results[part] = []
    for (const r of [0, 1]) results[part].push(await experiment.replicate(settings, part, 7 + r, r))
  }
  return results
}

describe.each(small)('$name', (experiment, given, parts) => {
  const settings = readBy(experiment, given)

  it('draws its figures as it always did, to a pixel', async () => {
    const { figures } = experiment.summarise(settings, await play(experiment, settings, parts))
    for (const figure of figures) {
      const svg = drawFigure(figure, experiment.name)
        .replace(/-?\d+\.\d+/g, (n) => String(Math.round(Number(n))))
        .replace(/></g, '>\n<')
      await expect(svg).toMatchFileSnapshot(`./snapshots/${experiment.name}-${figure.name}.svg`)
    }
  })

  it('is a pure function of settings, seed and replication, and every sentence has a number', async () => {
    const first = await play(experiment, settings, parts)
    const again = await play(experiment, settings, parts)
    expect(again).toEqual(first)
    const { overview, figures } = experiment.summarise(settings, first)
    const sentences = experiment.judge(settings, first, closestReading(experiment.details ?? []))
    expect(sentences.length).toBeGreaterThan(0)
    for (const { measures, figure } of sentences) {
      expect(measures.length).toBeGreaterThan(0)
      if (figure !== undefined) expect(figures.map(({ name }) => name)).toContain(figure)
      for (const { estimate, what } of measures) {
        expect(Number.isFinite(estimate.mean), what).toBe(true)
        expect(estimate.n, what).toBeGreaterThan(0)
      }
    }
    for (const row of overview.rows) expect(row).toHaveLength(overview.columns.length)
  })
})

it('every experiment that is offered has figures under test', () => {
  const known = [...small.map(([{ name }]) => name), 'elec2']
  expect(experiments.map(({ name }) => name).sort()).toEqual(known.sort())
})

it('a page says where elec2 is to be had from when the file is missing', () => {
  const elec2 = experiments.find(({ name }) => name === 'elec2') as Experiment
  const summary = elec2.summarise({ source: null }, {})
  const { name, title, section, sources = [] } = elec2
  const chapter = { name, title, section, sources, summary, judged: [] }
  const page = chapterPage(chapter, { command: '', seed: 1, version: '' })
  expect(page).toContain('--elec2 FILE')
})

it('text is drawn with the font that travels along: other words, other pixels; Greek and signs are no boxes', async () => {
  const toPng = await loadPng()
  if (!toPng) throw new Error('the renderer is not installed')
  const draw = (text: string) => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20" font-family="Inter"><text x="2" y="15">${text}</text></svg>`
    return Buffer.from(toPng(svg)).toString('base64')
  }
  const shown = [...'θβλ−₂ₜ≤→ℓ′'].filter((c) => c !== '′')
  const box = draw('\u{E123}')
  for (const character of shown) expect(draw(character), character).not.toBe(box)
  expect(new Set(shown.map(draw)).size).toBe(shown.length)
})

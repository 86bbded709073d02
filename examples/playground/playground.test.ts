import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseRecipe } from '@credence/recipe'
import { describe, expect, it } from 'vitest'
import {
  type Choices,
  fromHash,
  type LearnerName,
  learnersFor,
  METAS,
  SCORES,
  START,
  STREAMS,
  type Stream,
  toHash,
  withLearner,
  withStream,
} from './src/choices.ts'
import { Course } from './src/course.ts'
import { pack, unpack } from './src/packed.ts'
import { recipeOf, writeRecipe } from './src/recipeOf.ts'
import { csvOf } from './src/streams.ts'

/** As the command line writes them: JSON has no infinite numbers. */
const writable = (_: string, value: unknown) =>
  typeof value === 'number' && !Number.isFinite(value) ? String(value) : value

const every: Choices[] = (Object.keys(STREAMS) as Stream[]).flatMap((stream) =>
  learnersFor(stream).flatMap((learner) =>
    SCORES.flatMap((score) =>
      METAS.map((meta) => ({ ...withLearner(withStream(START, stream), learner), score, meta })),
    ),
  ),
)

describe('the recipe to copy', () => {
  it('is a valid one, whatever is chosen', () => {
    expect(every.length).toBeGreaterThan(200)
    for (const choices of every)
      expect(() => parseRecipe(JSON.parse(writeRecipe(recipeOf(choices))))).not.toThrow()
  })

  it.each<[Stream, LearnerName]>([
    ['abc', 'gp'],
    ['abc', 'auto'],
    ['shift', 'conformal'],
  ])('makes credence run say what the page shows: %s, %s', async (stream, learner) => {
    const choices = { ...withLearner(withStream(START, stream), learner), length: 40 }
    const folder = mkdtempSync(join(tmpdir(), 'credence-playground-'))
    const file = (name: string): string => join(folder, name)
    try {
      writeFileSync(file('recipe.json'), writeRecipe(recipeOf(choices)))
      writeFileSync(file('data.csv'), csvOf(choices))
      const command = fileURLToPath(new URL('../../packages/cli/bin/credence.js', import.meta.url))
      const args = [
        'run',
        file('recipe.json'),
        file('data.csv'),
        '-o',
        file('out.ndjson'),
        '--weights',
        '--quiet',
      ]
      execFileSync(process.execPath, [command, ...args])
      const said = readFileSync(file('out.ndjson'), 'utf8').trim().split('\n')
      const course = await Course.open(csvOf(choices), recipeOf(choices))
      const shown = said.map(() => course.step())
      expect(shown).toHaveLength(40)
      expect(JSON.parse(JSON.stringify(shown, writable))).toEqual(said.map((line) => JSON.parse(line)))
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

describe('a link', () => {
  it('brings back every choice', () => {
    for (const choices of every) expect(fromHash(`#${toHash(choices)}`)).toEqual(choices)
    const other = {
      ...START,
      seed: 7,
      length: 1234,
      speed: 42,
      shown: 321,
      at: 999,
      share: 0.02,
      by: 'noise',
    }
    expect(fromHash(toHash(other))).toEqual(other)
  })

  it('that says what cannot be shows the start', () => {
    expect(fromHash('#stream=moon&learner=conformal&share=7&at=-3&seed=x')).toEqual(START)
  })

  it('carries pasted data, unless they are too long', async () => {
    const csv = csvOf({ ...START, length: 60 })
    expect(await unpack((await pack(csv)) as string)).toBe(csv)
    expect(await pack(csvOf(START))).toBeUndefined()
  })
})

it('keeps the account: regret is own loss less that of the best expert', async () => {
  const choices = { ...START, length: 90 }
  const course = await Course.open(csvOf(choices), recipeOf(choices))
  const regrets = Array.from({ length: course.rows }, () => course.round().regret)
  const { total } = (course.session.learner as { ledger: { total: { regret: number } } }).ledger
  expect(regrets.at(-1)).toBeCloseTo(total.regret, 9)
  expect(course.experts).toHaveLength(18)
})

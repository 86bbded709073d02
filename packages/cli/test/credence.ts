import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { main } from '../src/main.ts'
import { inFolder } from './folder.ts'
import { credence } from './process.ts'

/** One line of output. */
export type Line = Record<string, number | boolean | null> & {
  readonly weights: number[]
  readonly experts: { readonly mean: number[]; readonly variance: number[]; readonly loss: number[] }
}

/** `credence run` in this process: a recipe and a CSV, or the name of a data set, to lines of JSON. */
export async function credenceRun(recipe: object, data: { readonly csv: string } | string): Promise<Line[]> {
  return inFolder(async (path) => {
    await writeFile(path('recipe.json'), JSON.stringify(recipe))
    if (typeof data !== 'string') await writeFile(path('data.csv'), data.csv)
    const source = typeof data === 'string' ? data : path('data.csv')
    const argv = [
      'node',
      'credence',
      'run',
      path('recipe.json'),
      source,
      '--weights',
      '--experts',
      '-o',
      path('out.ndjson'),
    ]
    expect(await main(argv)).toBe(0)
    const lines = readFileSync(path('out.ndjson'), 'utf8').trimEnd().split('\n')
    return lines.map((line) => JSON.parse(line) as Line)
  })
}

/** One oracle of `credence oracles --json`. */
export interface OracleLine {
  readonly oracle: string
  readonly switches?: number
  readonly meanLoss: number
  readonly coefficients?: Readonly<Record<string, number>>
}

/** `credence oracles --json` in this process. */
export async function credenceOracles(recipe: object, csv: string, switches: string): Promise<OracleLine[]> {
  const lines = await printed(recipe, csv, ['--switches', switches, '--json'])
  return lines.map((line) => JSON.parse(line) as OracleLine)
}

/** What `credence oracles` prints. */
export async function printed(recipe: object, csv: string, options: readonly string[]): Promise<string[]> {
  return inFolder(async (path) => {
    await writeFile(path('recipe.json'), JSON.stringify(recipe))
    await writeFile(path('data.csv'), csv)
    const { code, out, err } = credence(['oracles', path('recipe.json'), path('data.csv'), ...options])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    return out.trimEnd().split('\n')
  })
}

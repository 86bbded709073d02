import * as charts from '@credence/charts'
import * as chartsOfPages from '@credence/charts/page'
import * as client from '@credence/client'
import * as experiments from '@credence/experiments'
import * as recipes from '@credence/recipe'
import * as report from '@credence/report'
import { transform } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { AutoModel } from '../packages/core/src/auto/autoModel.ts'
import { ConformalModel } from '../packages/core/src/conformal/conformalModel.ts'
import { Fleet } from '../packages/core/src/conformal/fleet.ts'
import { doors } from '../packages/core/test/doors.ts'
import { countCoverage } from './coverageCount.js'
import { coverageMissed } from './coverageMissed.ts'
import { blocks, languages, pages } from './markdown.ts'

/** The code that people copy: every TypeScript block runs, and `expression //=> value` is checked. */

const modules = {
  ...doors,
  '@credence/recipe': recipes,
  '@credence/charts': charts,
  '@credence/charts/page': chartsOfPages,
  '@credence/client': client,
  '@credence/report': report,
  '@credence/experiments': experiments,
}

/** Steps in the guide for contributors are excerpts of files that tests compile. */
const shown = pages.filter((page) => page !== 'CONTRIBUTING.md')

async function run(code: string, scope: object): Promise<void> {
  const claimed = code.replace(/^(.*?)\s*\/\/=> (.*)$/gm, (_, said: string, value: string) => {
    const expression = said.replace(/^console\.log\((.*)\)$/, '$1')
    return `check(${expression}, ${value}, ${JSON.stringify(said)})`
  })
  const local = claimed
    .replace(/^import \{(.*?)\} from '(.*?)'/gms, (_, names: string, from: string) => {
      const values = names.split(',').filter((name) => !name.trim().startsWith('type '))
      return `const {${values.join(',')}} = modules[${JSON.stringify(from)}]`
    })
    .replace(/^export /gm, '')
  const { code: plain } = await transform(local, { loader: 'ts' })
  const args = {
    modules,
    check: (actual: unknown, value: unknown, line: string) => expect(actual, line).toEqual(value),
    ...scope,
  }
  await new Function(...Object.keys(args), `return (async () => {${plain}})()`)(...Object.values(args))
}

const coverages = countCoverage({ ConformalModel, AutoModel, Fleet })

describe.each(shown.filter((page) => blocks(page, 'ts').length > 0))('%s', (page) => {
  it('shows code that runs, and says what it gives', async () => {
    // Blocks of one page build on each other.
    const its: [string, () => void][] = []
    const before = coverages().length
    await run(blocks(page, 'ts').join('\n'), {
      it: (promise: string, check: () => void) => its.push([promise, check]),
    })
    for (const [, check] of its) check()
    expect(coverageMissed(coverages().slice(before))).toEqual([])
  })
})

describe.each(shown.filter((page) => blocks(page, 'json').length > 0))('%s', (page) => {
  it('shows recipes that parse', () => {
    for (const recipe of blocks(page, 'json')) recipes.parseRecipe(JSON.parse(recipe))
  })
})

it('knows what every other block is: shell, which is checked beside, or a drawing', () => {
  const found = shown.flatMap(languages)
  expect(new Set(found)).toEqual(new Set(['', 'ts', 'json', 'sh', 'yaml', 'python']))
})

it('the quick start takes fewer than 15 lines', () => {
  const [quickStart] = blocks('README.md', 'ts')
  expect(quickStart.split('\n').filter((line) => line.trim() !== '').length).toBeLessThan(15)
})

import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseRecipe } from '@credence/recipe'
import { describe, expect, it } from 'vitest'
import { readRecipe } from '../src/recipes/readRecipe.ts'
import { inFolder } from './folder.ts'
import { credence, records } from './process.ts'

const example = (name: string): string =>
  fileURLToPath(new URL(`../../../examples/plugins/${name}`, import.meta.url))
const [recipe, visits] = [example('recipe.json'), example('visits.log')]

describe('a recipe that names plugins', () => {
  it('runs with a panel, a loss, a meta-learner and a reader of the user', () => {
    const { code, out, err } = credence(['run', recipe, visits, '--plugins', '--weights'])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const lines = records(out)
    expect(lines).toHaveLength(56)
    // Seven rows ago it was a Sunday too: of the three experts, weighed equally, one said so.
    expect(lines[55].weights).toEqual([1 / 3, 1 / 3, 1 / 3])
    expect(lines[55].y).toBe(10)
  })

  it('is compared with others, which then read the same rows', () => {
    const { code, out } = credence(['compare', recipe, 'auto', visits, '--plugins', '--json'])
    expect(code).toBe(0)
    const { contenders } = JSON.parse(out) as { contenders: { name: string; meanLoss: number }[] }
    expect(contenders.map(({ name }) => name)).toEqual([recipe, 'auto', 'naive'])
    for (const { meanLoss } of contenders) expect(meanLoss).toBeGreaterThan(0)
  })

  it('is refused where nobody said that plugins may run', async () => {
    await expect(readRecipe(recipe)).rejects.toThrow(/names the plugin ".\/my-rules.js".*say --plugins/)
  })

  it('is refused wherever recipes are data: in a service, in a page', () => {
    expect(() => parseRecipe({ preset: 'svb-ea', plugins: ['./x.js'] })).toThrow(/only the command line/)
  })
})

it('is the one that the page about plugins shows', () => {
  const page = readFileSync(new URL('../../../docs/plugins.md', import.meta.url), 'utf8')
  expect(page).toContain(readFileSync(recipe, 'utf8'))
})

describe('a plugin', () => {
  /** Reads a recipe beside a plugin with this text. */
  const reading = (fields: object, program: string): Promise<unknown> =>
    inFolder(async (path) => {
      await writeFile(path('plugin.mjs'), program)
      await writeFile(path('recipe.json'), JSON.stringify({ plugins: ['plugin.mjs'], ...fields }))
      return readRecipe(path('recipe.json'), {}, true)
    })
  const svb = { preset: 'svb-ea' }

  it.each([
    ['is not there', { ...svb, plugins: ['./nothing.mjs'] }, '', /no plugin ".*nothing.mjs"/],
    ['is no list of paths', { ...svb, plugins: 'plugin.mjs' }, '', /plugins must be a list of paths/],
    ['is no program', svb, 'export default {', /cannot be loaded/],
    ['exports nothing', svb, 'export const expert = {}', /must have export default/],
    ['brings what there is not', svb, 'export default { panel: {} }', /has no part "panel"/],
    [
      'brings a name that is taken',
      svb,
      'export default { expert: { gp: () => 1 } }',
      /expert "gp".*already/,
    ],
    ['brings a name that differs by a hyphen', svb, 'export default { meta: { adahedge: 1 } }', /already/],
    [
      'brings a loss without integrals',
      svb,
      'export default { loss: { mine: { at() {} } } }',
      /it has no mean/,
    ],
    [
      'brings a reader that is no function',
      svb,
      'export default { reader: { it: 1 } }',
      /must be a function/,
    ],
    [
      'makes something else',
      { ...svb, experts: [{ kind: 'odd' }] },
      'export default { expert: { odd: () => 3 } }',
      /entry 1 of "experts".*expert "odd".*it has no bind/,
    ],
    [
      'throws',
      { ...svb, experts: [{ kind: 'thrower', much: 1 }] },
      'export default { expert: { thrower({ much }) { throw Error("too " + much) } } }',
      /expert "thrower".*too 1/,
    ],
    ['lacks the reader that is named', { ...svb, reader: 'mine' }, 'export default {}', /reader must be one/],
  ])('that %s is refused in words', async (_, fields, program, words) => {
    await expect(reading(fields, program)).rejects.toThrow(words)
  })
})

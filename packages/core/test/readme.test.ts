import { readFileSync } from 'node:fs'
import { transform } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { doors } from './doors.ts'

/** The code that people copy: every TypeScript block runs, and `expression //=> value` is checked. */

const pages = [
  'README.md',
  'docs/concepts.md',
  'docs/writing-a-panel.md',
  'docs/trust.md',
  'docs/opera.md',
  'docs/auto.md',
  'docs/meta-learners.md',
]

function blocks(page: string): string[] {
  const text = readFileSync(new URL(`../../../${page}`, import.meta.url), 'utf8')
  return [...text.matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code as string)
}

async function run(code: string, scope: object): Promise<void> {
  const claimed = code.replace(/^(.*?)\s*\/\/=> (.*)$/gm, 'check($1, $2)')
  const local = claimed
    .replace(/^import \{(.*?)\} from '(.*?)'/gms, (_, names: string, from: string) => {
      const values = names.split(',').filter((name) => !name.trim().startsWith('type '))
      return `const {${values.join(',')}} = modules[${JSON.stringify(from)}]`
    })
    .replace(/^export /gm, '')
  const { code: plain } = await transform(local, { loader: 'ts' })
  const args = {
    modules: doors,
    check: (actual: unknown, value: unknown) => expect(actual).toEqual(value),
    ...scope,
  }
  await new Function(...Object.keys(args), `return (async () => {${plain}})()`)(...Object.values(args))
}

describe.each(pages)('%s', (page) => {
  it('shows code that runs, and says what it gives', async () => {
    // Blocks of one page build on each other.
    const its: [string, () => void][] = []
    await run(blocks(page).join('\n'), {
      it: (promise: string, check: () => void) => its.push([promise, check]),
    })
    for (const [, check] of its) check()
    expect(blocks(page).length).toBeGreaterThan(0)
  })
})

it('the quick start takes fewer than 15 lines', () => {
  const [quickStart] = blocks('README.md')
  const lines = (quickStart as string).split('\n').filter((line) => line.trim() !== '')
  expect(lines.length).toBeLessThan(15)
})

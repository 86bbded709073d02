import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { mistakes } from '../tools/mistakes.js'

it('prints what the page about mistakes says; `npm run mistakes` writes it', { timeout: 120_000 }, () => {
  const page = readFileSync(new URL('../docs/mistakes.md', import.meta.url), 'utf8')
  expect(mistakes().split('\n')).toEqual(page.split('\n'))
})

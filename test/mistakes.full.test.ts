import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { mistakes } from '../tools/mistakes.js'
import { inFull } from './full.ts'

/** In `npm test` every fourth mistake is made. */
const EVERY = inFull(1, 4)

it('prints what the page about mistakes says; `npm run mistakes` writes it', { timeout: 600_000 }, () => {
  const page = readFileSync(new URL('../docs/mistakes.md', import.meta.url), 'utf8').split('\n')
  const isRow = (line: string): boolean => line.startsWith('| ') && !line.startsWith('| she')
  const rows = page.filter(isRow)
  const kept = new Set(rows.filter((_, i) => i % EVERY === 0))
  expect(rows.length).toBeGreaterThan(80)
  expect(mistakes(EVERY).split('\n')).toEqual(page.filter((line) => !isRow(line) || kept.has(line)))
})

import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const SOURCES = new URL('../src/', import.meta.url)

function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\/\/.*$/gm, '')
}

it('no source raises to a power: engines differ in the last digit of `**` and Math.pow', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.ts$/.test(name) && !/\.test\.ts$/.test(name),
  )
  expect(files.length).toBeGreaterThan(100)
  const found = files.filter((name) =>
    /\*\*|Math\.pow|\bpow\(/.test(withoutComments(readFileSync(new URL(name, SOURCES), 'utf8'))),
  )
  expect(found).toEqual([])
})

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { citation, paper } from './paper.ts'

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')

it('cites the paper with the same authors, title and year in code, docs and CITATION.cff', () => {
  const { authors, title, year, doi } = paper
  const cff = read('CITATION.cff')
  for (const name of authors.split(/ and | /)) expect(cff).toContain(name)
  expect(cff).toContain(`title: ${title}`)
  expect(cff).toContain(`year: ${year}`)
  expect(/^ {2}doi: (.+)$/m.exec(cff)?.[1]).toBe(doi)
  expect(citation()).toContain(`${authors}, ${title}, ${year}`)
  for (const page of ['README.md', 'docs/sources.md', 'docs/start-research.md', 'docs/reproduce.md']) {
    const text = read(page).replace(/\s+/g, ' ')
    expect(text, page).toContain(`${authors}, *${title}*, ${year}`)
  }
})

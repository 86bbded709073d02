import { describe, expect, it } from 'vitest'
import { experiment } from './experiment.ts'
import { judgeAll, merged, type Run, rollUp, rollUpWords, tally } from './judged.ts'
import { toLatex } from './latex.ts'
import { chosenReading, withOverrides } from './overrides.ts'
import { closestReading, type Detail, factorial } from './reading.ts'
import { measure, sentence } from './sentence.ts'

const details: readonly Detail[] = [
  {
    name: 'start',
    text: 'silent',
    ways: [
      { name: '0', about: '' },
      { name: '1', about: '', searched: true },
    ],
  },
  {
    name: 'stable',
    text: 'silent',
    measured: true,
    sentences: ['b'],
    ways: [
      { name: 'time', about: '' },
      { name: 'loss', about: '' },
    ],
  },
]

/** a holds from start 1 on, b by loss alone. */
const toy = experiment({
  name: 'toy',
  title: 'A toy',
  details,
  settings: { length: 3, grid: [1, 2] },
  replicate: ({ reading }) => ({ numbers: { start: Number(reading.start) } }),
  sentences: (results, _settings, reading) => {
    const fact = (value: number) => measure({ what: '', side: 'above', values: [value], fact: true })
    return [
      sentence({ id: 'a', says: 'a', measures: [fact(results.all[0].numbers.start)] }),
      sentence({ id: 'b', says: 'b', measures: [fact(reading.stable === 'loss' ? 1 : -1)] }),
      sentence({ id: 'c', says: 'c', counted: false, measures: [fact(1)] }),
    ]
  },
})

async function runs(): Promise<Run[]> {
  const found: Run[] = []
  for (const start of ['0', '1']) {
    const settings = { length: 3, grid: [1, 2], reading: { start } }
    const results = { all: [await toy.replicate(settings, 'all', 1, 0)] }
    found.push({ settings, reading: { start }, results })
  }
  return found
}

describe('readings', () => {
  it('are every combination of ways, ours first', () => {
    expect(factorial(details)).toHaveLength(4)
    expect(factorial(details)[0]).toEqual(closestReading(details))
  })

  it('of a sentence vary only what the sentence depends on', async () => {
    const [a, b] = judgeAll(toy as never, await runs(), closestReading(details))
    expect(a.cells.map(({ reading, verdict, ours }) => [reading, verdict, ours])).toEqual([
      [{ start: '0' }, 'fails', true],
      [{ start: '1' }, 'holds', false],
    ])
    expect(tally(b)).toEqual({ holds: 2, inconclusive: 0, fails: 2, of: 4 })
  })

  it('roll up to one line that tells a reading of the text from one found by search', async () => {
    const judged = merged(judgeAll(toy as never, await runs(), closestReading(details)))
    const found = rollUp(judged)
    expect(found).toMatchObject({ sentences: 2, hold: 0, elsewhere: 2, searched: 1, nowhere: 0 })
    expect(rollUpWords(found)).toBe(
      '0 of 2 sentences hold as we read the text; 2 more under a reading the text allows (1 of them found by search); none is left',
    )
    const left = { ...found, elsewhere: 0, searched: 0, nowhere: 2, tried: 5 }
    expect(rollUpWords({ ...left, inconclusive: 1 })).toMatch(
      /2 under none of 5 tried \(1 of them inconclusive\)$/,
    )
    expect(rollUpWords({ ...left, inconclusive: 2 })).toMatch(/; 2 inconclusive in all 5 readings tried$/)
    expect(rollUpWords({ ...left, nowhere: 1, tried: 1, inconclusive: 1 })).toMatch(
      /; 1 inconclusive in the only reading$/,
    )
  })

  it('never have a way found by search first', async () => {
    const { experiments } = await import('./registry.ts')
    for (const { details: own = [] } of experiments)
      for (const { name, ways } of own) expect(ways[0].searched, name).not.toBe(true)
  })
})

it('a sentence of several experiments holds where it holds in all of them', () => {
  const cell = (verdict: 'holds' | 'fails') => ({
    reading: { hard: 'leader' },
    verdict,
    deciding: measure({ what: '', side: 'above', values: [verdict === 'holds' ? 1 : -1], fact: true }),
    ours: true,
    searched: false,
  })
  const one = (name: string, verdict: 'holds' | 'fails') => ({
    sentence: sentence({ id: 's', says: 's', measures: [cell(verdict).deciding] }),
    details: [],
    cells: [cell(verdict)],
    experiments: [name],
  })
  const [both] = merged([one('x', 'holds'), one('y', 'fails')])
  expect([both.sentence.verdict, both.cells[0].verdict, both.experiments]).toEqual([
    'fails',
    'fails',
    ['x', 'y'],
  ])
  expect(merged([one('x', 'holds'), one('y', 'holds')])[0].cells[0].verdict).toBe('holds')
})

describe('what the shell sets', () => {
  it('replaces a number, a list or a way, and refuses what is none', () => {
    expect(withOverrides({ length: 3, grid: [1] }, { length: '7', grid: '0.5,2' })).toEqual({
      length: 7,
      grid: [0.5, 2],
    })
    expect(() => withOverrides({ length: 3 }, { length: 'long' })).toThrow(
      'length must be a number; received "long"',
    )
    expect(chosenReading(toy as never, { start: '1' })).toEqual({ start: '1', stable: 'time' })
    expect(() => chosenReading(toy as never, { start: '2' })).toThrow(
      'start must be one of 0, 1; received "2"',
    )
  })
})

it('a table in LaTeX has its special characters escaped', () => {
  const text = toLatex({ columns: ['a_b', 'n'], rows: [['50 % & more', '1 ± 2']] }, 'R_t')
  expect(text).toContain('50 \\% \\& more & 1 $\\pm$ 2 \\\\')
  expect(text).toContain('\\caption{R\\_t}')
})

import { expect, it } from 'vitest'
import { normal, seededRng } from '../../math/rng.ts'
import { type RawRow, rows } from '../../rows/rows.ts'
import { LEAD, leadsStill, screen } from './screen.ts'

const COLUMNS = 200

/** The features of rows in the order in which they lead, where y is a function of the columns. */
function leads(outcome: (x: number[]) => number, row: (x: number[], t: number) => RawRow): readonly string[] {
  const rng = seededRng(3)
  const reader = rows()
  let state: ReturnType<typeof reader.init> | undefined
  for (let t = 0; t < 300; t++) {
    const x = Array.from({ length: COLUMNS }, () => normal(rng))
    const cells = row(x, t)
    state ??= reader.init(cells)
    reader.observe(state, reader.read(state, cells), outcome(x) + 0.5 * normal(rng))
  }
  if (!state) throw new Error('no rows')
  const options = { first: 0, outcomes: [(y: number) => y] }
  return screen(reader, state, reader.freeze(state), options).names.slice(0, LEAD)
}

it('lets the columns lead that say something, also by a curve alone, or beside a much stronger one', () => {
  const names = leads(
    (x) => 5 * x[150] + x[7] * x[7] + 0.7 * x[99],
    (x) => x,
  )
  expect(names).toContain('x151')
  expect(names).toContain('x8')
  expect(names).toContain('x100')
})

it('of columns that say the same lets one lead, so that there is room for others', () => {
  const same = (x: number[]): RawRow => x.map((value, j) => (j < 100 ? x[0] + 0.01 * value : value))
  const names = leads((x) => 3 * x[0] + 0.5 * x[120], same)
  expect(names).toContain('x121')
  expect(names.filter((name) => Number(name.slice(1)) <= 100).length).toBeLessThan(LEAD / 2)
})

it('always lets calendar and past outcomes lead', () => {
  const names = leads(
    (x) => x[3],
    (x, t) => ({
      time: new Date(Date.UTC(2026, 0, 1, t)).toISOString(),
      ...Object.fromEntries(x.map((value, j) => [`c${j}`, value])),
    }),
  )
  expect(names).toContain('y 1 ago')
  expect(names).toContain('y 24 ago')
  expect(names).toContain('c3')
})

/** Whether the first columns can go on leading after so many rows, where y is a function of all. */
function staysAfter(count: number, outcome: (x: number[]) => number): boolean {
  const rng = seededRng(5)
  const reader = rows()
  let state: ReturnType<typeof reader.init> | undefined
  for (let t = 0; t < count; t++) {
    const x = Array.from({ length: 60 }, () => normal(rng))
    state ??= reader.init(x)
    reader.observe(state, reader.read(state, x), outcome(x) + normal(rng))
  }
  if (!state) throw new Error('no rows')
  return leadsStill(reader, state, reader.freeze(state), { first: 0, outcomes: [(y: number) => y] })
}

it('lets those that lead go on until another column says what they do not, along a line or by a curve', () => {
  const led = (x: number[]): number => 2 * x[0] + x[9]
  expect(staysAfter(600, led)).toBe(true)
  expect(staysAfter(600, (x) => led(x) + 0.5 * x[50])).toBe(false)
  expect(staysAfter(600, (x) => led(x) + 0.5 * x[50] * x[50])).toBe(false)
})

it('chooses anew while rows are too few to have found all that lead', () => {
  expect(staysAfter(200, (x) => x[0])).toBe(false)
})

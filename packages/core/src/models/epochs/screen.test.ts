import { expect, it } from 'vitest'
import { normal, seededRng } from '../../math/rng.ts'
import { type RawRow, rows } from '../../rows/rows.ts'
import { LEAD, screen } from './screen.ts'

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

import { tableFromArrays } from '@uwdata/flechette'
import * as aq from 'arquero'
import { auto } from 'credence'
import { rowsOf } from 'credence/stream'
import { expect, it } from 'vitest'

const columns = { size: [1, 2, 3], kind: ['old', 'new', null], y: [1.5, 2.5, 3.5] }
const rows = [
  { size: 1, kind: 'old', y: 1.5 },
  { size: 2, kind: 'new', y: 2.5 },
  { size: 3, kind: null, y: 3.5 },
]

const polars = {
  height: 3,
  columns: Object.keys(columns),
  getColumn: (name: string) => ({ get: (i: number) => columns[name as keyof typeof columns][i] }),
}

it.each([
  ['flechette', tableFromArrays(columns)],
  ['arquero', aq.table(columns)],
  ['polars', polars],
])('reads the rows of a table of %s', (_name, table) => {
  expect([...rowsOf(table as never)]).toEqual(rows)
})

it('gives rows that auto takes as they are', () => {
  const learner = auto()
  for (const { y, ...row } of rowsOf(tableFromArrays(columns) as never))
    learner.learn(row as never, y as number)
  expect(learner.columns.map(({ name }) => name)).toEqual(['size', 'kind'])
})

it('says what a table may be', () => {
  expect(() => [...rowsOf({} as never)]).toThrow('Apache Arrow, flechette, arquero or polars')
})

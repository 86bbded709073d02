import { expect, it } from 'vitest'
import { expectColumns, targetColumn } from './columns.ts'

it('80,000 columns are looked up in a time that grows with their number', () => {
  const names = Array.from({ length: 80_000 }, (_, j) => `c${j}`)
  expectColumns('features', names, names)
  expect(targetColumn(undefined, names, names.slice(1))).toBe('c0')
})

it('a column that is not there is told beside those that are', () => {
  expect(() => targetColumn('prise', ['size', 'price'])).toThrow(
    'no numeric column "prise" for the target. Did you mean "price"?',
  )
  expect(() => targetColumn('y', ['a', 'b'])).toThrow('The numeric columns are "a", "b"')
  expect(() => targetColumn('y', [])).toThrow(
    'no numeric column "y" for the target. No column holds numbers only, and only auto forecasts words',
  )
  expect(() => targetColumn(undefined, ['a'], ['a'])).toThrow(
    'the data has no numeric column but the forecasts',
  )
})

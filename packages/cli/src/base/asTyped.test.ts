import { expect, it } from 'vitest'
import { asTyped, unquoted } from './asTyped.ts'

const typed = ['node', 'credence', 'run', 'sales.csv', '--by', 'city', '--width-by=a b', '--ahead', '3']

it.each([
  ['no column "city"', 'by', '--by city: no column "city"'],
  ['by must not name the target', 'by', '--by city must not name the target'],
  ['ahead 3 is for numbers', 'ahead', '--ahead 3 is for numbers'],
  ['no column "a b"', 'widthBy', '--width-by "a b": no column "a b"'],
  ['no column "y"', 'target', 'no column "y"'],
  ['the file is empty', undefined, 'the file is empty'],
])('%s of the option %s is said as it was typed', (message, option, said) => {
  expect(asTyped(message, option, typed)).toBe(said)
})

it('finds a name of two words that has no quotes, and takes no file for one', () => {
  const isFile = (word: string): boolean => word.endsWith('.csv')
  expect(unquoted(['net.csv', '--target', 'net', 'sales'], isFile)).toBe('--target "net sales"')
  expect(unquoted(['--target', 'sales', 'net.csv'], isFile)).toBeUndefined()
  expect(unquoted(['net.csv', '--target', 'sales', '--quiet'], isFile)).toBeUndefined()
})

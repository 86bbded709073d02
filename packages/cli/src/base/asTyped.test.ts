import { expect, it } from 'vitest'
import { asTyped, inOwnWords, unquoted } from './asTyped.ts'

const typed = ['node', 'credence', 'run', 'sales.csv', '--by', 'city', '--width-by=a b', '--ahead', '3']

it.each([
  ['no column "city"', 'by', '--by city: no column "city"'],
  ['by must not name the target', 'by', '--by city must not name the target'],
  ['ahead 3 is for numbers', 'ahead', '--ahead 3 is for numbers'],
  ['no column "a b"', 'widthBy', '--width-by "a b": no column "a b"'],
  ['no column "y"', 'target', 'no column "y"'],
  ['ahead must be at most 2; received 3', 'ahead', '--ahead 3 must be at most 2'],
  ['by must be a list; received "town"', 'by', '--by city must be a list; received "town"'],
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

it.each([
  ["option '--steps <n>' argument '0' is invalid. must be 1 or more", '--steps 0 must be 1 or more'],
  ["option '-o, --output <file>' argument missing", '--output needs a value: write it after the option'],
  ["option '--decimal <mark>' argument '\"' is invalid. must be a mark", '--decimal "\\"" must be a mark'],
  ["option '--decimal <mark>' argument ''' is invalid. must be a mark", '--decimal "\'" must be a mark'],
  [
    "unknown option '--tagret'\n(Did you mean --target?)",
    "unknown option '--tagret'\n(Did you mean --target?)",
  ],
])('%s, of commander, is said as all other messages are', (text, said) => {
  expect(inOwnWords(`error: ${text}\n`)).toBe(`credence: ${said}\n`)
})

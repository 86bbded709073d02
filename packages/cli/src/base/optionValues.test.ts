import { Option } from 'commander'
import { expect, it } from 'vitest'
import { choosing, toMemory } from './optionValues.ts'

it.each([
  [['.', ','], 'must be "." or ","'],
  [['none', 'errors', 'all'], 'must be none, errors or all'],
])('an option of %j says what it must be', (values, said) => {
  const { argChoices, parseArg } = choosing(new Option('--one <value>'), values)
  expect(argChoices).toEqual(values)
  for (const value of values) expect(parseArg?.(value, undefined)).toBe(value)
  expect(() => parseArg?.('x', undefined)).toThrow(said)
})

it('reads a memory that is on, off or a count', () => {
  expect(['on', 'off', '250'].map(toMemory)).toEqual([true, false, 250])
  expect(() => toMemory('maybe')).toThrow('must be on, off or a whole number, 1 or more')
})

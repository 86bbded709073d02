import { expect, it } from 'vitest'
import { unmarked } from './markedNumber.ts'

it.each([
  ['$1,234.50', '1,234.50'],
  ['-€5', '-5'],
  ['€ -5', '-5'],
  ['12 %', '12'],
  ['5€', '5'],
  ['(1,234)', '-1,234'],
  ['($5)', '-5'],
  ['12', '12'],
  ['$', '$'],
  ['%', '%'],
  ['', ''],
  ['north', 'north'],
])('%s without its marks is %s', (text, plain) => {
  expect(unmarked(text)).toBe(plain)
})

import { expect, it } from 'vitest'
import { nearest } from './nearest.ts'

const known = ['sales', 'store', 'windSpeed', 'id']

it.each([
  ['slaes', 'sales'],
  ['sale', 'sales'],
  ['salles', 'sales'],
  ['stire', 'store'],
  ['Sales', 'sales'],
  ['widnSped', 'windSpeed'],
])('%s was meant to be %s', (misspelt, meant) => {
  expect(nearest(misspelt, known)).toBe(meant)
})

it.each(['tarot', 'di', 'x', '', 'lases'])('%j was meant to be none of them', (other) => {
  expect(nearest(other, known)).toBeUndefined()
})

it('of two it is the nearer one', () => {
  expect(nearest('prices', ['pricess2', 'price'])).toBe('price')
})

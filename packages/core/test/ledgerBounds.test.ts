import { expect, it } from 'vitest'
import { playRandomLife } from './ledgerBounds.ts'

it('no bound shown is exceeded in 500 random lives with late outcomes, sleepers, entries and restores', () => {
  let seen = 0
  for (let seed = 1; seed <= 500; seed++) seen += playRandomLife(seed)
  expect(seen).toBeGreaterThan(2000)
})

import { expect, it } from 'vitest'
import { playRandomLife } from './ledgerBounds.ts'

it('no bound shown is exceeded in 100,000 random lives with late outcomes, sleepers, entries and restores', () => {
  let seen = 0
  for (let seed = 1; seed <= 100_000; seed++) seen += playRandomLife(seed)
  expect(seen).toBeGreaterThan(400_000)
}, 3_600_000)

import { expect, it } from 'vitest'
import { groupsOf } from './groups.ts'

const groups = groupsOf({ bands: [] })
const state = { names: ['a', 'b'], rounds: [3, 5], misses: [0, 5] }

it.each([
  ['a count of rounds too many', { rounds: [3, 5, 1] }],
  ['a count of misses too many', { misses: [0, 5, 1] }],
  ['more misses than rounds', { misses: [4, 5] }],
  ['a name twice', { names: ['a', 'a'] }],
])('groups with %s are refused', (_what, wrong) => {
  groups.check(state, 'groups', { bands: [] })
  expect(() => groups.check({ ...state, ...wrong }, 'groups', { bands: [] })).toThrow('does not fit')
})

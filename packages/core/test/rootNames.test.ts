import { expect, it } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { doors } from './doors.ts'

it('keeps the root small, and has a door for everything else', () => {
  expect(Object.keys(doors.credence as object).length).toBeLessThanOrEqual(58)
  const exported = Object.keys(manifest.exports)
    .filter((path) => path !== './package.json')
    .map((path) => path.replace(/^\./, 'credence'))
  expect(exported.sort()).toEqual(Object.keys(doors).sort())
})

import { expect, it } from 'vitest'
import { allowed } from '../tools/licences/allowed.js'
import { installed } from '../tools/licences/installed.js'

it.each([
  'MIT',
  'BSD-3-Clause',
  '(MIT OR GPL-3.0-only)',
  'MIT OR Apache-2.0',
  'GPL-2.0-only OR (MIT AND ISC)',
  '((MIT))',
  'GPL-3.0-only AND AGPL-3.0-only OR MIT',
])('%s is allowed', (licence) => {
  expect(allowed('any', '1.0.0', licence)).toBe(true)
})

it.each([
  'GPL-3.0-only',
  'MIT AND GPL-3.0-only',
  '(MIT AND AGPL-3.0)',
  'ISC AND (MIT OR Apache-2.0) AND AGPL-3.0-only',
  'CC-BY-4.0',
  'CC-BY-NC-4.0',
  'CC-BY-SA-4.0',
  'BSD-Protection',
  'MITNFA',
  'MPL-2.0',
  'Apache-2.0 WITH Some-exception',
  'SEE LICENSE IN LICENSE',
  'unknown',
  'UNLICENSED',
  '',
  'MIT OR',
  '(MIT',
  'MIT)',
  'MIT MIT',
  'MIT or GPL-3.0-only',
])('%s is not allowed', (licence) => {
  expect(allowed('any', '1.0.0', licence)).toBe(false)
})

it('MPL-2.0 is allowed for packages that are named', () => {
  expect(allowed('lightningcss-linux-x64-gnu', '1.0.0', 'MPL-2.0')).toBe(true)
  expect(allowed('lightningcssx', '1.0.0', 'MPL-2.0')).toBe(false)
  expect(allowed('lightningcss', '1.0.0', 'GPL-3.0-only')).toBe(false)
})

it('every package in the lock file is under a licence that is allowed', () => {
  const packages = installed()
  expect(packages.length).toBeGreaterThan(100)
  expect(packages.filter(({ name, version, licence }) => !allowed(name, version, licence))).toEqual([])
})

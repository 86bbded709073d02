import fc from 'fast-check'
import { expect, it } from 'vitest'
import { jsonSlip } from './jsonSlip.ts'

it.each([
  ['{\n"a": 1\n"b": 2}', 'line 3: "," or "}" is missing before "b"'],
  ['{"a": 1,}', 'line 1: a name in double quotes is missing before "}"'],
  ['{a: 1}', 'line 1: a name in double quotes is missing before "a"'],
  ['{"a" 1}', 'line 1: ":" is missing before "1"'],
  ['[1,\n,2]', 'line 2: a value is missing before ","'],
  ['{"a": [1, 2}', 'line 1: "," or "]" is missing before "}"'],
  ['{"a": 1} x', 'line 1: "x" comes after the end'],
  ['{', 'line 1: a name in double quotes is missing before the end of the file'],
])('says where %j stops being JSON', (text, said) => {
  expect(jsonSlip(text)).toBe(said)
})

it('says of a text that is not closed where it opens', () => {
  expect(jsonSlip('{\n"a": "open}')).toMatch(/^line 2: a " is opened and not closed/)
})

it('finds nothing in JSON, and something in what is left of it', () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(), (text, at) => {
      expect(jsonSlip(text)).toBeUndefined()
      const cut = text.slice(0, at % text.length)
      const isJson = ((): boolean => {
        try {
          JSON.parse(cut)
          return true
        } catch {
          return false
        }
      })()
      expect(jsonSlip(cut) === undefined).toBe(isJson)
    }),
  )
})

import { describe, expect, it } from 'vitest'
import { cell, counter, finite, listOf, names, real, type StateShape, shape, upTo, whole } from './shape.ts'

function said(of: StateShape, value: unknown): string | undefined {
  try {
    of.check(value, 'it')
    return undefined
  } catch (error) {
    return (error as Error).message.replace('the save does not fit: ', '')
  }
}

describe('a shape', () => {
  it.each([
    [finite, 1e300, undefined],
    [finite, Infinity, 'it must be a number from'],
    [cell, null, undefined],
    [cell, 'north', undefined],
    [cell, [], 'it must be a number, a text, true, false or null; it is []'],
    [names, ['a', 'b'], undefined],
    [names, ['a', 'a'], 'it must be different texts'],
    [names, ['a', 1], 'it[1] must be a string; it is 1'],
    [upTo(2, listOf(real())), [1, 2], undefined],
    [upTo(2, listOf(real())), [1, 2, 3], 'the length of it must be a whole number from 0 to 2; it is 3'],
    [counter, 0.5, 'it must be a whole number from 0'],
  ] as const)('refuses what it excludes, by name: %#', (of, value, message) => {
    const found = said(of as StateShape, value)
    if (message === undefined) expect(found).toBeUndefined()
    else expect(found).toContain(message)
  })

  it('of a record may depend on the fields before, and knows no others', () => {
    interface Ring {
      readonly size: number
      readonly next: number
    }
    const ring = shape<Ring>({ size: whole(1), next: whole<Ring>(0, ({ size }) => size - 1) })
    expect(ring()).toEqual({ size: 1, next: 0 })
    expect(said(ring, { size: 3, next: 2 })).toBeUndefined()
    expect(said(ring, { size: 2, next: 2 })).toBe('it.next must be a whole number from 0 to 1; it is 2')
    expect(said(ring, { size: 2, next: 0, more: 1 })).toBe('it.more must be absent; it is 1')
  })
})

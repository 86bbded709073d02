import { describe, expect, it } from 'vitest'
import type { Axis } from './grid.ts'
import { type Options, options } from './options.ts'
import { choice, count, fraction, interval, list, orNull, positiveNumber, record } from './values.ts'

interface Inner {
  readonly gain: number
  readonly bounds?: readonly [number, number]
}

interface Given {
  readonly first: Axis<number>
  readonly second?: Axis<number | null>
  readonly third?: Axis<'a' | 'b'>
  readonly vector?: Axis<readonly number[] | null>
  readonly inner?: Inner
  readonly share?: number
}

const INNER: Options<Inner> = options('inner', {
  gain: { value: positiveNumber },
  bounds: { value: interval, default: [0, Infinity] },
})

const GIVEN: Options<Given, 'inner' | 'third'> = options('rule', {
  first: { axis: positiveNumber },
  second: { axis: orNull(count), default: null },
  third: { axis: choice('a', 'b'), absent: 'none' },
  vector: { axis: orNull(list(fraction)), default: null },
  inner: { value: record(INNER), absent: 'none' },
  share: { value: fraction, default: 0.5 },
})

describe('options', () => {
  it('are given their defaults, and those without one stay away', () => {
    expect(GIVEN.read({ first: 1 })).toEqual({ first: 1, second: null, vector: null, share: 0.5 })
    expect(GIVEN.read({ first: [1, 2], second: 3, inner: { gain: 2 } })).toEqual({
      first: [1, 2],
      second: 3,
      vector: null,
      inner: { gain: 2, bounds: [0, Infinity] },
      share: 0.5,
    })
  })

  it('span a grid in the order of the declaration, the last varying fastest, whatever the order of the caller', () => {
    const points = GIVEN.points({ third: ['a', 'b'], second: [null, 1], first: 5 })
    expect(points.map(({ first, second, third }) => [first, second, third])).toEqual([
      [5, null, 'a'],
      [5, null, 'b'],
      [5, 1, 'a'],
      [5, 1, 'b'],
    ])
    expect(Object.keys(points[0])).toEqual(['first', 'second', 'third', 'vector'])
  })

  it('tell a list that is one value from a list of such values', () => {
    const vectors = (vector: Given['vector'] & object): unknown[] =>
      GIVEN.points({ first: 1, vector }).map((point) => (point as { vector?: unknown }).vector)
    expect(vectors([0, 1])).toEqual([[0, 1]])
    expect(vectors([[0, 1], null])).toEqual([[0, 1], null])
  })

  it.each<[string, unknown, string]>([
    ['a number out of range', { first: -1 }, 'first must be a positive number; received -1'],
    ['one on an axis', { first: [1, -1] }, 'first must be a positive number; received -1'],
    ['one in a list', { first: 1, vector: [0, 2] }, 'vector[1] must be in [0, 1]; received 2'],
    ['what is missing', {}, 'first must be a positive number; received undefined'],
    ['an empty axis', { first: [] }, 'first must not be empty'],
    ['what is no choice', { first: 1, third: 'c' }, 'third must be one of "a", "b"; received "c"'],
    [
      'another sort',
      { first: 1, second: 'x' },
      'second must be a positive whole number or null; received "x"',
    ],
    [
      'an option inside an option',
      { first: 1, inner: { gain: 0 } },
      'inner.gain must be a positive number; received 0',
    ],
    [
      'an empty interval',
      { first: 1, inner: { gain: 1, bounds: [2, 1] } },
      'inner.bounds must be an interval [lower, upper]; received [2, 1]',
    ],
    ['a name that is not known', { fist: 1 }, 'rule has no option "fist"; did you mean "first"?'],
    [
      'one unlike any',
      { colour: 1 },
      'rule has no option "colour"; there are first, second, third, vector, inner, share',
    ],
    [
      'an unknown name inside',
      { first: 1, inner: { gian: 1 } },
      'inner has no option "gian"; did you mean "gain"?',
    ],
  ])('refuse %s', (_, given, message) => {
    expect(() => GIVEN.read(given as Given)).toThrow(
      expect.objectContaining({ name: 'ArgumentError', message }),
    )
  })

  it('are held to the interface by the type system', () => {
    // @ts-expect-error an option without a default that is not said to be absent
    options<{ readonly a?: number }>('a', { a: { value: fraction } })
    // @ts-expect-error an option that is not declared
    options<{ readonly a: number; readonly b: number }>('a', { a: { value: fraction } })
    // @ts-expect-error an option of another type
    options<{ readonly a: string }>('a', { a: { value: fraction } })
    expect(GIVEN.name).toBe('rule')
  })
})

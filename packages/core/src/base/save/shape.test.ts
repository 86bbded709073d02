import { describe, expect, it } from 'vitest'
import { countNumbers, expectFree, expectPlaces, expectShape, expectTrees } from './shape.ts'

const said = (check: () => unknown): string | undefined => {
  try {
    check()
    return undefined
  } catch (error) {
    return (error as Error).message.replace('the save does not fit: ', '')
  }
}

describe('a shape', () => {
  const like = { a: 1, list: [{ n: 0 }, { n: 0 }], row: new Float64Array(2), none: null, text: '' }
  const good = { a: 7, list: [{ n: 1 }, { n: 2 }], row: new Float64Array(2), none: null, text: 'x' }

  it.each([
    [good, undefined],
    [{ ...good, a: '7' }, 'state.a must be a number; it is "7"'],
    [{ ...good, none: 0 }, 'state.none must be null; it is 0'],
    [{ ...good, more: 3 }, 'state.more must be absent; it is 3'],
    [{ ...good, row: new Float64Array(3) }, 'the length of state.row must be 2; it is 3'],
    [{ ...good, row: new Int32Array(2) }, 'state.row must be a Float64Array; it is [0, 0]'],
    [{ ...good, list: [{ n: 1 }] }, 'the length of state.list must be 2; it is 1'],
    [{ ...good, list: [{ n: 1 }, { n: null }] }, 'state.list[1].n must be a number; it is null'],
    [[], 'state must be an object; it is []'],
  ])('is the same names, kinds and lengths: %#', (value, message) => {
    expect(said(() => expectShape(value, like, 'state'))).toBe(message)
  })

  it('without one of its names is refused by that name', () => {
    const { text: _, ...without } = good
    expect(said(() => expectShape(without, like, 'state'))).toBe(
      'state.text must be a string; it is undefined',
    )
  })

  it.each([
    [{ list: [1, 2, 3], row: new Float64Array(9) }, true, undefined],
    [{ list: [], row: new Float64Array(1) }, true, 'the length of s.list must be 1; it is 0'],
    [{ list: [1, '2'], row: new Float64Array(1) }, true, 's.list[1] must be a number; it is "2"'],
    [{ list: [1, 2, 3], row: new Float64Array(1) }, 'lists', undefined],
    [{ list: [1], row: new Float64Array(9) }, 'lists', 'the length of s.row must be 1; it is 9'],
    [{ list: [1, 2], row: new Float64Array(1) }, false, 'the length of s.list must be 1; it is 2'],
  ] as const)('grows where it may: %#', (value, grows, message) => {
    const small = { list: [0], row: new Float64Array(1) }
    expect(said(() => expectShape(value, small, 's', { grows }))).toBe(message)
  })

  it('of an empty list says nothing of what comes into it', () => {
    expect(said(() => expectShape(['anything', 2], [], 's', { grows: true }))).toBe(undefined)
  })
})

it('numbers are counted wherever they are', () => {
  const data = { a: 1, b: [2, 3, 'x', null], c: new Float64Array(5), d: { e: true, f: -0 } }
  expect(countNumbers(data)).toBe(9)
})

describe('trees', () => {
  const links = (left: number[], right: number[], beside?: number[]) => ({
    left: Int32Array.from(left),
    right: Int32Array.from(right),
    beside: beside && Int32Array.from(beside),
  })

  it('name the nodes that they hold', () => {
    // 0 → (1, 2), 1 → (3, –); 4 is nobody's.
    const seen = expectTrees('tree', [0], links([1, 3, -1, -1, -1], [2, -1, -1, -1, -1]), 5)
    expect([...seen]).toEqual([1, 1, 1, 1, 0])
    const beside = links([1, -1, -1], [-1, -1, -1], [-1, 2, -1])
    expect([...expectTrees('tree', [0], beside, 3)]).toEqual([1, 1, 1])
    expect([...expectTrees('tree', [-1, 2], beside, 3)]).toEqual([0, 0, 1])
  })

  it.each([
    ['a link out of the nodes in use', [0], links([1, 5], [-1, -1]), 'a link of tree must be a whole number'],
    ['a link below −1', [0], links([1, -2], [-1, -1]), 'a link of tree must be a whole number'],
    ['a root that is no node', [2], links([1, -1], [-1, -1]), 'a link of tree must be a whole number'],
    ['a loop', [0], links([1, 0], [-1, -1]), 'tree must be a tree; it is "node 0"'],
    ['two ways to a node', [0], links([1, -1], [1, -1]), 'tree must be a tree; it is "node 1"'],
    ['two roots that meet', [0, 1], links([-1, 0], [-1, -1]), 'tree must be a tree; it is "node 0"'],
  ])('with %s are refused', (_, roots, given, message) => {
    expect(said(() => expectTrees('tree', roots, given, 2))).toContain(message)
  })

  it('do not follow what a leaf calls its links', () => {
    const given = links([1, 77], [-1, 88])
    expect([...expectTrees('tree', [0], given, 2, (node) => node === 0)]).toEqual([1, 1])
    expect(() => expectTrees('tree', [0], given, 2)).toThrow()
  })

  it('deeper than 5000 are refused, in each direction', () => {
    const none = (n: number): number[] => Array<number>(n).fill(-1)
    const chain = (n: number): number[] => Array.from({ length: n }, (_, i) => (i + 1 < n ? i + 1 : -1))
    for (const [n, message] of [
      [5001, undefined],
      [5002, 'tree must be a tree; it is "node 5001"'],
    ] as const) {
      expect(said(() => expectTrees('tree', [0], links(chain(n), none(n)), n))).toBe(message)
      expect(said(() => expectTrees('tree', [0], links(none(n), chain(n)), n))).toBe(message)
      expect(said(() => expectTrees('tree', [0], links(none(n), none(n), chain(n)), n))).toBe(message)
    }
  })

  it('leave freed nodes that lead neither out, nor back, nor into a tree', () => {
    const left = Int32Array.from([-1, 2, -1])
    const seen = Uint8Array.from([1, 0, 0])
    expectFree('tree', 1, left, seen)
    expect([...seen]).toEqual([1, 1, 1])
    expect(said(() => expectFree('tree', 0, left, Uint8Array.from([1, 0, 0])))).toContain('free of loops')
    expect(said(() => expectFree('tree', 1, Int32Array.from([0, 2, 1]), new Uint8Array(3)))).toContain(
      'free of loops; it is "node 1"',
    )
    expect(said(() => expectFree('tree', 3, left, new Uint8Array(3)))).toContain('a free node of tree')
  })
})

it('places are −1 or places', () => {
  expect(said(() => expectPlaces('at', Int32Array.from([-1, 0, 4]), 4))).toBe(undefined)
  expect(said(() => expectPlaces('at', Int32Array.from([0, -2]), 4))).toBe(
    'at[1] must be from -1 to 4; it is -2',
  )
  expect(said(() => expectPlaces('at', Int32Array.from([5]), 4))).toBe('at[0] must be from -1 to 4; it is 5')
})

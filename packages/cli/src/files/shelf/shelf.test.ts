import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Groups } from './groups.ts'
import { joined, ShelfList, upTo } from './list.ts'
import { Shelf } from './shelf.ts'
import { Slots } from './slots.ts'

const SIZES = fc.record({ memory: fc.constantFrom(0, 100, 1e6), part: fc.constantFrom(1, 30, 1000) })

function withShelf(sizes: { memory: number; part: number }, use: (shelf: Shelf) => void): void {
  const shelf = new Shelf(sizes)
  try {
    use(shelf)
  } finally {
    shelf.close()
  }
}

describe('a shelf, whatever of it is in memory', () => {
  it('keeps a list in its order', () => {
    fc.assert(
      fc.property(
        SIZES,
        fc.array(fc.string({ unit: 'binary' })),
        fc.array(fc.double()),
        (sizes, texts, numbers) => {
          withShelf(sizes, (shelf) => {
            const [words, values] = [ShelfList.texts(shelf), ShelfList.numbers(shelf)]
            for (const text of texts) words.push(text)
            for (const number of numbers) values.push(number)
            expect([...words]).toEqual(texts)
            expect([...values]).toEqual(numbers)
            expect(numbers.map((_, i) => values.at(i))).toEqual(numbers)
            const part = upTo(words, texts.length >> 1)
            expect([...part]).toEqual(texts.slice(0, part.length))
            expect(texts.map((_, i) => part.at(i) ?? 'none')).toEqual(
              texts.map((text, i) => (i < part.length ? text : 'none')),
            )
            const twice = joined(words, words)
            expect(Array.from({ length: twice.length }, (_, i) => twice.at(i))).toEqual([...texts, ...texts])
          })
        },
      ),
    )
  })

  it('keeps the items of each group in the order in which they came', () => {
    const items = fc.array(fc.tuple(fc.nat(5), fc.double()))
    fc.assert(
      fc.property(SIZES, items, (sizes, pairs) => {
        withShelf(sizes, (shelf) => {
          const rows = Groups.numbers<[number, number]>(shelf, 2)
          const values = Groups.values<{ readonly pair: unknown }>(shelf)
          for (const pair of pairs) {
            rows.add(pair[0], pair)
            values.add(pair[0], { pair })
          }
          for (let group = 0; group < 6; group++) {
            const own = pairs.filter(([of]) => of === group)
            const [groups, numbers] = rows.of(group)
            expect([...groups]).toEqual(own.map(([of]) => of))
            expect([...numbers]).toEqual(own.map(([, number]) => number))
            expect(values.of(group).map(({ pair }) => pair)).toEqual(own)
          }
        })
      }),
    )
  })

  it('keeps values by place, in whatever order they come', () => {
    fc.assert(
      fc.property(SIZES, fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6], { minLength: 7 }), (sizes, places) => {
        withShelf(sizes, (shelf) => {
          const slots = new Slots<{ place: number; end: number }>(shelf)
          for (const place of places) slots.set(place, { place, end: Infinity })
          expect([...slots].map(({ place, end }) => [place, end])).toEqual(
            [0, 1, 2, 3, 4, 5, 6].map((place) => [place, Infinity]),
          )
        })
      }),
    )
  })
})

it.skipIf(process.platform === 'win32')('leaves nothing behind even if the process is killed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'credence-'))
  try {
    withTemporary(folder, (shelf) => {
      const block = shelf.put(Uint8Array.of(1, 2, 3))
      expect(shelf.filed).toBe(3)
      expect(readdirSync(folder)).toEqual([])
      expect(block.read(1, 3)).toEqual(Uint8Array.of(2, 3))
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
})

it.skipIf(process.platform === 'win32')('says what to do where no temporary file can be made', () => {
  const folder = join(tmpdir(), 'credence-is-not-there')
  withTemporary(folder, (shelf) => {
    expect(() => shelf.put(Uint8Array.of(1))).toThrow(
      `${folder}: no file can be made there (ENOENT) for the rows that do not fit into memory. TMPDIR=FOLDER takes another folder`,
    )
  })
})

/** A shelf without memory, and where its file goes. */
function withTemporary(folder: string, use: (shelf: Shelf) => void): void {
  const before = process.env.TMPDIR
  process.env.TMPDIR = folder
  try {
    withShelf({ memory: 0, part: 1 }, use)
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
}

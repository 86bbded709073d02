import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type TableOptions, table } from './csvTable.ts'
import type { ByteSource } from './source.ts'
import type { Table } from './table.ts'

async function rowsOf(file: Table): Promise<number[][]> {
  const rows: number[][] = []
  for await (const { values } of file) rows.push([...values])
  return rows
}

async function read(source: ByteSource, options?: TableOptions): Promise<number[][]> {
  return rowsOf(await table(source, options))
}

function cut(text: string, places: readonly number[]): Uint8Array[] {
  const bytes = new TextEncoder().encode(text)
  const ends = [...new Set(places.map((place) => place % (bytes.length + 1))), bytes.length].sort(
    (a, b) => a - b,
  )
  return ends.map((end, i) => bytes.slice(i === 0 ? 0 : ends[i - 1], end))
}

describe('numbers', () => {
  const digits = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 22 }).map((list) => list.join(''))
  const written = fc
    .tuple(
      fc.constantFrom('', '', '-', '+'),
      digits,
      fc.constantFrom('', '.'),
      digits,
      fc.constantFrom('', '', 'e', 'E-', 'e+'),
      fc.integer({ min: 0, max: 330 }),
    )
    .map(([sign, whole, point, part, e, power]) => sign + whole + point + (point && part) + e + (e && power))
    .filter((text) => /\d/.test(text.replace(/e.*/i, '')))
  const shortest = fc.double({ noNaN: true }).map(String)
  const fixed = fc
    .tuple(fc.double({ min: -1e6, max: 1e6, noNaN: true }), fc.nat({ max: 20 }))
    .map(([v, n]) => v.toFixed(n))
  const anyNumber = fc.oneof(written, shortest, fixed)

  it('equal Number(text), to the last bit and sign, quoted or not, however the bytes are cut', async () => {
    const cell = fc
      .tuple(anyNumber, fc.constantFrom('', '"', ' '))
      .map(([text, around]) => around + text + around)
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(cell, cell), { minLength: 1 }),
        fc.array(fc.nat(), { maxLength: 5 }),
        async (cells, places) => {
          const file = `a,b\n${cells.map((row) => row.join(',')).join('\n')}`
          const expected = cells.map((row) => row.map((text) => Number(text.replaceAll('"', ''))))
          expect(await read(cut(file, places))).toEqual(expected)
        },
      ),
      { numRuns: 500 },
    )
  })

  it('are right next to every tie between two doubles', async () => {
    const cells: string[] = []
    for (let i = 0; i < 2000; i++) {
      const odd = 2n * (2n ** 52n + (BigInt(i) * 2n ** 52n) / 2000n) + 1n
      for (const scaled of [odd, odd * 5n, odd * 25n, odd * 5n + 1n, odd * 5n - 1n]) {
        const text = scaled.toString()
        for (const point of [0, 1, 2, 10, 17])
          cells.push(`${text.slice(0, -point || undefined)}.${point === 0 ? '' : text.slice(-point)}`)
      }
    }
    expect(await read(`x\n${cells.join('\n')}`)).toEqual(cells.map((text) => [Number(text)]))
  })

  it.each(['', 'NA', 'NaN', 'nan', '""', '"NA"', ' NA '])(
    'are missing, hence NaN, where the cell is %j',
    async (cell) => {
      expect(await read(`a,b\n1,${cell}\n${cell},2\n`)).toEqual([
        [1, Number.NaN],
        [Number.NaN, 2],
      ])
    },
  )

  it('are missing where the caller says so, and only there', async () => {
    expect(await read('a,b\n1,?\n', { columns: ['a', 'b'], missing: ['?'] })).toEqual([[1, Number.NaN]])
    await expect(read('a,b\n1,\n', { columns: ['b'], missing: ['?'] })).rejects.toThrow(
      `line 2: column 'b' must be a number; received ""`,
    )
  })

  it.each([
    'x',
    '1x',
    '1.2.3',
    '0x10',
    '1e',
    '--1',
    '1,5',
    'infinity',
    '1 2',
    '.',
    '-',
    'e5',
    '１',
    '0b1',
    '1_000',
  ])('are not what %j is: the error names line, column and text, after the good rows', async (cell) => {
    const file = await table(`a,b\n1,2\n3,"${cell}"\n`)
    const rows: number[][] = []
    const reading = (async () => {
      for await (const { values } of file) rows.push([...values])
    })()
    await expect(reading).rejects.toThrow(
      `line 3: column 'b' must be a number; received ${JSON.stringify(cell)}`,
    )
    expect(rows).toEqual([[1, 2]])
  })

  it.each(['1x', '1 2', '1e', '1.5.', '-', '1-2', '5 kg'])(
    'are not what %j is without quotes either',
    async (cell) => {
      for (const file of [`a,b\n${cell},1`, `a,b\n1,${cell}\r\n`]) {
        const reading = read(file, { columns: ['a', 'b'] })
        await expect(reading).rejects.toThrow(`must be a number; received ${JSON.stringify(cell)}`)
      }
    },
  )

  it('may have a sign of money or percent around them', async () => {
    expect(await read('a,b\n$5,5%\n-€2,"(7)"\n')).toEqual([
      [5, 5],
      [-2, -7],
    ])
  })

  it('are a column also where a slip comes first', async () => {
    const rows = Array.from({ length: 20 }, (_, t) => `${t},x`).join('\n')
    const file = await table(`a,b\nbroken,x\n${rows}\n`, { columns: [] })
    expect(file.numericNames).toEqual(['a'])
  })

  it('may be infinite when written so', async () => {
    expect(await read('a\n-Infinity\nInfinity\n1e999')).toEqual([[-Infinity], [Infinity], [Infinity]])
  })
})

describe('columns', () => {
  it('are by default those whose first cell is a number or missing', async () => {
    const file = await table('date,x,city,y,z\n2020-01-01,1,Oslo,2,\n2020-01-02,3,Rome,4,5\n')
    expect(file.names).toEqual(['x', 'y', 'z'])
    expect(file.allNames).toEqual(['date', 'x', 'city', 'y', 'z'])
    expect(await rowsOf(file)).toEqual([
      [1, 2, Number.NaN],
      [3, 4, 5],
    ])
  })

  it('come in the order asked for, by names or by a choice among them', async () => {
    const text = 'a,b,c\n1,2,3\n'
    expect(await read(text, { columns: ['c', 'a'] })).toEqual([[3, 1]])
    expect(await read(text, { columns: (names) => names.slice(1) })).toEqual([[2, 3]])
  })

  it('has names without the blanks around them', async () => {
    expect((await table(' a ,"b c "\n1,2\n')).names).toEqual(['a', 'b c'])
  })

  it('may have no header, or be named by the caller', async () => {
    expect((await table('1,2\n', { header: false })).names).toEqual(['1', '2'])
    expect(await read('1,2\n3,4\n', { header: ['u', 'v'], columns: ['v'] })).toEqual([[2], [4]])
  })

  it.each<[string, TableOptions, string]>([
    ['a,b\n1,2\n', { columns: ['c'] }, "column 'c' is not there; the columns are a, b"],
    ['a,b,a\n1,2,3\n', {}, "column names must differ; columns 1 and 3 are both 'a': rename one of them"],
    ['a,b,c,d,e\n1,2,3,4,5\n1,2,3,4\n', {}, 'line 3 has 4 cells, but the header has 5'],
    [
      'My numbers\na,b\n1,2\n',
      {},
      'line 2 has 2 cells, but the header has 1. If the first line is a title, delete it: the names of the columns must come first',
    ],
    ['1,2\n', { header: ['a'] }, 'line 1 has 2 cells, but 1 are named'],
    ['', {}, 'the file has no header: it is empty'],
    ['a-b\n1-2\n', { delimiter: '-' }, "a table of numbers cannot be marked by '-'"],
  ])('%j is refused: %j', async (text, options, message) => {
    await expect(read(text, options)).rejects.toThrow(
      expect.objectContaining({ name: 'ArgumentError', message }),
    )
  })

  it('of a file with a header only are all there is', async () => {
    const file = await table('a,b\n')
    expect(file.names).toEqual(['a', 'b'])
    expect(await rowsOf(file)).toEqual([])
  })
})

describe('reading', () => {
  it('gives by batches what it gives by rows, with the lines', async () => {
    const text = `x,y\n${Array.from({ length: 30_000 }, (_, i) => `${i},${i + 0.5}\n`).join('')}`
    const byRow: number[][] = []
    for await (const { line, values } of await table(text)) byRow.push([line, ...values])
    const byBatch: number[][] = []
    for await (const { size, lines, values } of (await table(text)).batches()) {
      for (let r = 0; r < size; r++) byBatch.push([lines[r], values[2 * r], values[2 * r + 1]])
    }
    expect(byRow).toEqual(Array.from({ length: 30_000 }, (_, i) => [i + 2, i, i + 0.5]))
    expect(byBatch).toEqual(byRow)
  })

  it('reuses one array of values, so that a view of it stays a view of the row', async () => {
    const file = await table('a,b,y\n1,2,3\n4,5,6\n')
    let x: Float64Array | null = null
    const seen: number[][] = []
    for await (const { values } of file) {
      x ??= values.subarray(0, 2)
      seen.push([...x])
    }
    expect(seen).toEqual([
      [1, 2],
      [4, 5],
    ])
  })

  it('hands each row on as soon as its line is complete', async () => {
    let given = ''
    async function* lines() {
      for (const piece of ['a,b\n', '1,2\n3,', '4\n', '5,6']) {
        given += piece
        yield piece
      }
    }
    const file = await table(lines(), { columns: ['a'] })
    expect(given).toBe('a,b\n')
    const when: [number, string][] = []
    for await (const { values } of file) when.push([values[0], given])
    expect(when).toEqual([
      [1, 'a,b\n1,2\n3,'],
      [3, 'a,b\n1,2\n3,4\n'],
      [5, 'a,b\n1,2\n3,4\n5,6'],
    ])
  })

  it.each(['leaving the loop', 'closing it unread', 'a bad header'])(
    'closes the source on %s',
    async (how) => {
      let closed = false
      async function* source() {
        try {
          yield how === 'a bad header' ? 'a,a\n' : 'a,b\n1,2\n'
          while (true) yield '1,2\n'
        } finally {
          closed = true
        }
      }
      if (how === 'a bad header') await expect(table(source())).rejects.toThrow('must differ')
      else {
        const file = await table(source())
        expect(closed).toBe(false)
        if (how === 'closing it unread') await file.close()
        else for await (const _ of file) break
      }
      expect(closed).toBe(true)
    },
  )

  it('answers calls that do not wait for each other in order', async () => {
    const iterator = (await table(['a\n', '1\n2\n', '3\n']))[Symbol.asyncIterator]()
    const first = iterator.next()
    const rest = [iterator.next(), iterator.next(), iterator.next()]
    const read = await Promise.all([first, ...rest].map(async (step) => (await step).done))
    expect(read).toEqual([false, false, false, true])
  })
})

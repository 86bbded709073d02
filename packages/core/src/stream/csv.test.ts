import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ArgumentError } from '../base/errors.ts'
import { type CsvOptions, csv } from './csv.ts'
import type { ByteSource } from './source.ts'

async function fieldsOf(source: ByteSource, options: CsvOptions = {}): Promise<string[][]> {
  const rows: string[][] = []
  for await (const { fields } of csv(source, options)) rows.push([...fields])
  return rows
}

async function linesOf(source: ByteSource): Promise<number[]> {
  const lines: number[] = []
  for await (const { line } of csv(source)) lines.push(line)
  return lines
}

/** The rows before the error, and the error's message. */
async function untilError(source: ByteSource, options: CsvOptions = {}): Promise<[string[][], string]> {
  const rows: string[][] = []
  try {
    for await (const { fields } of csv(source, options)) rows.push([...fields])
  } catch (error) {
    expect(error).toBeInstanceOf(ArgumentError)
    return [rows, (error as Error).message]
  }
  return [rows, 'none']
}

/** Cuts bytes at the given places, whatever characters they split. */
function cut(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const ends = [...new Set(places.map((place) => place % (bytes.length + 1))), bytes.length].sort(
    (a, b) => a - b,
  )
  return ends.map((end, i) => bytes.slice(i === 0 ? 0 : ends[i - 1], end))
}

describe('against csv-parse', () => {
  const text = fc
    .array(
      fc.constantFrom(
        'a',
        '1',
        ',',
        ',',
        '\n',
        '\n',
        '\r',
        '\r\n',
        '"',
        '"',
        '""',
        ';',
        ' ',
        'é',
        '😀',
        '\ufeff',
        '\t',
      ),
      {
        maxLength: 40,
      },
    )
    .map((pieces) => pieces.join(''))
  const cell = fc.array(fc.constantFrom('a', '1.5', ',', '\n', '\r\n', '"', ' ', 'é', '😀'), { maxLength: 4 })
  const quoted = (value: string) => (/[,"\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)
  const wellFormed = fc
    .tuple(fc.integer({ min: 1, max: 4 }), fc.constantFrom('\n', '\r\n', '\r'), fc.boolean())
    .chain(([width, end, closed]) =>
      fc
        .array(
          fc.array(
            cell.map((pieces) => quoted(pieces.join(''))),
            { minLength: width, maxLength: width },
          ),
          { maxLength: 8 },
        )
        .map((rows) => rows.map((row) => row.join(',')).join(end) + (closed ? end : '')),
    )
  const cuts = fc.array(fc.nat(), { maxLength: 8 })
  const dialect = fc.record({
    skipBlankLines: fc.boolean(),
    delimiter: fc.constantFrom(',', ';', '\t'),
    quote: fc.constantFrom('"', null),
  })

  function theirs(bytes: Uint8Array, { skipBlankLines, delimiter, quote }: CsvOptions): string[][] | null {
    try {
      return parse(bytes, {
        bom: true,
        delimiter: delimiter ?? ',',
        quote: quote ?? null,
        record_delimiter: ['\r\n', '\n', '\r'],
        skip_empty_lines: skipBlankLines ?? true,
      })
    } catch {
      return null
    }
  }

  it.each([
    ['any text', text, 3000],
    ['well-formed files', wellFormed, 1500],
  ])(
    'reads the same rows of %s or refuses with it, however the bytes are cut',
    async (_name, files, numRuns) => {
      let refused = 0
      await fc.assert(
        fc.asyncProperty(files, cuts, dialect, async (file, places, options) => {
          const bytes = new TextEncoder().encode(file)
          const [rows, message] = await untilError(cut(bytes, places), options)
          const expected = theirs(bytes, options)
          if (expected === null) refused++
          expect(message === 'none' ? rows : null).toEqual(expected)
        }),
        { numRuns },
      )
      expect(refused).toBeGreaterThan(0)
      expect(refused).toBeLessThan(numRuns)
    },
  )

  it('gives the same rows and the same error for every way to cut the bytes', async () => {
    await fc.assert(
      fc.asyncProperty(text, cuts, async (file, places) => {
        const bytes = new TextEncoder().encode(file)
        const whole = await untilError(bytes)
        expect(await untilError(cut(bytes, places))).toEqual(whole)
        expect(await untilError(cut(bytes, [...bytes.keys()]))).toEqual(whole)
      }),
      { numRuns: 500 },
    )
  })
})

describe('what is read', () => {
  it.each([
    [
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\r\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\r1,2\r',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['\ufeffa,b\n', [['a', 'b']]],
    ['\ufeff"a",b\n', [['a', 'b']]],
    ['a,\ufeffb\n', [['a', '\ufeffb']]],
    ['a,"b, ""c""\nd"\n', [['a', 'b, "c"\nd']]],
    [
      '"",\n,""',
      [
        ['', ''],
        ['', ''],
      ],
    ],
    ['a,', [['a', '']]],
    [
      '\n\na,b\n\n1,2\n\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['""', [['']]],
    ['', []],
    ['\ufeff', []],
    ['\n', []],
  ])('%j', async (file, rows) => {
    expect(await fieldsOf(file)).toEqual(rows)
    expect(await fieldsOf([...new TextEncoder().encode(file)].map((byte) => Uint8Array.of(byte)))).toEqual(
      rows,
    )
  })

  it('keeps blank lines as empty fields when asked', async () => {
    expect(await fieldsOf('a\n\nb\n', { skipBlankLines: false })).toEqual([['a'], [''], ['b']])
  })

  it('names the line on which each record begins, lines inside quotes and blank ones counted', async () => {
    expect(await linesOf('a,b\n"1\n2\r\n3\r4",x\n\n5,6\r\n7,8\r9,0')).toEqual([1, 2, 7, 8, 9])
  })

  it('reads strings, bytes, arrays, generators, web streams and strings cut inside a character', async () => {
    const rows = [
      ['é', '😀'],
      ['1', '2'],
    ]
    const file = 'é,😀\n1,2\n'
    const bytes = new TextEncoder().encode(file)
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
        controller.close()
      },
    })
    async function* slowly() {
      for (const unit of file.split('')) yield unit
    }
    for (const source of [file, bytes, [bytes], file.split(''), slowly(), stream]) {
      expect(await fieldsOf(source)).toEqual(rows)
    }
  })

  it('reads files far longer than its buffer, with records that cross it', async () => {
    const long = 'é'.repeat(70_000)
    const rows = Array.from({ length: 3000 }, (_, i) => [`${i}`, i % 1000 === 0 ? long : `v${i}`, 'x "y"'])
    const file = rows.map(([a, b]) => `${a},${b},"x ""y"""`).join('\n')
    expect(await fieldsOf(file)).toEqual(rows)
  })
})

describe('what is refused, after the good rows before it', () => {
  it.each([
    ['a,b,c\n1,2,3\n4,5\n', 2, 'line 3 has 2 cells, but the first has 3'],
    ['a,b\n1\n', 1, 'line 2 has 1 cell, but the first has 2'],
    ['a,b\n1,"2\n3,4\n', 1, 'line 2 has a quotation mark that is never closed'],
    ['a,b\n"x\n\n",1\n2,"', 2, 'line 5 has a quotation mark that is never closed'],
    ['a,b\n1,"2"3\n', 1, 'line 2 has text after a closing quote'],
    ['a,b\n1,2"3"\n', 1, 'line 2 has a quote inside an unquoted field'],
  ])('%j', async (file, good, message) => {
    const [rows, said] = await untilError(file)
    expect(rows).toHaveLength(good)
    expect(said).toBe(message)
  })

  it('stops at a record longer than allowed instead of keeping a whole stream in memory', async () => {
    let given = 0
    function* endless() {
      yield 'a,b\n1,"'
      for (; ; given++) yield 'x'.repeat(1000)
    }
    const [rows, message] = await untilError(endless(), { maxRecord: 10_000 })
    expect(rows).toEqual([['a', 'b']])
    expect(message).toBe(
      'line 2 begins a record of more than 10000 bytes; the quote opened on line 2 is not closed',
    )
    expect(given).toBeLessThan(12)
  })

  it.each([
    [{ delimiter: '' }, 'delimiter must be one ASCII character; received ""'],
    [{ delimiter: 'é' }, 'delimiter must be one ASCII character; received "é"'],
    [{ quote: '\n' }, 'quote must be one ASCII character; received "\\n"'],
    [{ delimiter: '"' }, 'delimiter and quote must differ'],
  ])('%j', (options, message) => {
    expect(() => csv('a', options)).toThrow(expect.objectContaining({ name: 'ArgumentError', message }))
  })
})

import { describe, expect, it } from 'vitest'
import { type TableOptions, table } from './csvTable.ts'
import { recogniseCsv } from './recogniseCsv.ts'
import type { ByteSource } from './source.ts'

/** All rows of a file of unknown form, and the names of its columns. */
async function read(source: ByteSource, options: TableOptions = {}) {
  const { source: text, form } = await recogniseCsv(source)
  const file = await table(text, { ...form, ...options })
  const rows: number[][] = []
  const lines: number[] = []
  for await (const { line, values } of file) {
    rows.push([...values])
    lines.push(line)
  }
  return { names: file.names, rows, lines }
}

const plain = {
  names: ['a', 'b'],
  rows: [
    [1.5, -2],
    [1234.5, 0.25],
  ],
  lines: [2, 3],
}

describe('recogniseCsv', () => {
  it.each([
    ['commas', 'a,b\n1.5,-2\n1234.5,.25\n'],
    ['semicolons', 'a;b\n1.5;-2\n1234.5;0.25\n'],
    ['tabs', 'a\tb\n1.5\t-2\n1234.5\t0.25\n'],
    ['bars', 'a|b\n1.5|-2\n1234.5|0.25\n'],
    ['a decimal comma', 'a;b\n1,5;-2\n1234,5;0,25\n'],
    ['a decimal comma between tabs', 'a\tb\n1,5\t-2\n1234,5\t,25\n'],
    ['points between thousands', 'a;b\r\n1,5;-2\r\n1.234,5;0,25\r\n'],
    ['spaces between thousands', 'a;b\n1,5;-2\n1\u00a0234,5;0,25\n'],
    ['ticks between thousands', "a;b\n1.5;-2\n1'234.5;0.25\n"],
    ['commas between thousands', 'a,b\n1.5,-2\n"1,234.5",0.25\n'],
    ['quotes and a decimal comma', '"a","b"\n"1,5","-2"\n"1234,5","0,25"\n'],
  ])('reads %s', async (_what, text) => {
    expect(await read(text)).toEqual(plain)
  })

  it('takes Excel’s line «sep=;» for what it is, and counts it as a line', async () => {
    expect(await read('sep=;\r\na;b\r\n1,5;-2\r\n1.234,5;0,25\r\n')).toEqual({ ...plain, lines: [3, 4] })
  })

  it.each([
    ['UTF-16, as Excel writes it', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16 without a mark', (text: string) => Buffer.from(text, 'utf16le')],
    ['big-endian UTF-16', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
    ['Latin-1', (text: string) => Buffer.from(text, 'latin1')],
    ['UTF-8 with a mark', (text: string) => Buffer.from(`\ufeff${text}`, 'utf8')],
  ])('reads %s', async (_what, write) => {
    const text = 'température;prix\n1,5;-2\n1234,5;0,25\n'
    const bytes = write(text)
    const expected = { ...plain, names: ['température', 'prix'] }
    expect(await read(bytes)).toEqual(expected)
    // Byte by byte after the header: characters are cut anywhere.
    const half = bytes.length >> 1
    const pieces = [
      bytes.subarray(0, half),
      ...Array.from(bytes.subarray(half), (byte) => Uint8Array.of(byte)),
    ]
    expect(await read(pieces)).toEqual(expected)
  })

  it.each([';', '\t', '|'])('sees a title above names that are parted by %s', async (mark) => {
    const text = `Sales of 2025\n${['a,b', '1,2', '3,4'].join('\n').replaceAll(',', mark)}\n`
    await expect(read(text)).rejects.toThrow(
      /line 2 has 2 cells, but the header has 1\. If the first line is a title, delete it/,
    )
  })

  it('asks where a comma may be either', async () => {
    await expect(read('a;b\n1,234;2,345\n')).rejects.toThrow(
      'line 2: "1,234" in the column "a" may be 1.234 (decimal ",") or 1234 (thousands ",")',
    )
    const { source, form } = await recogniseCsv('a;b\n1,234;2,345\n', { decimal: ',' })
    for await (const { values } of await table(source, form)) expect([...values]).toEqual([1.234, 2.345])
  })

  it('reads a point as decimal where nothing tells, with a word where files rather part thousands by it', async () => {
    const read = (text: string) => recogniseCsv(text).then(({ doubtful }) => doubtful)
    expect(await read('a;b\n1.234;2\n')).toBe('1.234')
    expect(await read('a,b\n1.234,2\n')).toBeUndefined()
    expect(await read('a;b\n1.234;2.5\n')).toBeUndefined()
    const { source, form } = await recogniseCsv('a;b\n1.234;2\n', { thousands: '.' })
    for await (const { values } of await table(source, form)) expect([...values]).toEqual([1234, 2])
  })

  it.each([
    ['nothing else', 'a;b\n1.234;2\n', 1234],
    ['what may be either', 'a;b\n1,234;2\n', 1.234],
    ['a decimal comma', 'a;b\n1.234;2,5\n', 1234],
    ['a decimal point', 'a;b\n1.234;2.5\n', 1.234],
    ['commas between thousands', 'a;b\n1.234;1,234,567\n', 1.234],
  ])('reads numbers as usual, unless a file shows otherwise: %s', async (_what, text, first) => {
    const { source, form, doubtful } = await recogniseCsv(text, { usual: { decimal: ',', thousands: '.' } })
    expect(doubtful).toBeUndefined()
    for await (const { values } of await table(source, form)) expect(values[0]).toBe(first)
  })

  it('does not take addresses and versions for thousands', async () => {
    expect((await read('ip;b\n192.168.100.200;1.234\n', { columns: ['b'] })).rows).toEqual([[1.234]])
  })
})

describe('rows that cannot be read', () => {
  const broken = 'a,b\n1,2\n3\n4,5,6\nseven,8\n9"9,1\n"1"1,1\n10,11\n'

  it('are passed over on request, each with a word', async () => {
    const said: string[] = []
    const found = await read(broken, { columns: ['a', 'b'], onBadRow: ({ message }) => said.push(message) })
    expect(found.rows).toEqual([
      [1, 2],
      [10, 11],
    ])
    expect(found.lines).toEqual([2, 8])
    expect(said).toEqual([
      'line 3 has 1 cell, but the header has 2',
      'line 4 has 3 cells, but the header has 2',
      'line 6 has a quote inside an unquoted field',
      'line 7 has text after a closing quote',
      `line 5: column 'a' must be a number; received "seven"`,
    ])
  })

  it('are the same however the bytes arrive', async () => {
    const whole = await read(broken, { columns: ['a', 'b'], onBadRow() {} })
    const pieces = ['a,b\n', ...broken.slice(4)]
    expect(await read(pieces, { columns: ['a', 'b'], onBadRow() {} })).toEqual(whole)
  })
})

it('carries columns as text beside the numbers', async () => {
  const file = await table('day,a,place\n2026-01-01,1,"x, ""y"""\n2026-01-02,2,ö\n', {
    text: ['place', 'day'],
  })
  expect(file.numericNames).toEqual(['a'])
  const rows: unknown[] = []
  for await (const { values, texts } of file) rows.push([...values, ...texts])
  expect(rows).toEqual([
    [1, 'x, "y"', '2026-01-01'],
    [2, 'ö', '2026-01-02'],
  ])
})

it('gives numbers of another style as JavaScript writes them, also as text', async () => {
  const { source, form } = await recogniseCsv('day;a;word\n2026-01-01;1.234,50;x,1\n2026-01-02;;y\n')
  const file = await table(source, { ...form, text: ['a', 'word'] })
  const rows: (readonly string[])[] = []
  for await (const { texts } of file) rows.push([...texts])
  expect(rows).toEqual([
    ['1234.5', 'x,1'],
    ['', 'y'],
  ])
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ndjson, ndjsonTable } from './ndjson.ts'
import type { ByteSource } from './source.ts'

async function read(source: ByteSource): Promise<{ line: number; value: unknown }[]> {
  const all: { line: number; value: unknown }[] = []
  for await (const record of ndjson(source)) all.push(record)
  return all
}

async function rows(source: ByteSource, columns?: readonly string[]): Promise<number[][]> {
  const all: number[][] = []
  for await (const { line, values } of await ndjsonTable(source, { columns })) all.push([line, ...values])
  return all
}

describe('ndjson', () => {
  it('gives back the objects that were written, one per line, however the bytes are cut', async () => {
    const object = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue())
    await fc.assert(
      fc.asyncProperty(
        fc.array(object),
        fc.constantFrom('\n', '\r\n', '\n\n'),
        fc.integer({ min: 1, max: 20 }),
        async (objects, end, size) => {
          const bytes = new TextEncoder().encode(objects.map((value) => JSON.stringify(value)).join(end))
          const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
            bytes.slice(i * size, (i + 1) * size),
          )
          const expected = objects.map((value, i) => ({
            line: 1 + i * (end === '\n\n' ? 2 : 1),
            value: JSON.parse(JSON.stringify(value)),
          }))
          expect(await read(pieces)).toEqual(expected)
        },
      ),
    )
  })

  it('skips a byte order mark', async () => {
    expect(await read('\ufeff{"a":1}\n')).toEqual([{ line: 1, value: { a: 1 } }])
  })

  it.each([
    ['{"a":1}\n\n{"a":\n', 'line 3 is not JSON: "{\\"a\\":"'],
    ['{"a":1}\n[1]\n', 'line 2 must be a JSON object; received [1]'],
    ['{"a":1}\nnull', 'line 2 must be a JSON object; received null'],
  ])('refuses %j after the good lines', async (file, message) => {
    const seen: number[] = []
    const reading = (async () => {
      for await (const { line } of ndjson(file)) seen.push(line)
    })()
    await expect(reading).rejects.toThrow(expect.objectContaining({ name: 'ArgumentError', message }))
    expect(seen).toEqual([1])
  })

  it('stops at a line longer than allowed', async () => {
    const reading = (async () => {
      for await (const _ of ndjson(['{"a":1}\n{', 'x'.repeat(200)], { maxRecord: 100 }));
    })()
    await expect(reading).rejects.toThrow('line 2 is longer than 100 bytes')
  })
})

describe('ndjsonTable', () => {
  it('reads numbers, and null or absent members as missing', async () => {
    const file = '{"x":1,"name":"a","y":null}\n{"y":2.5,"x":"-Infinity"}\n{"x":"NaN","y":-0}\n'
    expect(await rows(file)).toEqual([
      [1, 1, Number.NaN],
      [2, -Infinity, 2.5],
      [3, Number.NaN, -0],
    ])
    expect(await rows(file, ['y'])).toEqual([
      [1, Number.NaN],
      [2, 2.5],
      [3, -0],
    ])
  })

  it('names line, member and value where there is no number', async () => {
    await expect(rows('{"x":1}\n{"x":true}\n')).rejects.toThrow("line 2: 'x' must be a number; received true")
    await expect(rows('{"x":1}\n', ['z'])).rejects.toThrow("column 'z' is not there; the columns are x")
  })

  it('reports members that the first object does not have, each once, with its line', async () => {
    const late: unknown[] = []
    const file = '{"x":1}\n{"x":2,"z":3}\n{"z":4,"name":"a","x":5}\n'
    const table = await ndjsonTable(file, { onLateColumn: (name, line) => late.push([name, line]) })
    for await (const { values } of table) expect(values).toHaveLength(1)
    expect(late).toEqual([
      ['z', 2],
      ['name', 3],
    ])
  })

  it('of nothing is empty', async () => {
    expect(await rows('')).toEqual([])
  })
})

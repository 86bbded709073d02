import fc from 'fast-check'
import { compress } from 'snappyjs'
import { describe, expect, it } from 'vitest'
import { decodeSnappy } from './snappy.ts'
import { labelsOf, readWriteRequest, seriesKey, writeWriteRequest } from './writeRequest.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const hex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text.replace(/ /g, ''), 'hex'))

describe('decodeSnappy', () => {
  it('reads literals, and copies that overlap themselves', () => {
    // The block that the format description gives for a run: one literal, then a copy one byte back.
    expect(decodeSnappy(hex('0a 00 61 22 01 00'), 100)).toEqual(bytes('aaaaaaaaaa'))
    expect(decodeSnappy(hex('0b 28 68656c6c6f20 776f726c64'), 100)).toEqual(bytes('hello world'))
    expect(decodeSnappy(hex('08 0c 61626364 01 04'), 100)).toEqual(bytes('abcdabcd'))
  })

  it('refuses what is cut short, damaged or too large, and never hangs', () => {
    expect(() => decodeSnappy(hex('0a 00 61'), 100)).toThrow('cut short')
    expect(() => decodeSnappy(hex('0a 00 61 22 05 00'), 100)).toThrow('damaged')
    expect(() => decodeSnappy(hex('ff ff ff ff 0f'), 100)).toThrow('100 are taken')
    // A length of 4 bytes that would be negative: a decoder that goes back by it never ends.
    expect(() => decodeSnappy(hex('0a fc faffffff 00000000'), 100)).toThrow()
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (block) => {
        try {
          expect(decodeSnappy(block, 1000).length).toBeLessThanOrEqual(1000)
        } catch (error) {
          expect((error as Error).name).toBe('ArgumentError')
        }
      }),
    )
  })
})

/** A field of protobuf with a length. */
const field = (number: number, content: Uint8Array): Uint8Array =>
  Uint8Array.from([(number << 3) | 2, content.length, ...content])
const join = (...parts: Uint8Array[]): Uint8Array => Uint8Array.from(parts.flatMap((part) => [...part]))

describe('readWriteRequest', () => {
  const label = (name: string, value: string) => field(1, join(field(1, bytes(name)), field(2, bytes(value))))
  // 1.5 as a double, 1000 as a varint.
  const sample = field(2, hex('09 000000000000f83f 10 e807'))
  const request = field(1, join(label('__name__', 'up'), label('job', 'a"b'), label('az', 'é'), sample))

  it('gives labels and samples, and a key with the labels in order', () => {
    const [series] = readWriteRequest(request)
    expect(series?.samples).toEqual([{ value: 1.5, timestamp: 1000 }])
    expect(seriesKey(series!)).toBe('up{az="é",job="a\\"b"}')
  })

  it('skips fields that it does not know', () => {
    expect(readWriteRequest(join(field(3, bytes('metadata')), request))).toHaveLength(1)
  })

  it('refuses what is damaged by an error of arguments', () => {
    expect(() => readWriteRequest(request.subarray(0, 20))).toThrow('damaged')
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (block) => {
        try {
          readWriteRequest(block)
        } catch (error) {
          expect((error as Error).name).toBe('ArgumentError')
        }
      }),
    )
  })

  it('reads what it writes, also through snappy, and finds the labels in a key again', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 9 })
    const name = fc.stringMatching(/^[a-z_][a-z0-9_]{0,9}$/)
    const labels = fc.dictionary(name, text, { noNullPrototype: true })
    fc.assert(
      fc.property(name, labels, fc.double(), fc.integer(), (metric, others, value, timestamp) => {
        const named = [
          ['__name__', metric] as const,
          ...Object.entries(others).sort(([a], [b]) => (a < b ? -1 : 1)),
        ]
        const series = [{ labels: named, samples: [{ value, timestamp }] }]
        const block = compress(writeWriteRequest(series))
        expect(readWriteRequest(decodeSnappy(block, 10_000))).toEqual(series)
        expect(labelsOf(seriesKey({ labels: named }))).toEqual(named)
      }),
    )
    expect(labelsOf('store 17')).toBeUndefined()
    expect(labelsOf('a{b="c"')).toBeUndefined()
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RecordPacker, unpackRecords } from './packedRecords.ts'

const value = fc.oneof(
  fc.double(),
  fc.boolean(),
  fc.string(),
  fc.constantFrom(null, undefined, -0, Number.NaN, Infinity),
)
const name = fc.oneof(fc.string(), fc.constant('__proto__'))
const record = fc.dictionary(name, value, { noNullPrototype: true })

function unpacked(packer: RecordPacker): object[] {
  const found: object[] = []
  unpackRecords(structuredClone(packer.take()), (each) => found.push(each))
  return found
}

describe('packed records', () => {
  it('come back with the same values, in the same order, their fields as well', () => {
    fc.assert(
      fc.property(fc.array(record), (records) => {
        const packer = new RecordPacker()
        for (const each of records) expect(packer.put(each)).toBe(true)
        const found = unpacked(packer)
        expect(found).toEqual(records)
        expect(found.map(Object.keys)).toEqual(records.map(Object.keys))
        expect(packer.isEmpty).toBe(true)
      }),
    )
  })

  it('leave out a record whose fields have fields, whole', () => {
    const packer = new RecordPacker()
    packer.put({ a: 'one', b: 1 })
    expect(packer.put({ a: 'two', b: [1, 2] })).toBe(false)
    packer.put({ a: 'three', b: 3 })
    expect(unpacked(packer)).toEqual([
      { a: 'one', b: 1 },
      { a: 'three', b: 3 },
    ])
  })

  it('refuse a record for which there is no room, and take it once they were taken', () => {
    const packer = new RecordPacker()
    const wide = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`c${i}`, i]))
    let count = 0
    while (packer.put({ ...wide, count })) count++
    while (packer.put({})) count++
    expect(count).toBeGreaterThan(100)
    expect(unpacked(packer)).toHaveLength(count)
    expect(packer.put({ ...wide, count })).toBe(true)
    expect(unpacked(packer)).toEqual([{ ...wide, count }])
  })
})

import { ArgumentError } from 'credence'

/**
 * Undoes the block format of Snappy: the length as a varint, then literals and copies of what came before.
 *
 *     00  literal        01  copy, 4–11 bytes, 11 bits back    10  copy, 16 bits back    11  copy, 32 bits back
 *
 * @param limit more bytes than this are refused before any is written
 */
export function decodeSnappy(input: Uint8Array, limit: number): Uint8Array {
  let at = 0
  const byte = (): number => {
    if (at >= input.length) throw new ArgumentError('the snappy block is cut short')
    return input[at++] as number
  }
  const little = (bytes: number): number => {
    let value = 0
    let unit = 1
    for (let i = 0; i < bytes; i++, unit *= 256) value += byte() * unit
    return value
  }
  const size = readVarint(byte)
  if (size > limit)
    throw new ArgumentError(`the snappy block holds ${size} bytes; ${limit} are taken`, 'too-large')
  const out = new Uint8Array(size)
  let end = 0
  const literal = (length: number): void => {
    if (at + length > input.length || end + length > size)
      throw new ArgumentError('the snappy block is damaged')
    out.set(input.subarray(at, at + length), end)
    at += length
    end += length
  }
  const copy = (length: number, back: number): void => {
    if (back === 0 || back > end || end + length > size)
      throw new ArgumentError('the snappy block is damaged')
    // Byte by byte: a copy may overlap what it writes.
    for (let i = 0; i < length; i++, end++) out[end] = out[end - back] as number
  }
  while (at < input.length) {
    const tag = byte()
    const kind = tag & 3
    if (kind === 0) {
      const short = tag >> 2
      literal(1 + (short < 60 ? short : little(short - 59)))
    } else if (kind === 1) copy(4 + ((tag >> 2) & 7), ((tag >> 5) << 8) | byte())
    else copy(1 + (tag >> 2), little(kind === 2 ? 2 : 4))
  }
  if (end !== size) throw new ArgumentError('the snappy block is cut short')
  return out
}

/** Seven bits a byte, the lowest first; at most 32 bits. */
function readVarint(byte: () => number): number {
  let value = 0
  let unit = 1
  for (let i = 0; i < 5; i++, unit *= 128) {
    const next = byte()
    value += (next & 127) * unit
    if (next < 128) return value
  }
  throw new ArgumentError('the length of the snappy block is damaged')
}

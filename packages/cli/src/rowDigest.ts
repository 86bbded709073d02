import { crc32 } from 'node:zlib'

/** A checksum over all rows so far: a resumed run must meet the rows that it has learnt from. */
export class RowDigest {
  value = 0

  add(row: Float64Array): void {
    this.value = crc32(new Uint8Array(row.buffer, row.byteOffset, row.byteLength), this.value)
  }
}

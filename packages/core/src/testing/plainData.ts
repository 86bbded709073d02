import { encode } from '../base/save/plainData.ts'

/** Whether two pieces of plain data are the same, bit for bit. */
export function identical(a: unknown, b: unknown): boolean {
  return sameBytes(encode(a), encode(b))
}

/** Whether two arrays hold the same bytes. */
export function sameBytes(left: Uint8Array, right: Uint8Array): boolean {
  if (left.length !== right.length) return false
  for (let i = 0; i < left.length; i++) if (left[i] !== right[i]) return false
  return true
}

import { encode } from '../base/save/plainData.ts'

/** Whether two pieces of plain data are the same, bit for bit. */
export function identical(a: unknown, b: unknown): boolean {
  const left = encode(a)
  const right = encode(b)
  return left.length === right.length && left.every((byte, i) => byte === right[i])
}

/** The bytes of compiled kernels, which a module carries in hexadecimal digits. */
export function wasmBytes(digits: string): Uint8Array<ArrayBuffer> {
  const valueAt = (place: number): number => {
    const code = digits.charCodeAt(place)
    return code - (code < 58 ? 48 : 87)
  }
  return Uint8Array.from({ length: digits.length / 2 }, (_, i) => 16 * valueAt(2 * i) + valueAt(2 * i + 1))
}

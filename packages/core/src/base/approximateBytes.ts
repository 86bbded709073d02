/** Bytes that plain data takes in memory, about: the buffers exactly, objects and numbers as V8 usually lays them out. */
export function approximateBytes(value: unknown): number {
  if (typeof value === 'string') return 16 + value.length
  if (typeof value !== 'object' || value === null) return 8
  // A view, its buffer and the store of the buffer.
  if (ArrayBuffer.isView(value)) return 200 + value.byteLength
  let sum = 24
  if (Array.isArray(value)) for (const one of value) sum += 8 + approximateBytes(one)
  else if (value instanceof Map) {
    for (const [key, one] of value) sum += 40 + approximateBytes(key) + approximateBytes(one)
  } else if (value instanceof Set) for (const one of value) sum += 32 + approximateBytes(one)
  else for (const key in value) sum += 8 + approximateBytes((value as Record<string, unknown>)[key])
  return sum
}

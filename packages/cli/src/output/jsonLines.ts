import type { Lines } from './lines.ts'
import type { TextBytes } from './textBytes.ts'

/** A name with what stands around it: `{"name":` or `,"name":`. */
interface Key {
  readonly name: string
  readonly bytes: Uint8Array
}

/**
 * Records as lines of JSON.
 *
 * Numbers read back to the same double, −0 is 0. JSON has no infinities and no NaN: they are written as text.
 */
export function jsonLines(): Lines {
  // The keys of the last record, and of the last object within one: most often they are the same again.
  const keys: Key[] = []
  const within: Key[] = []

  function putObject(record: Readonly<Record<string, unknown>>, to: TextBytes, known: Key[]): void {
    let count = 0
    for (const name in record) {
      const value = record[name]
      if (value === undefined) continue
      let key = known[count]
      if (key?.name !== name) {
        key = keyOf(name, count === 0)
        known[count] = key
      }
      count++
      to.bytes(key.bytes)
      put(value, to)
    }
    to.ascii(count === 0 ? '{}' : '}')
  }

  function put(value: unknown, to: TextBytes): void {
    if (typeof value === 'number') putNumber(value, to)
    else if (typeof value === 'boolean') to.ascii(value ? 'true' : 'false')
    else if (typeof value !== 'object' || value === null) to.text(JSON.stringify(value))
    else if (Array.isArray(value) || ArrayBuffer.isView(value)) putArray(value as ArrayLike<unknown>, to)
    else putObject(value as Record<string, unknown>, to, within)
  }

  function putArray(values: ArrayLike<unknown>, to: TextBytes): void {
    to.ascii('[')
    for (let i = 0; i < values.length; i++) {
      if (i > 0) to.ascii(',')
      put(values[i], to)
    }
    to.ascii(']')
  }

  return {
    columns: undefined,
    waiting: [],
    write(record, to) {
      putObject(record, to, keys)
      to.ascii('\n')
    },
    rest() {},
  }
}

function keyOf(name: string, isFirst: boolean): Key {
  return { name, bytes: Buffer.from(`${isFirst ? '{' : ','}${JSON.stringify(name)}:`) }
}

function putNumber(value: number, to: TextBytes): void {
  if (Number.isFinite(value)) to.number(value)
  else to.ascii(`"${value}"`)
}

/**
 * Bytes, and the fields found in them: field f lies in bytes[starts[f] … ends[f]), quotes excluded, with doubled quotes
 * inside when escaped[f] is 1.
 */
export class FieldBuffer {
  bytes: Uint8Array = new Uint8Array(0)
  starts: Int32Array = new Int32Array(0)
  ends: Int32Array = new Int32Array(0)
  escaped: Uint8Array = new Uint8Array(0)
  /** Each field as a number, where it is unquoted and `decimal` decides; else NaN. Empty unless numbers were asked for. */
  numbers: Float64Array = new Float64Array(0)
  /** Line on which each record begins, from 1. */
  lines: Float64Array = new Float64Array(0)
  numeric: boolean

  constructor(numeric: boolean) {
    this.numeric = numeric
  }

  /** Makes room for so many bytes, each of which may be a field or a record of its own. */
  reserve(length: number): void {
    if (length <= this.bytes.length) return
    const capacity = Math.max(1 << 12, 2 * length)
    this.bytes = grown(this.bytes, new Uint8Array(capacity))
    this.starts = grown(this.starts, new Int32Array(capacity))
    this.ends = grown(this.ends, new Int32Array(capacity))
    this.escaped = grown(this.escaped, new Uint8Array(capacity))
    this.lines = grown(this.lines, new Float64Array(capacity))
    if (this.numeric) this.numbers = grown(this.numbers, new Float64Array(capacity))
  }

  /** Moves bytes[from … length) to the front, and `count` fields that lie in them. */
  shift(from: number, length: number, first: number, count: number): void {
    if (from === 0 && first === 0) return
    for (let f = 0; f < count && first + f < this.starts.length; f++) {
      this.starts[f] = this.starts[first + f] - from
      this.ends[f] = this.ends[first + f] - from
      this.escaped[f] = this.escaped[first + f]
      this.numbers[f] = this.numbers[first + f]
    }
    this.bytes.copyWithin(0, from, length)
  }
}

function grown<A extends Int32Array | Uint8Array | Float64Array>(from: A, to: A): A {
  to.set(from)
  return to
}

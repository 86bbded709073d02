import { LONGEST_NUMBER, putNumber } from 'credence/stream'

/** Bytes that text is written into: most of it is short and ASCII, and then no string is joined or encoded. */
export class TextBytes {
  length = 0
  #bytes: Buffer
  readonly #digits: number | undefined

  /** @param digits significant digits of numbers; absent: as many as read back to the same double */
  constructor(capacity: number, digits?: number) {
    this.#bytes = Buffer.allocUnsafeSlow(capacity)
    this.#digits = digits
  }

  /** Text without characters beyond ASCII. */
  ascii(text: string): void {
    this.#reserve(text.length)
    const bytes = this.#bytes
    let at = this.length
    for (let i = 0; i < text.length; i++) bytes[at++] = text.charCodeAt(i)
    this.length = at
  }

  text(text: string): void {
    this.#reserve(3 * text.length)
    this.length += this.#bytes.write(text, this.length)
  }

  /** Bytes that were made before. */
  bytes(made: Uint8Array): void {
    this.#reserve(made.length)
    const bytes = this.#bytes
    let at = this.length
    for (let i = 0; i < made.length; i++) bytes[at++] = made[i] as number
    this.length = at
  }

  number(value: number): void {
    this.#reserve(LONGEST_NUMBER)
    const shown = this.#digits === undefined ? value : rounded(value, this.#digits)
    this.length = putNumber(this.#bytes, this.length, shown)
  }

  /** What was written, which is then the caller's; it goes on with nothing. */
  take(): Uint8Array {
    const taken = this.#bytes.subarray(0, this.length)
    this.#bytes = Buffer.allocUnsafeSlow(this.#bytes.length)
    this.length = 0
    return taken
  }

  #reserve(more: number): void {
    const needed = this.length + more
    if (needed <= this.#bytes.length) return
    const larger = Buffer.allocUnsafeSlow(2 * needed)
    this.#bytes.copy(larger, 0, 0, this.length)
    this.#bytes = larger
  }
}

export function rounded(value: number, digits: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(digits))
}

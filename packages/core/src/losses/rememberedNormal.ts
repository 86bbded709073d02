import { normalCdfPdf } from '../math/normal.ts'

/**
 * Φ and φ, remembered: a round's loss, its derivative and its diagnostics ask for them at the same few arguments.
 *
 * A direct-mapped table by the bits of the argument. A collision costs a computation and changes no digit.
 */
const SLOTS = 256
const bits = new Float64Array(1)
const words = new Uint32Array(bits.buffer)
const pair = new Float64Array(2)
const keys: Float64Array = new Float64Array(SLOTS).fill(Number.NaN)

/** Φ by slot. */
export const cdfs: Float64Array = new Float64Array(SLOTS)
/** φ by slot. */
export const pdfs: Float64Array = new Float64Array(SLOTS)

/** The slot where Φ(z) and φ(z) are, until the next call. */
export function slotOf(z: number): number {
  bits[0] = z
  const mixed = Math.imul(words[0] ^ words[1], 0x9e3779b1)
  const slot = mixed >>> 24
  if (keys[slot] !== z) {
    normalCdfPdf(z, pair)
    keys[slot] = z
    cdfs[slot] = pair[0]
    pdfs[slot] = pair[1]
  }
  return slot
}

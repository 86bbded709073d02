import { normalCdfPdf } from '../math/normal.ts'

/**
 * Φ and φ, remembered: a round's losses, their derivatives and its diagnostics ask for them at the same arguments,
 * expert by expert and in the same order.
 *
 * What is computed is kept in a row; whoever asks for the first of the row again is answered along it. A wrong guess
 * costs a computation and changes no digit.
 */
/** A power of 2. */
const SLOTS = 64
const keys = new Float64Array(SLOTS).fill(Number.NaN)
const pair = new Float64Array(2)
/** Where the next question is expected, and whether the last was answered from memory. */
const row = { next: 0, answering: false }

/** Φ by slot. */
export const cdfs: Float64Array = new Float64Array(SLOTS)
/** φ by slot. */
export const pdfs: Float64Array = new Float64Array(SLOTS)

/** The slot where Φ(z) and φ(z) are, until the next call. */
export function slotOf(z: number): number {
  const expected = keys[0] === z ? 0 : row.next
  if (keys[expected] === z) {
    row.answering = true
    row.next = (expected + 1) & (SLOTS - 1)
    return expected
  }
  // A new row starts where the old one is no longer asked for.
  const slot = row.answering ? 0 : expected
  normalCdfPdf(z, pair)
  keys[slot] = z
  cdfs[slot] = pair[0]
  pdfs[slot] = pair[1]
  row.answering = false
  row.next = (slot + 1) & (SLOTS - 1)
  return slot
}

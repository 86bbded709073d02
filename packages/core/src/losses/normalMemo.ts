import { normalCdfPdf } from '../math/normal.ts'

/** Φ and φ of the arguments last asked for, by slot: a round asks for losses and then for slopes at the same ones. */
export interface NormalMemo {
  readonly keys: Float64Array
  readonly cdfs: Float64Array
  readonly pdfs: Float64Array
  /** Φ and φ as they are computed. */
  readonly pair: Float64Array
}

/** A power of 2; enough that a handful of experts rarely meet in a slot. */
const SLOTS = 256

export function createNormalMemo(): NormalMemo {
  return {
    keys: new Float64Array(SLOTS).fill(Number.NaN),
    cdfs: new Float64Array(SLOTS),
    pdfs: new Float64Array(SLOTS),
    pair: new Float64Array(2),
  }
}

/** The slot where Φ(z) and φ(z) are, until the next call. Whether they were there already changes no digit. */
export function slotOf({ keys, cdfs, pdfs, pair }: NormalMemo, z: number): number {
  const slot = (z * 0x100000) & (SLOTS - 1)
  if (keys[slot] === z) return slot
  normalCdfPdf(z, pair)
  keys[slot] = z
  cdfs[slot] = pair[0]
  pdfs[slot] = pair[1]
  return slot
}

/** A median is found within this part of the range of its leaf: halved so many times. */
const HALVINGS = 14

/** Absolute errors as the loss that trees follow: splits by the signs of what is left over, leaves by its median. */
export class Absolute {
  readonly #slopes: Float64Array
  readonly #low: Float64Array
  readonly #high: Float64Array
  readonly #total: Float64Array
  readonly #below: Float64Array

  /**
   * @param rows room for as many
   * @param leaves of a tree
   */
  constructor(rows: number, leaves: number) {
    this.#slopes = new Float64Array(rows)
    this.#low = new Float64Array(leaves)
    this.#high = new Float64Array(leaves)
    this.#total = new Float64Array(leaves)
    this.#below = new Float64Array(leaves)
  }

  /** What splits are sought for. */
  slopes(rest: Float64Array, rows: number): Float64Array {
    for (let i = 0; i < rows; i++) this.#slopes[i] = Math.sign(rest[i])
    return this.#slopes
  }

  /** Gives each leaf the median of what is left over in it, shrunk; a leaf without rows has 0. */
  settle(
    rest: Float64Array,
    leafOf: Uint8Array,
    rows: number,
    shrinkage: number,
    leaves: Float64Array,
  ): void {
    const low = this.#low.fill(Infinity)
    const high = this.#high.fill(-Infinity)
    const total = this.#total.fill(0)
    const below = this.#below
    for (let i = 0; i < rows; i++) {
      const leaf = leafOf[i]
      low[leaf] = Math.min(low[leaf], rest[i])
      high[leaf] = Math.max(high[leaf], rest[i])
      total[leaf]++
    }
    for (let halving = 0; halving < HALVINGS; halving++) {
      below.fill(0)
      for (let i = 0; i < rows; i++) {
        const leaf = leafOf[i]
        if (rest[i] <= low[leaf] + 0.5 * (high[leaf] - low[leaf])) below[leaf]++
      }
      for (let leaf = 0; leaf < leaves.length; leaf++) {
        const middle = low[leaf] + 0.5 * (high[leaf] - low[leaf])
        if (2 * below[leaf] >= total[leaf]) high[leaf] = middle
        else low[leaf] = middle
      }
    }
    for (let leaf = 0; leaf < leaves.length; leaf++)
      leaves[leaf] = total[leaf] > 0 ? shrinkage * high[leaf] : 0
  }
}

/** The last rows: their features in standard units, and how large their errors were. Plain data. */
export interface NeighbourState {
  /** Rows ever taken in; row n stands in slot n mod 400. */
  count: number
  readonly features: Float64Array
  /** √|e| in units of the running level. */
  readonly roots: Float64Array
}

/** Rows that are kept. */
export const ROWS = 400
/** Two metrics, and three bandwidths in each. */
export const METRICS = 2
export const BANDWIDTHS = 3
export const KERNELS: number = METRICS * BANDWIDTHS

export function takeRow(state: NeighbourState, z: Float64Array, root: number): void {
  const slot = state.count % ROWS
  state.features.set(z, slot * (state.features.length / ROWS))
  state.roots[slot] = root
  state.count++
}

/** How near every kept row is to one of today. Scratch. */
export class Kernels {
  /** Weights of the rows, by metric and bandwidth. */
  readonly weights: readonly Float64Array[] = Array.from({ length: KERNELS }, () => new Float64Array(ROWS))
  /** Their sums, and the sums of weight times root. */
  readonly masses: Float64Array = new Float64Array(KERNELS)
  readonly roots: Float64Array = new Float64Array(KERNELS)
  readonly #near = new Float64Array(ROWS)
  readonly #even = new Float64Array(ROWS)
  #metric = new Float64Array(0)

  /**
   * Compares features in standard units with those of every kept row.
   *
   * @param gains what each feature tells of the scale: the weights of the first metric; the second is plain
   */
  compare({ count, features, roots }: NeighbourState, z: Float64Array, gains: Float64Array): void {
    const dimension = gains.length
    const metric = this.#metricOf(gains)
    const held = Math.min(count, ROWS)
    const nearest = this.#near
    const evenly = this.#even
    for (let slot = 0, row = 0; slot < held; slot++, row += dimension) {
      let near = 0
      let even = 0
      for (let i = 0; i < dimension; i++) {
        const off = z[i] - features[row + i]
        const square = off * off
        near += metric[i] * square
        even += square
      }
      nearest[slot] = near
      evenly[slot] = even / dimension
    }
    this.#weigh(0, nearest, roots, held)
    this.#weigh(BANDWIDTHS, evenly, roots, held)
  }

  /**
   * (1 − d²/8)⁴, its 4th and its 16th power: like exp(−d²/2) at bandwidths 1, ½, ¼, without an exponential.
   *
   * @param squares d² of every row
   */
  #weigh(first: number, squares: Float64Array, roots: Float64Array, held: number): void {
    const { masses, roots: sums } = this
    for (let h = 0, source = squares; h < BANDWIDTHS; h++) {
      const out = this.weights[first + h]
      let mass = 0
      let sum = 0
      for (let slot = 0; slot < held; slot++) {
        const base = h === 0 ? Math.max(0, 1 - source[slot] / 8) : source[slot]
        const square = base * base
        const weight = square * square
        out[slot] = weight
        mass += weight
        sum += weight * roots[slot]
      }
      masses[first + h] = mass
      sums[first + h] = sum
      source = out
    }
  }

  /** Features that tell less than a tenth of what the best one does are left out. */
  #metricOf(gains: Float64Array): Float64Array {
    if (this.#metric.length !== gains.length) this.#metric = new Float64Array(gains.length)
    const metric = this.#metric
    let most = 0
    for (let i = 0; i < gains.length; i++) most = Math.max(most, gains[i])
    for (let i = 0; i < gains.length; i++) {
      const part = most > 0 ? gains[i] / most : 0
      metric[i] = most > 0 ? (part < 0.1 ? 0 : part) : 1 / gains.length
    }
    return metric
  }
}

import { ArgumentError } from '../errors.ts'
import { type Hindsight, lossOf, type Oracle, oracle, sizeOf } from './oracle.ts'

export interface BestSequenceOptions extends Hindsight {
  /** m: how often the sequence may change its expert. */
  readonly switches: number
  /** Also say whom the sequence follows, which needs T·m·K bytes. @default false */
  readonly path?: boolean
}

export interface BestSequence extends Oracle {
  /** Total loss of the best sequence with at most 0, 1, …, m switches. */
  readonly losses: Float64Array
  /** The expert of each round, if `path` was asked for. */
  readonly path: Int32Array | undefined
}

/** More bytes of path than this are refused. */
const LARGEST_PATH = 2 ** 31

/**
 * The best sequence of experts that switches at most m times, by dynamic programming in O(TmK) time.
 *
 *     Cⱼ(t, k) = loss(t, k) + min( Cⱼ(t−1, k), minᵢ Cⱼ₋₁(t−1, i) )
 */
export function bestSequence(options: BestSequenceOptions): BestSequence {
  const { switches, forecasts, path: wantsPath = false } = options
  const size = sizeOf(options)
  const rounds = forecasts.length
  if (!Number.isSafeInteger(switches) || switches < 0) {
    throw new ArgumentError(`switches must be a whole number not below 0; received ${switches}`)
  }
  const layers = Math.min(switches, rounds - 1) + 1
  if (wantsPath && rounds * layers * size > LARGEST_PATH) {
    throw new ArgumentError(
      `a path of ${rounds}·${layers}·${size} bytes is too large: ask for fewer switches`,
    )
  }
  const costs = new Float64Array(layers * size)
  /** By round and layer: the expert that a switch comes from; by expert too: whether it switched. */
  const sources = wantsPath ? new Int32Array(rounds * layers) : undefined
  const switched = wantsPath ? new Uint8Array(rounds * layers * size) : undefined
  const round = new Float64Array(size)

  for (let t = 0; t < rounds; t++) {
    for (let k = 0; k < size; k++) round[k] = lossOf(options, t, k)
    // From the last layer down, so that layer j − 1 still holds the round before.
    for (let j = layers - 1; j >= 0; j--) {
      const source = j > 0 ? cheapest(costs, (j - 1) * size, size) : -1
      const arrival = source < 0 || t === 0 ? Infinity : costs[(j - 1) * size + source]
      if (sources) sources[t * layers + j] = source
      for (let k = 0; k < size; k++) {
        const at = j * size + k
        const moves = arrival < costs[at]
        if (switched) switched[(t * layers + j) * size + k] = moves ? 1 : 0
        costs[at] = round[k] + (moves ? arrival : costs[at])
      }
    }
  }
  const losses = Float64Array.from(
    { length: switches + 1 },
    (_, j) => costs[Math.min(j, layers - 1) * size + cheapest(costs, Math.min(j, layers - 1) * size, size)],
  )
  const path = sources && switched && trace(costs, sources, switched, layers, size)
  return { ...oracle(options, losses[switches]), losses, path }
}

/** Index, within its layer, of the least cost. */
function cheapest(costs: Float64Array, start: number, size: number): number {
  let best = 0
  for (let k = 1; k < size; k++) if (costs[start + k] < costs[start + best]) best = k
  return best
}

/** Walks back from the cheapest end. */
function trace(
  costs: Float64Array,
  sources: Int32Array,
  switched: Uint8Array,
  layers: number,
  size: number,
): Int32Array {
  const path = new Int32Array(sources.length / layers)
  let layer = layers - 1
  let expert = cheapest(costs, layer * size, size)
  for (let t = path.length - 1; t >= 0; t--) {
    path[t] = expert
    if (!switched[(t * layers + layer) * size + expert]) continue
    expert = sources[t * layers + layer]
    layer--
  }
  return path
}

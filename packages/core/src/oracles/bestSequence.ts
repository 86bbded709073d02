import { ArgumentError } from '../base/errors.ts'
import { type Hindsight, lossOf, type Oracle, oracle, sizeOf } from './oracle.ts'
import { cheapest, createSwitching, follow, leastCost, type Note } from './switching.ts'

export interface BestSequenceOptions extends Hindsight {
  /** m: how often the sequence may change its expert. */
  readonly switches: number
  /** Also say whom the sequence follows, which needs 4·T·m·K bytes. @default false */
  readonly path?: boolean
}

export interface BestSequence extends Oracle {
  /** Total loss of the best sequence with at most 0, 1, …, m switches. */
  readonly losses: Float64Array
  /** The expert of each round, if `path` was asked for. */
  readonly path: Int32Array | undefined
}

/** More bytes of path than this are refused. */
const LARGEST_PATH = 2147483648

/**
 * The best sequence of experts that switches at most m times, by dynamic programming in O(TmK) time.
 *
 *     Cⱼ(t, k) = loss(t, k) + min( Cⱼ(t−1, k), minᵢ Cⱼ₋₁(t−1, i) )
 */
export function bestSequence(options: BestSequenceOptions): BestSequence {
  const { switches, forecasts, path: wantsPath = false } = options
  const size = sizeOf(options, ['switches', 'path'])
  const rounds = forecasts.length
  if (!Number.isSafeInteger(switches) || switches < 0) {
    throw new ArgumentError(`switches must be a whole number not below 0; received ${switches}`)
  }
  const layers = Math.min(switches, rounds - 1) + 1
  if (wantsPath && 4 * rounds * layers * size > LARGEST_PATH) {
    throw new ArgumentError(
      `a path of 4·${rounds}·${layers}·${size} bytes is too large: ask for fewer switches`,
      'too-large',
    )
  }
  const switching = createSwitching(layers - 1, size)
  const sources = wantsPath ? new Int32Array(rounds * layers * size) : undefined
  const round = new Float64Array(size)
  const everyone = new Float64Array(size).fill(1)
  for (let t = 0; t < rounds; t++) {
    for (let k = 0; k < size; k++) round[k] = lossOf(options, t, k)
    const note: Note | undefined =
      sources &&
      ((layer, expert, source) => {
        sources[(t * layers + layer) * size + expert] = source
      })
    follow(switching, round, everyone, note)
  }
  const losses = Float64Array.from({ length: switches + 1 }, (_, j) =>
    leastCost(switching, Math.min(j, layers - 1)),
  )
  const path = sources && trace(switching.costs, sources, layers, size)
  return { ...oracle(options, losses[switches]), losses, path }
}

/** Walks back from the cheapest end. */
function trace(costs: Float64Array, sources: Int32Array, layers: number, size: number): Int32Array {
  const path = new Int32Array(sources.length / (layers * size))
  let layer = layers - 1
  let expert = cheapest(costs, layer, size)
  for (let t = path.length - 1; t >= 0; t--) {
    path[t] = expert
    const source = sources[(t * layers + layer) * size + expert]
    if (source < 0) continue
    expert = source
    layer--
  }
  return path
}

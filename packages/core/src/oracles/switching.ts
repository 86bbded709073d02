import { counter, floats, type StateShape, shape, whole } from '../base/shape.ts'

/** Total losses of the best sequences of experts, grown round by round. Plain data. */
export interface Switching {
  rounds: number
  /** m: how often a sequence may change its expert. */
  readonly switches: number
  /** By number of switches, then by expert at the end. */
  readonly costs: Float64Array
}

export function switchingOf(switches: number, size: number): StateShape<Switching> {
  return shape<Switching>({
    rounds: counter,
    switches: whole(switches, switches),
    costs: floats((switches + 1) * size),
  })
}

export function createSwitching(switches: number, size: number): Switching {
  return switchingOf(switches, size)()
}

/** Lets every sequence go on: with its expert, or after a switch to another. */
export function follow(switching: Switching, losses: Float64Array, awake: Float64Array, note?: Note): void {
  const { costs, switches } = switching
  const size = losses.length
  // From the last layer down, so that layer j − 1 still holds the round before.
  for (let j = switches; j >= 0; j--) {
    const source = j > 0 ? cheapest(costs, j - 1, size) : -1
    const arrival = j > 0 && switching.rounds > 0 ? costs[(j - 1) * size + source] : Infinity
    for (let k = 0; k < size; k++) {
      const at = j * size + k
      const moves = arrival < costs[at]
      note?.(j, k, moves ? source : -1)
      // A sequence cannot go on with an expert that sleeps.
      costs[at] = awake[k] > 0 ? (moves ? arrival : costs[at]) + losses[k] : Infinity
    }
  }
  switching.rounds++
}

/** No sequence that ends with this expert goes on: from now on another one is in its slot. */
export function vacate({ costs, switches }: Switching, expert: number): void {
  const size = costs.length / (switches + 1)
  for (let j = 0; j <= switches; j++) costs[j * size + expert] = Infinity
}

/** The same with room for more experts, with which no sequence so far ends. */
export function resizeSwitching({ rounds, switches, costs }: Switching, size: number): Switching {
  const before = costs.length / (switches + 1)
  const larger = createSwitching(switches, size)
  larger.costs.fill(Infinity)
  for (let j = 0; j <= switches; j++) {
    larger.costs.set(costs.subarray(j * before, (j + 1) * before), j * size)
  }
  return { ...larger, rounds }
}

/** Told, for every layer and expert, from which expert a sequence switched to it; −1 if it did not switch. */
export type Note = (layer: number, expert: number, source: number) => void

/** The least total loss of a sequence with at most `switches` switches. */
export function leastCost({ costs, switches }: Switching, most: number): number {
  const size = costs.length / (switches + 1)
  return costs[most * size + cheapest(costs, most, size)]
}

/** The expert with which a sequence of this layer ends at the least cost. */
export function cheapest(costs: Float64Array, layer: number, size: number): number {
  const start = layer * size
  let best = 0
  for (let k = 1; k < size; k++) if (costs[start + k] < costs[start + best]) best = k
  return best
}

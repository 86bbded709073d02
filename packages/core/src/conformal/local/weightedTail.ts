/** Values by slot, and the slots in the order of their values and of their sizes. Plain data. */
export interface Ordered {
  readonly values: Float64Array
  readonly byValue: Uint16Array
  readonly bySize: Uint16Array
  held: number
}

export function createOrdered(size: number): Ordered {
  const order = (): Uint16Array => new Uint16Array(size)
  return { values: new Float64Array(size), byValue: order(), bySize: order(), held: 0 }
}

/** Puts a value into a slot, whose old one goes. */
export function putInOrder(state: Ordered, slot: number, value: number): void {
  const { values, byValue, bySize } = state
  let { held } = state
  if (slot < held) {
    held--
    drop(byValue, held, slot)
    drop(bySize, held, slot)
  }
  values[slot] = value
  let place = 0
  while (place < held && values[byValue[place]] < value) place++
  insert(byValue, held, place, slot)
  place = 0
  while (place < held && Math.abs(values[bySize[place]]) < Math.abs(value)) place++
  insert(bySize, held, place, slot)
  state.held = held + 1
}

function drop(order: Uint16Array, held: number, slot: number): void {
  const from = order.indexOf(slot)
  order.copyWithin(from, from + 1, held + 1)
}

function insert(order: Uint16Array, held: number, place: number, slot: number): void {
  order.copyWithin(place + 1, place, held)
  order[place] = slot
}

/** Rows that count for less than this are not near enough to extrapolate from. */
const NEAR = 0.05

/**
 * The value that a next one exceeds with probability `miss`, where row i counts for weights[i] of one: the conformal quantile of weighted
 * scores, interpolated, and beyond the largest of them a power tail. Walked from the far end.
 *
 * @param sense of the values, of the negated ones, or of their sizes
 */
export function weightedTail(
  { values, byValue, bySize, held }: Ordered,
  weights: Float64Array,
  mass: number,
  miss: number,
  sense: 'values' | 'negated' | 'sizes',
): number {
  const order = sense === 'sizes' ? bySize : byValue
  const step = sense === 'negated' ? 1 : -1
  const last = sense === 'negated' ? held - 1 : 0
  const excess = (mass + 1) * miss - 1
  let at = held - 1 - last
  if (excess < 0) {
    while (at !== last && weights[order[at]] < NEAR) at += step
    const largest = sensed(values[order[at]], sense)
    return largest + 0.5 * Math.abs(largest) * (1 / Math.sqrt((mass + 1) * miss) - 1)
  }
  for (let passed = 0; at !== last; at += step) {
    const weight = weights[order[at]]
    if (passed + weight > excess) {
      const under = sensed(values[order[at + step]], sense)
      return under + (1 - (excess - passed) / weight) * (sensed(values[order[at]], sense) - under)
    }
    passed += weight
  }
  return sensed(values[order[last]], sense)
}

function sensed(value: number, sense: 'values' | 'negated' | 'sizes'): number {
  if (sense === 'sizes') return Math.abs(value)
  return sense === 'values' ? value : -value
}

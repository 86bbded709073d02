import { expectLength, expectWhole, misfit } from '../../save/shape.ts'

/**
 * The last numbers of one series or of many, with their order. Plain data, 10 bytes a number.
 *
 * Series s keeps number n in slot n mod size. `order` names the slots of a series, that of the smallest number first, so
 * that a round sorts nothing and needs no sorted copies: 100,000 series fit into one process.
 */
export interface Rings {
  /** How many numbers each series was ever given. */
  readonly counts: Float64Array
  readonly values: Float64Array
  readonly order: Uint16Array
}

export function createRings(series: number, size: number): Rings {
  return {
    counts: new Float64Array(series),
    values: new Float64Array(series * size),
    order: new Uint16Array(series * size),
  }
}

/** Refuses rings whose order is not that of their numbers: a search in it would not end. */
export function acceptRings({ counts, values, order }: Rings, size: number): void {
  expectLength('rings.values', values, counts.length * size)
  expectLength('rings.order', order, values.length)
  const seen = new Uint8Array(size)
  for (let series = 0; series < counts.length; series++) {
    const count = expectWhole('rings.counts[]', counts[series], 0, Number.MAX_SAFE_INTEGER)
    const held = Math.min(count, size)
    seen.fill(0)
    for (let i = 0; i < held; i++) {
      const slot = expectWhole('rings.order[]', order[series * size + i], 0, held - 1)
      const value = values[series * size + slot]
      const isNext = i === 0 || values[series * size + order[series * size + i - 1]] <= value
      if (seen[slot] || !isNext) misfit('rings.order', 'the order of the numbers', slot)
      seen[slot] = 1
    }
  }
}

/** The number replaces the oldest one, where the ring is full. */
export function pushNumber(rings: Rings, series: number, size: number, value: number): void {
  const { counts, values, order } = rings
  const n = counts[series]
  const base = series * size
  const slot = (n % size) | 0
  const full = n >= size
  const old = values[base + slot]
  if (!(full && old === value)) {
    const held = full ? size : n
    const to = base + below(rings, base, held, value)
    const from = full ? position(rings, base, held, old, slot) : base + n
    if (to > from) {
      order.copyWithin(from, from + 1, to)
      order[to - 1] = slot
    } else {
      order.copyWithin(to + 1, to, from)
      order[to] = slot
    }
    values[base + slot] = value
  }
  counts[series] = n + 1
}

/** How many of the numbers are < value. */
function below({ values, order }: Rings, base: number, held: number, value: number): number {
  let from = 0
  let to = held
  while (from < to) {
    const middle = (from + to) >> 1
    if (values[base + order[base + middle]] < value) from = middle + 1
    else to = middle
  }
  return from
}

/** Where the order names a slot: among equal numbers they are tried one by one. */
function position(rings: Rings, base: number, held: number, value: number, slot: number): number {
  let at = base + below(rings, base, held, value)
  while (rings.order[at] !== slot) at++
  return at
}

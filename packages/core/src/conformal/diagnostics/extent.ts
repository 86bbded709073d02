/** How wide an interval is: an infinite one says nothing, a point or an empty one covers almost nothing. */
export type Extent = 'finite' | 'infinite' | 'point' | 'empty'

export function extentOf(lower: number, upper: number): Extent {
  // Beyond all numbers there is none.
  if (lower > upper || lower === Infinity || upper === -Infinity) return 'empty'
  if (lower === upper) return 'point'
  return upper - lower < Infinity ? 'finite' : 'infinite'
}

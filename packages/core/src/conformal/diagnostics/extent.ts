/** How wide an interval is: an infinite one says nothing, a point or an empty one covers almost nothing. */
export type Extent = 'finite' | 'infinite' | 'point' | 'empty'

export function extentOf(lower: number, upper: number): Extent {
  if (lower > upper) return 'empty'
  if (lower === upper) return 'point'
  return upper - lower < Infinity ? 'finite' : 'infinite'
}

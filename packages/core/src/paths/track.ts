/** The outcomes of a series on one scale: the last of them, and sums over all. Plain data. */
export interface Track {
  /** z of row i is at i modulo the length. */
  readonly ring: Float64Array
  /** The first row, and the row after the last. */
  first: number
  end: number
  sum: number
  /** z of the first row. */
  start: number
  /** Least squares line of all rows: mean row, mean z, and their centred products. */
  readonly line: Float64Array
}

export function createTrack(length: number): Track {
  return { ring: new Float64Array(length), first: 0, end: 0, sum: 0, start: 0, line: new Float64Array(4) }
}

/** z of a row; of the first row for those before it. */
export function zAt({ ring, first }: Track, row: number): number {
  return ring[Math.max(row, first) % ring.length]
}

/** Rows since the first, those without an outcome included. */
export function rowsOf({ first, end }: Track): number {
  return end - first
}

/** The last row before `end` of the same phase as `row`. */
export function samePhase(row: number, end: number, season: number): number {
  return row < end ? row : row - season * Math.ceil((row - end + 1) / season)
}

export function put(track: Track, z: number): void {
  const { ring, line, end } = track
  if (rowsOf(track) === 0) track.start = z
  ring[end % ring.length] = z
  track.end++
  track.sum += z
  const count = rowsOf(track)
  const row = end - line[0]
  line[0] += row / count
  const dz = z - line[1]
  line[1] += dz / count
  line[2] += row * (end - line[0])
  line[3] += row * (z - line[1])
}

/** Slope of the least squares line. */
export function slopeOf({ line }: Track): number {
  return line[2] > 0 ? line[3] / line[2] : 0
}

/** The first two seasons of a track, whose last row is still to come: its rows, and the mean of each season. */
export function twoSeasons(
  track: Track,
  period: number,
  last: number,
): { readonly z: (row: number) => number; readonly one: number; readonly two: number } {
  const z = (row: number): number => (row === 2 * period - 1 ? last : zAt(track, track.first + row))
  let one = 0
  let two = 0
  for (let p = 0; p < period; p++) {
    one += z(p) / period
    two += z(p + period) / period
  }
  return { z, one, two }
}

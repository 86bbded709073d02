/** Dots of a braille character by column and row, from the top. */
const DOTS: readonly (readonly number[])[] = [
  [0x01, 0x02, 0x04, 0x40],
  [0x08, 0x10, 0x20, 0x80],
]

/**
 * A line of values as `height` rows of braille, `width` characters wide: two values across and four down in each.
 *
 * @param range values at the bottom and at the top
 */
export function braille(
  values: readonly (number | null)[],
  width: number,
  height: number,
  [low, high]: readonly [number, number],
): string[] {
  const cells = Array.from({ length: height }, () => new Uint8Array(width))
  const columns = 2 * width
  const rows = 4 * height
  const place = (x: number): number | null => {
    const value = values[Math.min(values.length - 1, Math.floor((x / columns) * values.length))]
    if (value === null || value === undefined || !(high > low)) return null
    return Math.round((1 - Math.min(1, Math.max(0, (value - low) / (high - low)))) * (rows - 1))
  }
  let before: number | null = null
  for (let x = 0; x < columns; x++) {
    const y = place(x)
    if (y === null) {
      before = null
      continue
    }
    // Neighbours are joined: a jump is a line, not a gap.
    for (let dot = Math.min(y, before ?? y); dot <= Math.max(y, before ?? y); dot++) {
      const row = cells[dot >> 2] as Uint8Array
      row[x >> 1] = (row[x >> 1] as number) | (DOTS[x & 1]?.[dot & 3] as number)
    }
    before = y
  }
  return cells.map((row) => Array.from(row, (dots) => String.fromCharCode(0x2800 + dots)).join(''))
}

import type { Dice } from './dice.ts'
import type { Spec } from './spec.ts'

export const HOSTILE: readonly number[] = [
  0,
  -0,
  1e-320,
  1e-160,
  1e8,
  -1e8,
  1e20,
  1e150,
  -1e155,
  1e160,
  1e300,
  -1.7e308,
  1.7e308,
  Number.NaN,
  Infinity,
]

/** How likely a row is to be wild, and numbers with it. */
export function drawRow(dice: Dice, dimension: number, hostile: number): Spec {
  const wild = dice.chance(hostile)
  return Array.from({ length: dice.chance(0.004) ? dimension + 1 : dimension }, () =>
    wild && dice.chance(0.5) ? dice.pick(HOSTILE) : dice.normal(),
  )
}

const WORDS = ['north', 'south', '', 'NA', ' true', '2026-02-31', '1e3', '__proto__', 'x'.repeat(300)]

/** Columns of a table as users have them, and rows of it: cells missing, of other kinds, under names never seen. */
export function drawTable(dice: Dice): () => Spec {
  const hostile = dice.pick([0, 0.02, 0.2])
  const kinds = Array.from({ length: dice.between(0, 3) }, () =>
    dice.pick(['number', 'word', 'flag', 'same']),
  )
  const timed = dice.chance(0.5)
  let hour = 0
  const cell = (kind: string): Spec => {
    if (dice.chance(hostile)) return dice.pick<Spec>([...HOSTILE, ...WORDS, null, true])
    if (dice.chance(0.05)) return null
    if (kind === 'number') return dice.normal()
    if (kind === 'flag') return dice.chance(0.5)
    return kind === 'same' ? 7 : dice.pick(['north', 'south', 'east'])
  }
  return () => {
    hour += dice.chance(0.95) ? 1 : dice.pick([-3, 0, 20])
    const row: Record<string, Spec> = {}
    if (timed) row.at = dice.chance(hostile) ? dice.pick(WORDS) : new Date(3_600_000 * hour).toISOString()
    kinds.forEach((kind, j) => {
      if (!dice.chance(0.01)) row[`column ${j}`] = cell(kind)
    })
    return row
  }
}

import type { Numbers, Rows } from './timeline.ts'

/** A view that a few wild values do not flatten: bands may leave it, outcomes do not. */
export function extent(rows: Rows, future: Rows | undefined): [number, number] {
  const inside = finite([
    ...rows.y,
    ...rows.mean,
    ...(rows.low ?? []),
    ...(rows.high ?? []),
    ...(future?.mean ?? []),
  ])
  const ends = finite([
    ...rows.lower,
    ...rows.upper,
    ...(future?.lower ?? []),
    ...(future?.upper ?? []),
  ]).sort((a, b) => a - b)
  if (inside.length === 0 && ends.length === 0) return [0, 1]
  const trimmed = ends.length === 0 ? [] : [quantile(ends, 0.02), quantile(ends, 0.98)]
  const all = [...inside, ...trimmed]
  const least = all.reduce((a, b) => Math.min(a, b))
  const greatest = all.reduce((a, b) => Math.max(a, b))
  const room = 0.06 * (greatest - least || Math.abs(greatest) || 1)
  const floor = least >= 0 && least - room < 0 ? 0 : least - room
  return [floor, greatest + room]
}

function finite(values: Numbers): number[] {
  return values.filter((value): value is number => value !== null && Number.isFinite(value))
}

function quantile(sorted: readonly number[], p: number): number {
  return sorted[Math.round(p * (sorted.length - 1))] as number
}

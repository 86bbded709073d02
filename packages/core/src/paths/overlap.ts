/** Part of a single error that each further step takes from what an error is worth. */
const OVERLAP = 0.3

/** How many errors of step k, from 0, say as much as one of the first step: they overlap. */
export function overlapOf(k: number): number {
  return 1 + OVERLAP * k
}

/** Scores beyond this are learnt as this: their differences must not overflow. */
const FAR = 1e300

/** The score that is learnt instead of one. Never −0: which of two zeros stands first would depend on how memories were sorted. */
export function clip(score: number): number {
  return Math.max(-FAR, Math.min(FAR, score)) + 0
}

import type { CoverageCount } from './coverageCount.js'

/** Fewer rounds show how something is called, and no coverage. */
const FEWEST = 20
/** How far from what is asked the coverage of an example may be. */
const BAR = 0.005

/** The intervals that covered less or more often than asked, with their numbers. */
export function coverageMissed(counts: readonly CoverageCount[]): string[] {
  return counts
    .filter(({ rounds }) => rounds >= FEWEST)
    .filter(({ asked, rounds, covered }) => Math.abs(covered / rounds - asked) > BAR + 1e-12)
    .map(({ name, rounds, covered }) => `${name}: ${covered} of ${rounds}, ${(covered / rounds).toFixed(4)}`)
}

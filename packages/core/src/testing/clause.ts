/** One promise of a contract. `check` throws where it is broken: run each as a test of its own. */
export interface Clause {
  readonly promise: string
  check(): void
}

export class BrokenContract extends Error {
  override readonly name: string = 'BrokenContract'
}

export function ensure(holds: boolean, message: () => string): void {
  if (!holds) throw new BrokenContract(message())
}

/** Agreement to a tolerance that is relative, or absolute below 1. */
export function ensureClose(actual: number, expected: number, tolerance: number, what: () => string): void {
  const gap = Math.abs(actual - expected) / Math.max(1, Math.abs(expected))
  ensure(actual === expected || gap <= tolerance, () => `${what()}: ${actual}, expected ${expected}`)
}

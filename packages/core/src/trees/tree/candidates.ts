import { add, type Moments, subtract, variance } from '../../math/moments.ts'
import { type Observers, release } from './observers.ts'

/** The best split of a leaf on one feature; `merit` is −∞ while there is none. */
export interface Candidate {
  merit: number
  threshold: number
  readonly left: Moments
  readonly right: Moments
}

export function createCandidate(): Candidate {
  return { merit: -Infinity, threshold: 0, left: new Float64Array(3), right: new Float64Array(3) }
}

export function copyCandidate(from: Candidate, to: Candidate): void {
  to.merit = from.merit
  to.threshold = from.threshold
  to.left.set(from.left)
  to.right.set(from.right)
}

/** The failed attempt by which bad candidates are judged. */
export interface FailedAttempt {
  readonly bestMerit: number
  /** Second best merit over best. */
  readonly ratio: number
  /** The Hoeffding bound ε. */
  readonly bound: number
}

// Moments of everything to the left of the subtree being visited, and of both sides of a split.
const passed = new Float64Array(3)
const below = new Float64Array(3)
const above = new Float64Array(3)

function merit({ moments }: Observers, node: number, total: Moments, at: number, minSamples: number): number {
  add(below, 0, moments, 3 * node, passed, 0)
  subtract(above, 0, total, at, below, 0)
  if (below[0] < minSamples || above[0] < minSamples) return 0
  const n = total[at]
  return variance(total, at) - (below[0] / n) * variance(below, 0) - (above[0] / n) * variance(above, 0)
}

/**
 * The candidate of largest variance reduction, the lowest value first among equals.
 *
 *     s²(all) − n₋/n s²(at or below) − n₊/n s²(above)
 */
export function bestCandidate(
  observers: Observers,
  root: number,
  total: Moments,
  at: number,
  minSamples: number,
  out: Candidate,
): void {
  out.merit = -Infinity
  passed.fill(0)
  if (root >= 0) visit(observers, root, total, at, minSamples, out)
}

function visit(
  o: Observers,
  node: number,
  total: Moments,
  at: number,
  minSamples: number,
  out: Candidate,
): void {
  if (o.left[node] >= 0) visit(o, o.left[node], total, at, minSamples, out)
  const gain = merit(o, node, total, at, minSamples)
  if (gain > out.merit) {
    out.merit = gain
    out.threshold = o.value[node]
    out.left.set(below)
    out.right.set(above)
  }
  if (o.right[node] < 0) return
  add(passed, 0, passed, 0, o.moments, 3 * node)
  visit(o, o.right[node], total, at, minSamples, out)
  subtract(passed, 0, passed, 0, o.moments, 3 * node)
}

/**
 * Frees candidates that are surely worse than the best, bottom up; returns the root that is left, or −1.
 *
 *     merit / best < ratio − 2ε,  and the same below it
 *
 * What they had counted is forgotten with them, as in FIMT-DD.
 */
export function dropBadCandidates(
  observers: Observers,
  root: number,
  total: Moments,
  at: number,
  minSamples: number,
  failed: FailedAttempt,
): number {
  passed.fill(0)
  if (root < 0 || !isBad(observers, root, total, at, minSamples, failed)) return root
  release(observers, root)
  return -1
}

function isBad(
  o: Observers,
  node: number,
  total: Moments,
  at: number,
  minSamples: number,
  failed: FailedAttempt,
): boolean {
  const left = o.left[node]
  if (left >= 0) {
    if (!isBad(o, left, total, at, minSamples, failed)) return false
    o.left[node] = -1
    release(o, left)
  }
  const right = o.right[node]
  if (right >= 0) {
    add(passed, 0, passed, 0, o.moments, 3 * node)
    const bad = isBad(o, right, total, at, minSamples, failed)
    subtract(passed, 0, passed, 0, o.moments, 3 * node)
    if (!bad) return false
    o.right[node] = -1
    release(o, right)
  }
  return merit(o, node, total, at, minSamples) / failed.bestMerit < failed.ratio - 2 * failed.bound
}

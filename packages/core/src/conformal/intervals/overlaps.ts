import { show } from '../../base/check.ts'
import { ArgumentError } from '../../base/errors.ts'
import { misfit } from '../../base/save/shape.ts'
import { also, counter, listOf, real, type StateShape, shape, string } from '../../base/shape.ts'
import { placesOf } from './placesOf.ts'

/** Groups that a round may belong to several of, each with a governor of its own. Plain data. */
export interface OverlapState {
  readonly names: string[]
  /** By group. */
  readonly rounds: number[]
  /** g of each group, and its misses: by coverage, then by group. */
  readonly governors: number[][]
  readonly misses: number[][]
  /** The most groups that a round belonged to, and the most outcomes between a forecast and its own. */
  most: number
  latest: number
}

/** κ at α = 0.1 and above, as in a layer: a group has fewer rounds than all together. */
const GAIN = 0.1
/** g is not let fall below this: a group that covers too much must not use up the others' misses. */
const LEAST = 2
/** The governor of all rounds lies within ±G. */
const LIMIT = 6

/** @param coverages how many there are */
export function overlapsOf(coverages: number): StateShape<OverlapState> {
  const all = ({ names }: OverlapState): number => names.length
  return shape<OverlapState>({
    names: also(listOf(string), (names, path) => {
      if (new Set(names).size < names.length) misfit(path, 'different names', names)
    }),
    rounds: listOf(counter, all),
    governors: listOf(listOf(real(), all), coverages),
    misses: listOf(listOf(counter, all), coverages),
    most: counter,
    latest: counter,
  })
}

/** The names of a round's groups, each once, and none where it belongs to no group; an ArgumentError if they are not. */
export function expectOverlaps(given: unknown): readonly string[] {
  const isList = Array.isArray(given) && given.every((name) => typeof name === 'string')
  if (isList && new Set(given).size === given.length) return given as readonly string[]
  throw new ArgumentError(
    `groups must be a list of different texts: all segments that the forecast belongs to, [] for none; received ${show(given)}`,
  )
}

/** Σg of a round's groups at one coverage: what is added to the governor of all rounds. One that is new has 0. */
export function overlapOffset(state: OverlapState, coverage: number, groups: readonly string[]): number {
  const { governors } = state
  let sum = 0
  for (const group of groups) sum += governors[coverage][placesOf(state.names).get(group) ?? -1] ?? 0
  return sum
}

/** κ of a group. Rarer misses weigh more. */
function gainOf(alpha: number): number {
  return GAIN * Math.max(1, Math.sqrt(0.1 / alpha))
}

/**
 * Counts a round for each of its groups, and moves their governors: g ← max(−2, g + κ(miss − α)).
 *
 * @param covered at each coverage
 * @param passed outcomes that came between the forecast and its own
 */
export function learnOverlaps(
  state: OverlapState,
  groups: readonly string[],
  alphas: readonly number[],
  covered: readonly boolean[],
  passed: number,
): void {
  state.most = Math.max(state.most, groups.length)
  state.latest = Math.max(state.latest, passed)
  for (const group of groups) {
    const known = placesOf(state.names).get(group)
    const i = known ?? state.names.push(group) - 1
    if (known === undefined) {
      placesOf(state.names).set(group, i)
      for (const row of [state.rounds, ...state.governors, ...state.misses]) row.push(0)
    }
    state.rounds[i]++
    alphas.forEach((alpha, c) => {
      const miss = covered[c] ? 0 : 1
      state.misses[c][i] += miss
      state.governors[c][i] = Math.max(-LEAST, state.governors[c][i] + gainOf(alpha) * (miss - alpha))
    })
  }
}

/** How far the groups of a round may lower the level that is asked, in logits. */
export function overlapSlack({ most }: OverlapState): number {
  return LEAST * most
}

/** How one of several overlapping groups was covered, beside what is proven of it. */
export interface OverlapCoverage {
  readonly group: string
  readonly rounds: number
  readonly coverage: number
  /** Misses, and how many there may be at most, whatever the outcomes. */
  readonly misses: number
  readonly mostMisses: number
}

/** Every group, the furthest from the target first. */
export function overlapCoverages(state: OverlapState, coverage: number, alpha: number): OverlapCoverage[] {
  const { names, rounds, misses, most, latest } = state
  // Others can lower the level by G and by 2 each: beyond that its own g makes the interval infinite.
  const highest = 2 * LIMIT + LEAST * (most - 1)
  const excess = highest / gainOf(alpha) + 1 + latest
  return names
    .map((group, i) => ({
      group,
      rounds: rounds[i],
      coverage: 1 - misses[coverage][i] / rounds[i],
      misses: misses[coverage][i],
      mostMisses: alpha * rounds[i] + excess,
    }))
    .sort((a, b) => Math.abs(b.coverage - 1 + alpha) - Math.abs(a.coverage - 1 + alpha))
}

import { misfit } from '../base/save/shape.ts'
import { also, floats, listOf, type StateShape, shape, whole } from '../base/shape.ts'
import { enterShare, leaveShare, withRoom } from './slots.ts'

/** Means of consecutive past posteriors v₀, v₁, … Plain data. */
export interface PastPosteriors {
  /** From the newest to the oldest. */
  readonly blocks: PastBlock[]
  /** Room for means to come. */
  readonly spares: Float64Array[]
}

interface PastBlock {
  count: number
  readonly mean: Float64Array
}

/**
 * What weight a block of posteriors gets that are between `nearest` and `farthest` rounds old, up to a factor.
 *
 *     uniform    their number
 *     decaying   Σ1/age ≈ log((farthest + ½)/(nearest − ½))
 */
const WEIGHTS = {
  uniform: (nearest: number, farthest: number): number => farthest - nearest + 1,
  decaying: (nearest: number, farthest: number): number => Math.log((farthest + 0.5) / (nearest - 0.5)),
}

export type Past = keyof typeof WEIGHTS

export function createPast(prior: Float64Array): PastPosteriors {
  return { blocks: [{ count: 1, mean: prior.slice() }], spares: [] }
}

/** Means of the weights of so many experts. */
export function pastOf(size: number): StateShape<PastPosteriors> {
  const blocks = listOf(shape<PastBlock>({ count: whole(1), mean: floats(size) }))
  return shape<PastPosteriors>({
    blocks: also(blocks, (value, path) => {
      if (value.length === 0) misfit(path, 'a list that is not empty', value)
    }),
    spares: listOf(floats(size)),
  })
}

/** ω ← (1 − α)v + α Σβ(q)v_q over the past posteriors, without v itself. */
export function mixPast({ blocks }: PastPosteriors, past: Past, share: number, weights: Float64Array): void {
  let total = 0
  for (let i = 0, age = 1; i < blocks.length; age += blocks[i].count, i++) {
    total += WEIGHTS[past](age, age + blocks[i].count - 1)
  }
  for (let k = 0; k < weights.length; k++) weights[k] *= 1 - share
  for (let i = 0, age = 1; i < blocks.length; age += blocks[i].count, i++) {
    const factor = (share * WEIGHTS[past](age, age + blocks[i].count - 1)) / total
    for (let k = 0; k < weights.length; k++) weights[k] += factor * blocks[i].mean[k]
  }
}

/**
 * Takes in a posterior.
 *
 * A uniform past is one mean. A decaying one has at most two blocks of each power of 2, and so O(log T) of them: where
 * there would be three, the two older ones become one.
 */
export function pushPast({ blocks, spares }: PastPosteriors, past: Past, posterior: Float64Array): void {
  if (past === 'uniform') {
    join({ count: 1, mean: posterior }, blocks[0])
    return
  }
  const mean = spares.pop() ?? new Float64Array(posterior.length)
  mean.set(posterior)
  blocks.unshift({ count: 1, mean })
  for (let i = 0; i + 2 < blocks.length && blocks[i + 2].count === blocks[i].count; i++) {
    join(blocks[i + 1], blocks[i + 2])
    spares.push(blocks[i + 1].mean)
    blocks.splice(i + 1, 1)
  }
}

export function enterPast({ blocks }: PastPosteriors, expert: number, share: number): void {
  for (const { mean } of blocks) enterShare(mean, expert, share)
}

/** @param weights those of today, without the expert: what a past that knew no other expert becomes */
export function leavePast({ blocks }: PastPosteriors, expert: number, weights: Float64Array): void {
  for (const { mean } of blocks) {
    leaveShare(mean, expert)
    if (mean.every((weight) => weight === 0)) mean.set(weights)
  }
}

export function resizePast({ blocks }: PastPosteriors, size: number): PastPosteriors {
  return { blocks: blocks.map((block) => ({ ...block, mean: withRoom(block.mean, size, 0) })), spares: [] }
}

/** Makes `into` the mean of both. */
function join(block: PastBlock, into: PastBlock): void {
  const all = block.count + into.count
  for (let k = 0; k < into.mean.length; k++) {
    into.mean[k] += (block.mean[k] - into.mean[k]) * (block.count / all)
  }
  into.count = all
}

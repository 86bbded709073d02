import type { Moments } from '../../models/peers.ts'

/** How far a key may follow the pool: the part of the pool in its forecast. The first follows its own learner alone. */
export const BLENDS: readonly number[] = [0, 0.25, 0.5, 0.75, 1]
/** Ages by which keys are told apart: 1, 2 to 3, 4 to 7, … outcomes. */
export const AGES = 8

/** Rate of the weights. */
const RATE = 0.5
/** Part of its evidence that a key forgets with each row. */
const FORGET = 0.01
/** Rows of one's own that the losses of all keys are worth; and rows before these are trusted by half. */
const WORTH = 10
const HALF_TRUSTED = 5
/** What one row can say at most. */
const MOST = 4

export function ageOf(outcomes: number): number {
  return Math.min(AGES - 1, Math.floor(Math.log2(outcomes + 1)))
}

/**
 * The part of the pool in the forecast of a key: exponential weights over blends, by what the key has lost with each, from
 * what all keys of its age have. Half of the prior is on its own learner alone.
 *
 * @param own what the key has gained with each blend over its own learner
 * @param gains the same of all keys of its age, and over how many rows
 */
export function followed(own: Float64Array, gains: Float64Array, rows: number): number {
  const logs = BLENDS.map((part, j) => {
    const evidence = own[j] + (WORTH * gains[j]) / (rows + HALF_TRUSTED)
    return RATE * evidence + (part === 0 ? Math.log(BLENDS.length - 1) : 0)
  })
  const most = Math.max(...logs)
  let [sum, total] = [0, 0]
  logs.forEach((log, j) => {
    const weight = Math.exp(log - most)
    total += weight
    sum += weight * BLENDS[j]
  })
  return sum / total
}

/** What each blend has gained over the key's own learner: logarithms of Student's densities of their moments. */
export function gainsOf(own: Moments, said: Moments, y: number): Float64Array {
  const logs = BLENDS.map((part) => {
    const mean = (1 - part) * own.mean + part * said.mean
    const sd = (1 - part) * own.sd + part * said.sd
    const error = (y - mean) / sd
    return -3 * Math.log1p((error * error) / 5) - Math.log(sd)
  })
  return Float64Array.from(logs, (log) => {
    const gain = log - logs[0]
    return Number.isFinite(gain) ? Math.max(-MOST, Math.min(MOST, gain)) : 0
  })
}

/** A row of this key has shown these gains. */
export function learnTrust(own: Float64Array, gains: Float64Array): void {
  for (let j = 0; j < own.length; j++) own[j] = (1 - FORGET) * own[j] + gains[j]
}

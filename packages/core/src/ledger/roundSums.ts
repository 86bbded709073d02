import { counter, floats, real, type StateShape, shape } from '../base/shape.ts'
import { withRoom } from '../meta/slots.ts'
import type { Round } from '../nouns/metaLearner.ts'

/** A round and the rate γ it was scored with. */
export interface RatedRound extends Round {
  readonly rate: number
}

/**
 * Sums over consecutive rounds.
 *
 * Sums of neighbours are added, and never subtracted: an outlier leaves no trace outside its own rounds.
 */
export interface RoundSums {
  rounds: number
  /** Σ own loss. */
  own: number
  /** Σ γ|own|: the size of what weighted regrets are differences of. */
  size: number
  /** Row after row, one entry per expert in each: see `Row`. In one array, because a checkpoint adds all of them. */
  readonly table: Float64Array
  /** Σ γ²Σω·loss². */
  quadratic: number
  /** −log(1 − σ) of the update before the first round, and the sum of it over the updates between rounds. */
  before: number
  shared: number
  /** The rate of all these rounds; NaN if they differ. */
  rate: number
  /** Rounds with a negative loss, one too large to square, or own > Σω·loss: where the mean bound does not apply. */
  broken: number
  /** Rounds in which own > Σω·loss, which only a loss that is not convex allows. */
  above: number
  /** Outcomes that came late: scored with weights that were no longer current. */
  late: number
}

/**
 * What is summed for each expert.
 *
 *     losses    Σ aₖ·lossₖ
 *     regrets   Σ aₖ(own − lossₖ), summed as differences because the sums themselves cancel
 *     weighted  Σ γaₖ(own − lossₖ)
 *     asleep    Σ(1 − aₖ)
 */
export type Row = keyof typeof ROWS
const ROWS = { losses: 0, regrets: 1, weighted: 2, asleep: 3 } as const
const HEIGHT = 4

export function rowOf({ table }: RoundSums, row: Row): Float64Array {
  const size = table.length / HEIGHT
  return table.subarray(ROWS[row] * size, (ROWS[row] + 1) * size)
}

/** Sums that know where they begin: after how many rounds, and with which log-weights. */
export interface Stretch extends RoundSums {
  after: number
  readonly logWeights: Float64Array
}

/** All stretches are made here, and by naming each field: objects of one shape, which compiled code needs. */
export function createStretch(after: number, logWeights: Float64Array): Stretch {
  return {
    rounds: 0,
    own: 0,
    size: 0,
    table: new Float64Array(HEIGHT * logWeights.length),
    quadratic: 0,
    before: 0,
    shared: 0,
    rate: 0,
    broken: 0,
    above: 0,
    late: 0,
    after,
    logWeights: logWeights.slice(),
  }
}

/** A stretch of so many experts. */
export function stretchOf(size: number): StateShape<Stretch> {
  return shape<Stretch>({
    rounds: counter,
    own: real(),
    size: real(),
    table: floats(HEIGHT * size),
    quadratic: real(),
    before: real(),
    shared: real(),
    rate: real(),
    broken: counter,
    above: counter,
    late: counter,
    after: counter,
    logWeights: floats(size),
  })
}

/** Empties a stretch, to begin elsewhere. */
export function restart(stretch: Stretch, after: number, logWeights: Float64Array): Stretch {
  clearSums(stretch)
  stretch.after = after
  for (let k = 0; k < logWeights.length; k++) stretch.logWeights[k] = logWeights[k]
  return stretch
}

/** One stretch of a stretch and the rounds that follow it. */
export function joined(first: Stretch, ...rest: readonly RoundSums[]): Stretch {
  const all = createStretch(first.after, first.logWeights)
  addSums(all, first)
  for (const next of rest) addSums(all, next)
  return all
}

/** @param shared −log(1 − σ) of the update before this round */
export function addRound(sums: RoundSums, round: RatedRound, shared: number, late: boolean): void {
  const { own, losses, awake, rate } = round
  const { weights } = round
  const { table } = sums
  const size = losses.length
  let mean = 0
  let square = 0
  let negative = 0
  for (let k = 0; k < size; k++) {
    // Read once: after a store the compiler has to assume that any array has changed.
    const active = awake[k]
    const loss = losses[k]
    const regret = active * (own - loss)
    table[k] = plus(table[k], active * loss)
    table[size + k] = plus(table[size + k], regret)
    table[2 * size + k] = plus(table[2 * size + k], rate * regret)
    if (active !== 1) table[3 * size + k] += 1 - active
    mean += weights[k] * loss
    square += weights[k] * (rate * loss) * (rate * loss)
    // Not a branch: the signs of linearised losses cannot be foreseen.
    negative += Math.abs(loss) - loss
  }
  // The tolerance is for rounding alone: own = Σω·loss exactly for mean scores.
  const above = own > mean + 1e-12 * Math.abs(mean)
  const broken = negative > 0 || !(square < Infinity) || above
  if (above) sums.above++
  if (broken) sums.broken++
  else sums.quadratic += square
  if (late) sums.late++
  if (sums.rounds === 0) begin(sums, rate, shared)
  else {
    sums.shared += shared
    if (sums.rate !== rate) sums.rate = Number.NaN
  }
  sums.rounds++
  sums.own = plus(sums.own, own)
  sums.size += rate * Math.abs(own)
}

/** A sum that has overflowed stays where it is: ∞ − ∞ is no number. */
function plus(sum: number, more: number): number {
  const total = sum + more
  return Number.isNaN(total) ? sum : total
}

/** Adds the sums of the rounds that follow. */
export function addSums(sums: RoundSums, next: RoundSums): void {
  if (next.rounds === 0) return
  for (let i = 0; i < sums.table.length; i++) sums.table[i] = plus(sums.table[i], next.table[i])
  sums.quadratic += next.quadratic
  sums.broken += next.broken
  sums.above += next.above
  sums.late += next.late
  if (sums.rounds === 0) begin(sums, next.rate, next.before)
  else {
    sums.shared += next.before
    if (sums.rate !== next.rate) sums.rate = Number.NaN
  }
  sums.shared += next.shared
  sums.rounds += next.rounds
  sums.own = plus(sums.own, next.own)
  sums.size += next.size
}

function begin(sums: RoundSums, rate: number, before: number): void {
  sums.before = before
  sums.rate = rate
}

export function clearSums(sums: RoundSums): void {
  // A loop, because `fill` costs more than a handful of experts.
  for (let i = 0; i < sums.table.length; i++) sums.table[i] = 0
  sums.rounds =
    sums.own =
    sums.size =
    sums.quadratic =
    sums.before =
    sums.shared =
    sums.rate =
    sums.broken =
    sums.above =
    sums.late =
      0
}

/** The same with room for more experts, which slept in all these rounds. */
export function resizeStretch(stretch: Stretch, size: number): Stretch {
  const larger = {
    ...stretch,
    table: new Float64Array(HEIGHT * size),
    logWeights: withRoom(stretch.logWeights, size, -Infinity),
  }
  rowOf(larger, 'asleep').fill(stretch.rounds)
  for (const row of Object.keys(ROWS) as Row[]) rowOf(larger, row).set(rowOf(stretch, row))
  return larger
}

/** The slot of an expert as if it had slept in all these rounds. */
export function vacateSums(sums: RoundSums, expert: number): void {
  rowOf(sums, 'losses')[expert] = 0
  rowOf(sums, 'regrets')[expert] = 0
  rowOf(sums, 'weighted')[expert] = 0
  rowOf(sums, 'asleep')[expert] = sums.rounds
}

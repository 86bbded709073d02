import type { Round } from '../meta/metaLearner.ts'

/** A round and the rate γ it was scored with. */
export interface RatedRound extends Round {
  readonly rate: number
}

/**
 * Sums over consecutive rounds, one entry per expert in each array.
 *
 * Sums of neighbours are added, and never subtracted: an outlier leaves no trace outside its own rounds.
 */
export interface RoundSums {
  rounds: number
  /** Σ own loss. */
  own: number
  /** Σ(1 − aₖ): in how many rounds expert k slept. */
  readonly asleep: Float64Array
  /** Σ aₖ·lossₖ. */
  readonly losses: Float64Array
  /** Σ aₖ(own − lossₖ): regret to expert k, summed as differences because the sums themselves cancel. */
  readonly regrets: Float64Array
  /** Σ γaₖ(own − lossₖ). */
  readonly weighted: Float64Array
  /** Σ γ²Σω·loss². */
  quadratic: number
  /** −log(1 − σ) of the update before the first round, and the sum of it over the updates between rounds. */
  before: number
  shared: number
  /** The rate of all these rounds; NaN if they differ. */
  rate: number
  /** Rounds with a negative loss, one too large to square, or own > Σω·loss: where the mean bound does not apply. */
  broken: number
  /** Outcomes that came late: scored with weights that were no longer current. */
  late: number
}

/** Sums that know where they begin: after how many rounds, and with which log-weights. */
export interface Stretch extends RoundSums {
  after: number
  readonly logWeights: Float64Array
}

export function createSums(size: number): RoundSums {
  return {
    rounds: 0,
    own: 0,
    asleep: new Float64Array(size),
    losses: new Float64Array(size),
    regrets: new Float64Array(size),
    weighted: new Float64Array(size),
    quadratic: 0,
    before: 0,
    shared: 0,
    rate: 0,
    broken: 0,
    late: 0,
  }
}

export function createStretch(after: number, logWeights: Float64Array): Stretch {
  return { ...createSums(logWeights.length), after, logWeights: logWeights.slice() }
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
  const { linear } = round.weights
  const { asleep, losses: totals, regrets, weighted } = sums
  let mean = 0
  let square = 0
  let negative = 0
  for (let k = 0; k < losses.length; k++) {
    // Read once: after a store the compiler has to assume that any array has changed.
    const active = awake[k]
    const loss = losses[k]
    const regret = active * (own - loss)
    if (active !== 1) asleep[k] += 1 - active
    totals[k] += active * loss
    regrets[k] += regret
    weighted[k] += rate * regret
    mean += linear[k] * loss
    square += linear[k] * (rate * loss) * (rate * loss)
    // Not a branch: the signs of linearised losses cannot be foreseen.
    negative += Math.abs(loss) - loss
  }
  // The tolerance is for rounding alone: own = Σω·loss exactly for mean scores.
  const broken = negative > 0 || !(square < Infinity) || own > mean + 1e-12 * Math.abs(mean)
  if (broken) sums.broken++
  else sums.quadratic += square
  if (late) sums.late++
  if (sums.rounds === 0) begin(sums, rate, shared)
  else {
    sums.shared += shared
    if (sums.rate !== rate) sums.rate = Number.NaN
  }
  sums.rounds++
  sums.own += own
}

/** Adds the sums of the rounds that follow. */
export function addSums(sums: RoundSums, next: RoundSums): void {
  if (next.rounds === 0) return
  addTo(sums.asleep, next.asleep)
  addTo(sums.losses, next.losses)
  addTo(sums.regrets, next.regrets)
  addTo(sums.weighted, next.weighted)
  sums.quadratic += next.quadratic
  sums.broken += next.broken
  sums.late += next.late
  if (sums.rounds === 0) begin(sums, next.rate, next.before)
  else {
    sums.shared += next.before
    if (sums.rate !== next.rate) sums.rate = Number.NaN
  }
  sums.shared += next.shared
  sums.rounds += next.rounds
  sums.own += next.own
}

function begin(sums: RoundSums, rate: number, before: number): void {
  sums.before = before
  sums.rate = rate
}

export function clearSums(sums: RoundSums): void {
  clear(sums.asleep)
  clear(sums.losses)
  clear(sums.regrets)
  clear(sums.weighted)
  sums.rounds =
    sums.own =
    sums.quadratic =
    sums.before =
    sums.shared =
    sums.rate =
    sums.broken =
    sums.late =
      0
}

function addTo(sums: Float64Array, values: Float64Array): void {
  for (let k = 0; k < sums.length; k++) sums[k] += values[k]
}

/** A loop, because `fill` costs more than a handful of experts. */
function clear(sums: Float64Array): void {
  for (let k = 0; k < sums.length; k++) sums[k] = 0
}

import { show } from './check.ts'
import { ArgumentError } from './errors.ts'
import type { Round } from './meta/metaLearner.ts'

/** Running sums over rounds, one entry per expert in each array. */
interface Totals {
  rounds: number
  /** Σ own loss. */
  own: number
  /** Σ aₖ·lossₖ over the rounds in which expert k was awake. */
  readonly losses: Float64Array
  /** Σ aₖ(own − lossₖ): regret to expert k, summed as differences because the sums themselves cancel. */
  readonly regrets: Float64Array
  /** Σ γaₖ(own − lossₖ). */
  readonly weighted: Float64Array
  /** Σ γ²Σω·loss². */
  quadratic: number
  /** Σ −log(1 − σ). */
  shared: number
  /** Rounds whose rate differs from that of the round before. */
  changes: number
  /** Rounds with a negative loss, or with own > Σω·loss: where the mean bound does not apply. */
  broken: number
  /** Outcomes that came late: scored with weights that were no longer current. */
  late: number
}

/** Totals at some round, with the log-weights that the next round started from. */
interface Snapshot extends Totals {
  readonly logWeights: Float64Array
}

export interface LedgerState {
  readonly now: Totals
  readonly start: Snapshot
  readonly marks: Record<string, Snapshot>
  /** For level j the snapshots at the last two multiples of 2ʲ·64 rounds. */
  readonly checkpoints: Snapshot[][]
  lastRate: number
  lastShared: number
}

/** A round and the rate γ it was scored with. */
interface RatedRound extends Round {
  readonly rate: number
}

/** Losses and regret over some rounds, beside what is guaranteed. */
export interface Account {
  /** First and last round, counted from 1. */
  readonly from: number
  readonly to: number
  /** What the learner itself incurred. */
  readonly loss: number
  /** What each expert incurred while awake. */
  readonly losses: Float64Array
  /** The best expert in hindsight: the one to which regret is largest. */
  readonly best: number
  readonly regret: number
  /** A proven upper bound of `regret`; undefined where its conditions fail, and `reason` says which. */
  readonly bound: number | undefined
  /** Σγ(own − loss) to the best expert: what is bounded when rates change. */
  readonly weightedRegret: number
  readonly weightedBound: number | undefined
  readonly reason: string | undefined
}

/** The finest checkpoint distance, in rounds. */
const GRAIN = 64

export function createLedger(size: number, logWeights: Float64Array): LedgerState {
  const now: Totals = {
    rounds: 0,
    own: 0,
    losses: new Float64Array(size),
    regrets: new Float64Array(size),
    weighted: new Float64Array(size),
    quadratic: 0,
    shared: 0,
    changes: 0,
    broken: 0,
    late: 0,
  }
  return { now, start: snapshot(now, logWeights), marks: {}, checkpoints: [], lastRate: 0, lastShared: 0 }
}

/**
 * Enters one round.
 *
 * @param share the share of the round's update; undefined if the meta-learner has no certificate
 * @param late whether the outcome came later than the next prediction
 */
export function record(
  ledger: LedgerState,
  round: RatedRound,
  share: number | undefined,
  late: boolean,
): void {
  const { now } = ledger
  const { own, losses, awake, rate } = round
  const { linear } = round.weights
  const { losses: totals, regrets, weighted } = now
  let mean = 0
  let square = 0
  let least = 0
  for (let k = 0; k < losses.length; k++) {
    const regret = awake[k] * (own - losses[k])
    totals[k] += awake[k] * losses[k]
    regrets[k] += regret
    weighted[k] += rate * regret
    mean += linear[k] * losses[k]
    square += linear[k] * losses[k] * losses[k]
    // Not a branch: the signs of linearised losses cannot be foreseen.
    least = Math.min(least, losses[k])
  }
  now.rounds++
  now.own += own
  now.quadratic += rate * rate * square
  ledger.lastShared = share === undefined ? Number.NaN : share === 0 ? 0 : -Math.log1p(-share)
  now.shared += ledger.lastShared
  if (now.rounds > 1 && rate !== ledger.lastRate) now.changes++
  ledger.lastRate = rate
  // The tolerance is for rounding alone: own = Σω·loss exactly for mean scores.
  if (least < 0 || own > mean + 1e-12 * Math.abs(mean)) now.broken++
  if (late) now.late++
}

/** True when `checkpoint` should be called after this round. */
export function atCheckpoint(ledger: LedgerState): boolean {
  return ledger.now.rounds % GRAIN === 0
}

/** Keeps the last two snapshots at every power of two: O(K log T) memory. */
export function checkpoint(ledger: LedgerState, logWeights: Float64Array): void {
  const { now, checkpoints } = ledger
  for (let level = 0, step = GRAIN; now.rounds % step === 0; level++, step *= 2) {
    checkpoints[level] ??= []
    const kept = checkpoints[level]
    if (kept.length < 2) kept.push(snapshot(now, logWeights))
    else {
      const [oldest, newest] = kept
      overwrite(oldest, now, logWeights)
      kept[0] = newest
      kept[1] = oldest
    }
    if (step > now.rounds) break
  }
}

export function mark(ledger: LedgerState, name: string, logWeights: Float64Array): void {
  ledger.marks[name] = snapshot(ledger.now, logWeights)
}

export function marked(ledger: LedgerState, name: string): Snapshot {
  const found = Object.hasOwn(ledger.marks, name) ? ledger.marks[name] : undefined
  if (!found) {
    const known = Object.keys(ledger.marks)
    throw new ArgumentError(
      `no mark ${show(name)} in the ledger; ${known.length ? `there are ${known.map(show).join(', ')}` : 'none was made'}`,
    )
  }
  return found
}

/** The latest snapshot that lies at least `length` rounds back, or the start. */
export function trailing(ledger: LedgerState, length: number): Snapshot {
  let found = ledger.start
  for (const kept of ledger.checkpoints) {
    for (const candidate of kept) {
      if (candidate.rounds > found.rounds && ledger.now.rounds - candidate.rounds >= length) found = candidate
    }
  }
  return found
}

/** @param quadratic whether the score pays the second-order term of the mean bound */
export function account(ledger: LedgerState, since: Snapshot, quadratic: boolean): Account {
  const { now } = ledger
  const size = now.losses.length
  const rounds = now.rounds - since.rounds
  let best = 0
  let regret = -Infinity
  for (let k = 0; k < size; k++) {
    const candidate = now.regrets[k] - since.regrets[k]
    if (candidate > regret) {
      best = k
      regret = candidate
    }
  }
  const reason = rounds === 0 ? 'no rounds yet' : whyNoCertificate(ledger, since, quadratic)
  const changed = now.changes > since.changes
  const weightedBound =
    reason === undefined
      ? now.shared -
        since.shared -
        ledger.lastShared -
        since.logWeights[best] +
        (quadratic ? now.quadratic - since.quadratic : 0)
      : undefined
  return {
    from: since.rounds + 1,
    to: now.rounds,
    loss: now.own - since.own,
    losses: now.losses.map((loss, k) => loss - since.losses[k]),
    best,
    regret: rounds === 0 ? 0 : regret,
    bound: weightedBound === undefined || changed ? undefined : weightedBound / ledger.lastRate,
    weightedRegret: now.weighted[best] - since.weighted[best],
    weightedBound,
    reason: reason ?? (changed ? 'the rate changed: the bound is on the rate-weighted regret' : undefined),
  }
}

function whyNoCertificate({ now }: LedgerState, since: Snapshot, quadratic: boolean): string | undefined {
  if (Number.isNaN(now.shared - since.shared)) return 'this meta-learner has no certificate'
  if (now.late > since.late) return 'outcomes came late: they were scored with weights no longer current'
  if (quadratic && now.broken > since.broken)
    return 'a loss was negative, or the loss is not convex: the mean bound needs both'
  return undefined
}

function snapshot(totals: Totals, logWeights: Float64Array): Snapshot {
  return {
    ...totals,
    losses: totals.losses.slice(),
    regrets: totals.regrets.slice(),
    weighted: totals.weighted.slice(),
    logWeights: logWeights.slice(),
  }
}

/** A snapshot in the place of an old one, field by field, so that checkpoints allocate nothing. */
function overwrite(old: Snapshot, totals: Totals, logWeights: Float64Array): void {
  old.rounds = totals.rounds
  old.own = totals.own
  old.quadratic = totals.quadratic
  old.shared = totals.shared
  old.changes = totals.changes
  old.broken = totals.broken
  old.late = totals.late
  old.losses.set(totals.losses)
  old.regrets.set(totals.regrets)
  old.weighted.set(totals.weighted)
  old.logWeights.set(logWeights)
}

import type { RoundRecord } from '@credence/client'
import type { ConfidenceState, Alert as LayerAlert, WatchState } from 'credence/conformal'
import {
  alertWords,
  chanceWords,
  confidenceInterval,
  createConfidence,
  observe,
  Watch,
} from 'credence/conformal'

/** What is kept of how far the intervals of a series can be trusted. Plain data. */
export interface Health {
  rounds: number
  loss: number
  confidence: ConfidenceState
  /** Σ width of the finite intervals. */
  width: number
  widths: number
  /** Exponential mean of the width. */
  usual: number
  /** Misses in a row. */
  run: number
  /** The round of the last change that was found; 0: none. */
  changed: number
  /** Evidence of a change, where the service itself looks for one; null until the series has learnt. */
  watch: WatchState | null
  /** The troubles as they stand, so that each is told once. */
  troubles: Trouble[]
}

/** A reason to look at a series. */
export interface Trouble {
  readonly kind: 'coverage' | 'misses' | 'width' | 'change'
  readonly reason: string
  /** Larger is worse: the order of a listing. */
  readonly weight: number
}

/** P(a sound series ever shows this trouble), for coverage and for a run of misses. */
const ERROR = 0.001
/** Rounds for which a change that was found is a trouble. */
const STANDING = 50
/** The first rounds are learning: their errors are no measure of those that follow. */
const LEARNING = 100
/** The probability that a series without a change ever shows one, where the service looks for it. */
const WATCH_RATE = 0.01
/** A width that is this many times the usual one is a jump. */
const JUMP = 4
const MEMORY = 0.02

export function createHealth(): Health {
  return {
    rounds: 0,
    loss: 0,
    confidence: createConfidence(),
    width: 0,
    widths: 0,
    usual: 0,
    run: 0,
    changed: 0,
    watch: null,
    troubles: [],
  }
}

/**
 * Takes a round in, and says which troubles are new.
 *
 * @param watched whether a change of the errors is looked for, where the recipe does not do it
 */
export function recordHealth(health: Health, round: RoundRecord, target: number, watched = false): Trouble[] {
  if (round.loss === null) return []
  health.rounds++
  // One loss that is no number any more would take the mean away for good.
  if (Number.isFinite(health.loss + round.loss)) health.loss += round.loss
  if (round.covered === null) return []
  observe(health.confidence, round.covered ? 1 : 0)
  health.run = round.covered ? 0 : health.run + 1
  const width = (round.upper ?? Infinity) - (round.lower ?? -Infinity)
  // Where changes are looked for, widths say little: those of `auto` differ from row to row.
  const jumped = !watched && health.widths >= 20 && width > JUMP * health.usual
  if (Number.isFinite(width)) {
    health.usual = health.widths === 0 ? width : health.usual + MEMORY * (width - health.usual)
    health.width += width
    health.widths++
  }
  const before = health.troubles
  health.troubles = [
    ...coverageTrouble(health, target),
    ...runTrouble(health, target),
    ...(jumped ? [widthTrouble(width, health.usual)] : []),
    ...changeTrouble(
      health,
      (round.alert as LayerAlert | undefined) ?? (watched ? changeOf(health, round, target) : undefined),
    ),
  ]
  return health.troubles.filter(({ kind }) => !before.some((known) => known.kind === kind))
}

/** How badly a series needs a look: 0 if not at all. */
export function severity({ troubles }: Health): number {
  return troubles.reduce((worst, { weight }) => Math.max(worst, weight), 0)
}

function coverageTrouble({ confidence, troubles }: Health, target: number): Trouble[] {
  // The interval is dear, and moves slowly.
  if (confidence.count % 16 !== 0) return troubles.filter(({ kind }) => kind === 'coverage')
  const [low, high] = confidenceInterval(confidence, ERROR)
  const asked = `where ${percent(target)} was asked for`
  if (high < target) {
    const share = percent(confidence.sum / confidence.count)
    const reason = `coverage is ${share} over ${confidence.count} rounds, at most ${percent(high)} at 99.9 %, ${asked}`
    return [{ kind: 'coverage', reason, weight: 2 + target - high }]
  }
  if (low > (1 + target) / 2) {
    const reason = `intervals are too wide: coverage is at least ${percent(low)} at 99.9 %, ${asked}`
    return [{ kind: 'coverage', reason, weight: 0.5 }]
  }
  return []
}

/**
 * A run of r misses that starts in round s has probability (1 − coverage)ʳ at most. It is a trouble at ERROR/s(s + 1), and over
 * all s that sums to ERROR: valid at all times at once.
 */
function runTrouble({ run, confidence }: Health, target: number): Trouble[] {
  const start = confidence.count - run + 1
  if (run < 2 || run * Math.log(1 - target) >= Math.log(ERROR / (start * (start + 1)))) return []
  return [
    { kind: 'misses', reason: `${run} outcomes in a row outside their intervals`, weight: 1 + run / 1000 },
  ]
}

/** Looks for errors that are no longer as they were. Smaller ones are no trouble. */
function changeOf(health: Health, { y, mean, covered }: RoundRecord, target: number): LayerAlert | undefined {
  if (health.rounds <= LEARNING || typeof y !== 'number' || mean === null) return undefined
  const watch = watchOf(target)
  health.watch ??= watch.init()
  const alert = watch.observe(health.watch, y - mean, covered === false)
  return alert && alert.reason !== 'smaller scores' ? alert : undefined
}

const WATCHES = new Map<number, Watch>()

/** The rule has no state of its own: one for all series of a coverage. */
function watchOf(target: number): Watch {
  const known = WATCHES.get(target) ?? new Watch(1 - target, { rate: WATCH_RATE }, true)
  WATCHES.set(target, known)
  return known
}

function changeTrouble(health: Health, alert: LayerAlert | undefined): Trouble[] {
  if (!alert) {
    const standing = health.changed > 0 && health.rounds - health.changed < STANDING
    return standing ? health.troubles.filter(({ kind }) => kind === 'change') : []
  }
  health.changed = health.rounds
  return [{ kind: 'change', reason: `${alertWords(alert)} (${chanceWords(alert)})`, weight: 1.5 }]
}

function widthTrouble(width: number, usual: number): Trouble {
  const reason = `the interval is ${width.toPrecision(3)} wide, where ${usual.toPrecision(3)} is usual`
  return { kind: 'width', reason, weight: 0.75 }
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}

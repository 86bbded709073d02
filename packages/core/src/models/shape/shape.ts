import { Mixture } from '../../math/mixture.ts'
import { sigmoid } from '../../math/sigmoid.ts'
import { createLine, type LineState, learnLine, learnLogit, lineAt } from './line.ts'
import { naturalUnit, nearestEnd, type OutcomeScale, outcomeScales } from './outcomeScale.ts'
import { BentLaw, CutLaw, ERRORS, type Laws, ShapedLaw } from './shapedLaw.ts'
import { createExtent, type Extent, isBounded, type Support, supportOf, within } from './support.ts'

/** Noise around a forecast on one scale. Plain data. */
interface ScaleState {
  /** The outcome on this scale, from the forecast on it. */
  readonly line: LineState
  /** Σe² and Σ1, discounted. */
  square: number
  count: number
}

/** An end on which outcomes may lie. Plain data. */
interface EndState {
  /** How many did. */
  count: number
  /** The logit of lying there, from the forecast. */
  readonly line: LineState
}

/** The shape of outcomes around their forecasts, where they have an end. Plain data. */
export interface ShapeState {
  readonly extent: Extent
  /** The ends when the rest was begun; it is begun again when they move. */
  lower: number
  upper: number
  /** What outcomes are measured by: how far their mean was from the end at that time. */
  unit: number
  /** Of the lower end and of the upper one. */
  readonly ends: readonly [EndState, EndState]
  readonly scales: readonly [ScaleState, ScaleState]
  /** Of the law as it is, and on the two scales: by likelihood. */
  readonly weights: Float64Array
  /**
   * The same for intervals, by their score, at three rates: a law that is right about the end itself may have the other one
   * wrong. The fast ones follow an event, the slow ones do not follow chance; all count alike.
   */
  readonly intervals: readonly Float64Array[]
  /** Running mean of that score. */
  score: number
}

/** Part of an error that a round keeps, and of the score. */
const KEEP = 0.993
/** Outcomes off the end that a scale needs. */
const LEAST_ERRORS = 10
/** Square of an error, in units of its mean, that shows other noise. */
const SURPRISE = 36
/** What the weights of laws and of their intervals share each round. */
const SHARE = 0.01
const INTERVAL_SHARE = 0.003
/** How fast intervals follow their score, in units of its mean. */
const RATES = [1, 0.3, 0.1]
const COVERAGE = 0.9
/** Forecasts count as at least this many units away from an end: there scales are steep. */
const NEAREST = 0.05
/** Where their size has changed by more than this factor, outcomes are measured anew. */
const OTHER_SIZE = 4
/** Ranges between outcomes and an end beyond which it does not matter. */
const FAR = 10
/** Outcomes on the end that show that it has a probability of its own. */
const ATOMS = 2
/** Both ends together have at most this probability. */
const MOST_ON_ENDS = 0.99
/** The law is believed first. */
const PRIOR = [0.8, 0.1, 0.1]

export function createShape(): ShapeState {
  return {
    extent: createExtent(),
    lower: -Infinity,
    upper: Infinity,
    unit: 1,
    ends: [createEnd(-1), createEnd(1)],
    scales: [createScale(), createScale()],
    weights: Float64Array.from(PRIOR),
    intervals: RATES.map(() => Float64Array.from(PRIOR)),
    score: 0,
  }
}

/** @param slope outcomes whose forecasts are near it lie on it more often */
function createEnd(slope: number): EndState {
  return { count: 0, line: createLine(-2, slope, 4, 1) }
}

function createScale(): ScaleState {
  return { line: createLine(0, 1, 1, 0.1), square: 0, count: 0 }
}

/** The law in the shape that outcomes have shown; null while nothing but the law itself is known. */
export function shaped(state: ShapeState, law: Mixture, asked?: Support): ShapedLaw | null {
  const support = supportOf(state.extent, asked)
  if (!isBounded(support)) return null
  const laws = lawsOf(state, support, law)
  const intervals = laws.map((_, k) => state.intervals.reduce((sum, own) => sum + own[k], 0))
  return new ShapedLaw(support, laws, awake(state.weights, laws), awake(intervals, laws))
}

/**
 * Learns the shape from an outcome and its forecast.
 *
 * @param said its mean and deviation: for its weight the forecast counts as Student's law of these
 */
export function observeShape(
  state: ShapeState,
  { mean, sd }: { readonly mean: number; readonly sd: number },
  y: number,
  asked?: Support,
): void {
  const support = supportOf(state.extent, asked)
  if (!isBounded(support)) return
  if (!isBegun(state, support)) begin(state, support)
  const at = y <= support.lower ? 0 : y >= support.upper ? 1 : null
  if (at !== null) state.ends[at].count++
  const law = new Mixture(ONE, Float64Array.of(mean), Float64Array.of(sd || state.unit), undefined, ERRORS)
  weigh(state, lawsOf(state, support, law), y, at)
  const near = awayFromEnds(support, state.unit, mean)
  const scales = outcomeScales(support, state.unit)
  state.ends.forEach(({ line }, k) => {
    learnLogit(line, scales[0].to(near), k === at)
  })
  for (let k = 0; k < scales.length && at === null; k++) learnScale(scales[k], state.scales[k], near, y)
}

/**
 * Measures outcomes by the last ones from now on, where all of those lie far nearer to an end than their mean so far, and
 * none on it. That mean would follow too slowly.
 */
export function resizeShape(
  { extent }: ShapeState,
  lastOnes: () => readonly number[],
  asked?: Support,
): void {
  const support = supportOf(extent, asked)
  if (!isBounded(support)) return
  const most = naturalUnit(support, extent.mean) / OTHER_SIZE
  const last = lastOnes()
  const near = last.every((y) => nearestEnd(support, y) > 0 && nearestEnd(support, y) < most)
  if (near) measure(extent, last)
}

/** Measures outcomes by those of a new regime, and their intervals' score by what comes. */
export function restartShape(state: ShapeState, outcomes: readonly number[]): void {
  measure(state.extent, outcomes)
  state.score = 0
}

/** Measures outcomes by these from now on. */
function measure(extent: Extent, outcomes: readonly number[]): void {
  extent.mean = outcomes.reduce((sum, y) => sum + y / outcomes.length, 0)
}

const ONE = Float64Array.of(1)

/** The law as it is, and on each scale that knows its noise. */
function lawsOf(state: ShapeState, support: Support, law: Mixture): Laws {
  const cut = new CutLaw(support, law)
  if (!isBegun(state, support) || isFar(state.extent, support)) return [cut, null, null]
  const near = awayFromEnds(support, state.unit, law.mean)
  const scales = outcomeScales(support, state.unit)
  const atoms = atomsOf(state, scales[0].to(near))
  const bent = scales.map((scale, k) => {
    const { line, square, count } = state.scales[k]
    if (count < LEAST_ERRORS || !(square > 0)) return null
    return new BentLaw(support, scale, lineAt(line, scale.to(near)), Math.sqrt(square / count), atoms)
  })
  return [cut, ...bent]
}

/** What lies on each end. */
function atomsOf({ ends }: ShapeState, u: number): readonly [number, number] {
  const [a, b] = ends.map(({ count, line }) => (count >= ATOMS ? sigmoid(lineAt(line, u)) : 0))
  const most = Math.max(1, (a + b) / MOST_ON_ENDS)
  return [a / most, b / most]
}

/** Whether outcomes stay so far from the ends that all scales are alike: then none of them says anything. Equal ones show no range. */
function isFar({ least, most }: Extent, support: Support): boolean {
  if (most === least) return false
  return Math.min(nearestEnd(support, least), nearestEnd(support, most)) > FAR * (most - least)
}

/** Those of the laws that are there, which sum to 1. */
function awake(weights: ArrayLike<number>, laws: readonly unknown[]): Float64Array {
  const own = Float64Array.from(weights, (weight, k) => (laws[k] ? weight : 0))
  const total = own.reduce((sum, weight) => sum + weight, 0)
  return own.map((weight) => weight / total)
}

/** @param at the end on which y lies: 0 is the lower one */
function weigh(state: ShapeState, laws: Laws, y: number, at: 0 | 1 | null): void {
  const [cut, ...bent] = laws as [CutLaw, ...(BentLaw | null)[]]
  // Of whole numbers half of the way to the next one is the end's own.
  const own = at === null ? cut.density(y) : cut.endMass(at, state.extent.broken === 0 ? 0.5 : 0)
  // A scale that knows nothing yet is neither better nor worse than the law.
  const said = [own, ...bent.map((law) => (law ? (at === null ? law.density(y) : law.atoms[at]) : own))]
  reweigh(state.weights, said, SHARE)
  const first = intervalScore(cut, y)
  const scores = [first, ...bent.map((law) => (law ? intervalScore(law, y) : first))]
  const best = Math.min(...scores)
  state.score = state.score > 0 ? KEEP * state.score + (1 - KEEP) * best : best
  if (!(state.score > 0)) return
  RATES.forEach((rate, k) => {
    const goodness = scores.map((score) => Math.exp((-rate * (score - best)) / state.score))
    reweigh(state.intervals[k], goodness, INTERVAL_SHARE)
  })
}

/** Width, and 2/α times what y lies outside. */
function intervalScore(law: CutLaw | BentLaw, y: number): number {
  const lower = law.quantile((1 - COVERAGE) / 2)
  const upper = law.quantile((1 + COVERAGE) / 2)
  return upper - lower + (2 / (1 - COVERAGE)) * Math.max(0, lower - y, y - upper)
}

function reweigh(weights: Float64Array, said: readonly number[], share: number): void {
  let total = 0
  for (let k = 0; k < weights.length; k++) total += weights[k] * said[k]
  if (!(total > 0 && total < Infinity)) return
  for (let k = 0; k < weights.length; k++) {
    weights[k] = ((1 - share) * (weights[k] * said[k])) / total + share / weights.length
  }
}

function learnScale(scale: OutcomeScale, own: ScaleState, near: number, y: number): void {
  const u = scale.to(near)
  const z = scale.to(y)
  const error = z - lineAt(own.line, u)
  const surprised = error * error * own.count > SURPRISE * own.square
  // The noise has changed: what it was says little.
  const keep = surprised && own.count > LEAST_ERRORS ? LEAST_ERRORS / own.count : KEEP
  own.square = keep * own.square + error * error
  own.count = keep * own.count + 1
  learnLine(own.line, u, z)
}

function isBegun({ lower, upper, unit, extent }: ShapeState, support: Support): boolean {
  if (lower !== support.lower || upper !== support.upper) return false
  const ratio = naturalUnit(support, extent.mean) / unit
  return ratio < OTHER_SIZE && ratio > 1 / OTHER_SIZE
}

function begin(state: ShapeState, support: Support): void {
  const { extent, weights, intervals } = state
  const unit = naturalUnit(support, extent.mean)
  // Which law is right does not depend on the unit.
  const kept = state.lower === support.lower && state.upper === support.upper ? { weights, intervals } : {}
  Object.assign(state, { ...createShape(), extent, ...support, unit, ...kept })
}

function awayFromEnds({ lower, upper }: Support, unit: number, mean: number): number {
  return within({ lower: lower + NEAREST * unit, upper: upper - NEAREST * unit }, mean)
}

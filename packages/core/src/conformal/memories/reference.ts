import { pinball } from '../../losses/pinball.ts'
import { dot } from '../../math/dot.ts'
import { fixedShare } from '../../meta/fixedShare.ts'
import { clip } from './clip.ts'
import { governed, governedLevel, governor } from './governor.ts'
import type { MemoryOptions } from './memoryOptions.ts'

/** The past errors of one series, the governor's g, and the weights of each end. */
export interface ReferenceState {
  readonly past: number[]
  g: number
  readonly weights: readonly Float64Array[]
}

/** One end of an interval as it is issued: S, θ, and q(θₖ/S) of each memory. */
export interface ReferenceEnd {
  readonly unit: number
  readonly threshold: number
  readonly x: Float64Array
}

/** Some last scores; the errors of one sign share the misses with those of the other, sizes |e| have both. */
interface Memory {
  readonly scores: readonly number[]
  readonly ofSizes: boolean
  readonly share: number
}

/**
 * The default method of `conformal`, by its definition, for one series. `fast/` computes the same numbers.
 *
 *     memory     the last W scores; its threshold θ is their quantile at the level that the governor asks for
 *     unit       S = (Σω √(|θ| + |m|))²,   m the memory's median
 *     combined   θ = S·q⁻¹(Σω q(θₖ/S)),   q(z) = z/(1 + |z|)
 *     learnt     fixed share on the pinball loss of q(score/S): bounded, so one rate is right for every scale
 */
export class ReferenceMemories {
  readonly #options: MemoryOptions
  readonly #governor: ReturnType<typeof governor>

  constructor(options: MemoryOptions) {
    this.#options = options
    this.#governor = governor(options.coverage, options.gain)
  }

  init(): ReferenceState {
    const { ends, sizes } = this.#options
    const experts = ends * sizes.length
    const equal = (): Float64Array => new Float64Array(experts).fill(1 / experts)
    return { past: [], g: 0, weights: Array.from({ length: ends }, equal) }
  }

  /** Null while there are too few scores, and after too many misses: then every interval is infinite. */
  issue({ past, g, weights }: ReferenceState): readonly ReferenceEnd[] | null {
    if (past.length < this.#governor.wait || g > this.#governor.limit) return null
    const level = governedLevel(this.#governor, g)
    return weights.map((own, end) => combine(this.#memories(past, end), level, own))
  }

  /** Learns a score, or a signed error where there are two ends. */
  settle(state: ReferenceState, issued: readonly ReferenceEnd[] | null, score: number): void {
    const { ends, rate, share } = this.#options
    const signed = [clip(score), -clip(score)]
    const level = governedLevel(this.#governor, state.g) / ends
    let misses = 0
    issued?.forEach(({ unit, threshold, x }, end) => {
      const weights = state.weights[end]
      misses += missOf(this.#memories(state.past, end), weights, signed[end], threshold, level)
      if (unit === 0) return
      const loss = pinball(1 - this.#governor.alpha / ends)
      const losses = x.map((each) => loss.at(each, bounded(signed[end] / unit), 0))
      learn(fixedShare({ rate, share }), weights, losses)
    })
    if (issued) state.g = governed(this.#governor, state.g, Math.min(1, misses))
    state.past.push(signed[0])
  }

  #memories(past: readonly number[], end: number): Memory[] {
    const { ends, sizes } = this.#options
    const signed = sizes.map((size) => past.slice(-size).map((score) => (end === 0 ? score : -score)))
    const ofErrors = signed.map((scores) => ({ scores, ofSizes: false, share: 1 / ends }))
    const ofSizes = signed.map((scores) => ({ scores: scores.map(Math.abs), ofSizes: true, share: 1 }))
    return ends === 1 ? ofErrors : [...ofSizes, ...ofErrors]
  }
}

function combine(memories: readonly Memory[], level: number, weights: Float64Array): ReferenceEnd {
  const thetas = Float64Array.from(memories, (memory) => quantile(memory, level * memory.share))
  const sizes = thetas.map((theta, k) => Math.abs(theta) + Math.abs(quantile(memories[k], 0.5)))
  const root = dot(weights, sizes.map(Math.sqrt))
  const unit = root * root
  const x = thetas.map((theta) => (unit > 0 ? bounded(theta / unit) : 0))
  const mean = dot(weights, x)
  const areSame = thetas.every((theta) => theta === thetas[0])
  return { unit, threshold: areSame ? thetas[0] : unit * (mean / (1 - Math.abs(mean))), x }
}

/** What the next of n exchangeable scores exceeds with probability b: of rank (n + 1)(1 − b), and beyond all a power tail. */
function quantile({ scores, ofSizes }: Memory, b: number): number {
  const s = [...scores].sort((one, other) => one - other)
  const n = s.length
  const rank = (n + 1) * (1 - b)
  const range = n === 1 || ofSizes ? Math.abs(s[n - 1]) : s[n - 1] - s[0]
  if (rank > n) return s[n - 1] + range * (1 / Math.sqrt((n + 1) * b) - 1)
  if (rank <= 1) return s[0]
  const i = Math.floor(rank)
  return i === n ? s[n - 1] : s[i - 1] + (rank - i) * (s[i] - s[i - 1])
}

/** 1 above the threshold and 0 below; of a tie, the part of its mass among the signed scores that must miss. */
function missOf(
  memories: readonly Memory[],
  weights: Float64Array,
  score: number,
  threshold: number,
  level: number,
): number {
  if (Math.abs(score - threshold) > 1e-9 * Math.abs(threshold)) return score > threshold ? 1 : 0
  const own = weights.map((weight, k) => (memories[k].ofSizes ? 0 : weight))
  const mass = own.reduce((sum, weight) => sum + weight, 0)
  const part = (isMet: (each: number) => boolean, more: number): number =>
    memories.reduce(
      (sum, { scores }, k) =>
        sum + (own[k] / mass) * ((scores.filter(isMet).length + more) / (scores.length + 1)),
      0,
    )
  const below = part((each) => each < score, 0)
  const upTo = part((each) => each <= score, 1)
  return Math.min(1, Math.max(0, (upTo - 1 + level) / (upTo - below)))
}

/** One round of a meta-learner that has no state but its weights. */
function learn(meta: ReturnType<typeof fixedShare>, weights: Float64Array, losses: Float64Array): void {
  const state = meta.init(weights.length, weights)
  const awake = weights.map(() => 1)
  const ownFor = (other: Float64Array): number => dot(other, losses)
  meta.update(state, { losses, own: ownFor(weights), awake, weights, ownFor })
  meta.weigh(state, awake, weights)
}

function bounded(z: number): number {
  return Number.isFinite(z) ? z / (1 + Math.abs(z)) : Math.sign(z)
}

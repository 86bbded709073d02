import { LEVELS, wholeEnds } from './ends.ts'
import type { KnownColumns } from './family.ts'
import type { Outlook, Scales } from './noise.ts'
import type { Parts, PathState } from './parts.ts'
import type { PathPeers } from './peers.ts'
import { MIXTURES } from './shares.ts'
import { zAt } from './track.ts'
import type { Mixed } from './weights.ts'

/** What three errors of one step count; and outcomes after which there are ends, however few errors still count. */
const ENOUGH = 2
const MANY = 30
/** What a count of errors is multiplied by where errors count alike: in the mean, later ones weigh more. */
const WORTH = 1.5

/** One path with everything that it is made of: scratch, overwritten by the next. */
export class Draft {
  /** Step by step the experts' forecasts. */
  readonly paths: Float64Array
  readonly mixed: Mixed
  readonly mean: Float64Array
  /** The means that are answered: where outcomes are skewed they are further out. The ends are around the others. */
  readonly leant: Float64Array
  readonly corrected: Float64Array
  readonly features: Float64Array
  readonly scales: Scales
  readonly quantiles: Float64Array
  readonly correlations: Float64Array
  readonly totalQuantiles: Float64Array = new Float64Array(LEVELS)
  /** The known columns that it was drafted with. */
  columns: KnownColumns = { future: new Float64Array(0), now: new Float64Array(0) }
  totalMean = 0
  totalScale = 0
  readonly #parts: Parts
  readonly #awake: Uint8Array
  readonly #outlook: { -readonly [Name in keyof Outlook]: Outlook[Name] }

  readonly #peers: PathPeers | undefined

  constructor(parts: Parts, peers?: PathPeers) {
    const { steps } = parts
    const each = (): Float64Array => new Float64Array(steps)
    this.#parts = parts
    this.#peers = peers
    this.#awake = new Uint8Array(parts.size)
    this.paths = new Float64Array(steps * parts.size)
    this.mean = each()
    this.leant = each()
    this.mixed = {
      mixtures: new Float64Array(steps * MIXTURES),
      weights: new Float64Array(steps * parts.size),
      mean: each(),
    }
    this.corrected = each()
    this.features = new Float64Array(steps * parts.correction.dimension)
    this.scales = {
      scale: each(),
      features: new Float64Array(steps * parts.noise.dimension),
      followed: 0,
    }
    this.quantiles = new Float64Array(steps * LEVELS)
    this.correlations = new Float64Array(steps * steps)
    this.#outlook = { mean: this.mean, growth: each(), multiplicative: each(), discord: each(), row: 0 }
  }

  /** The last outcome. */
  baseOf({ scales: [plain] }: PathState): number {
    return zAt(plain.track, plain.track.end - 1)
  }

  /** Drafts the path from here; `rows` are the known columns of the next rows. */
  write(state: PathState, rows: readonly ArrayLike<number>[]): void {
    const { weights, correction, noise, dependence, lean } = this.#parts
    this.#writePaths(state, rows)
    weights.mix(state.weights, this.paths, this.#awake, this.mixed, this.#peers?.prior(state))
    this.#fillAsleep()
    this.mean.set(this.mixed.mean)
    correction.apply(
      state.correction,
      this.paths,
      this.mixed.weights,
      this.mean,
      this.features,
      this.corrected,
    )
    this.#peers?.correct(state, this)
    if (state.least >= 0) for (let k = 0; k < this.mean.length; k++) this.mean[k] = Math.max(0, this.mean[k])
    this.#look(state)
    noise.measure(state.noise, this.#outlook, this.scales)
    dependence.write(state.dependence, this.#outlook.growth, this.correlations)
    lean.write(state.lean, this.mean, this.leant)
    this.#writeEnds(state)
    this.#peers?.spread(state, this)
    this.#writeTotal(state)
  }

  #writePaths(state: PathState, rows: readonly ArrayLike<number>[]): void {
    const { scales, known, size, steps } = this.#parts
    this.columns = known.standardise(state.known, rows)
    const range = state.most - state.least
    const least = state.least >= 0 ? 0 : -Infinity
    let at = 0
    scales.forEach((scale, s) => {
      const own = state.scales[s]
      this.#awake.fill(own.awake ? 1 : 0, at, at + scale.size)
      if (own.awake) {
        scale.write(own, this.columns, this.paths, size, at)
        for (let k = 0; k < steps; k++) {
          for (let i = k * size + at; i < k * size + at + scale.size; i++) {
            const y = scale.from(this.paths[i], own)
            // Not a number is none either.
            const top = y < state.most + 2 * range ? y : state.most + 2 * range
            this.paths[i] = Math.max(top, state.least - 2 * range, least)
          }
        }
      }
      at += scale.size
    })
  }

  /** An expert that sleeps forecasts as all together, so that it is no better and no worse when it wakes. */
  #fillAsleep(): void {
    const { size, steps } = this.#parts
    for (let i = 0; i < size; i++) {
      if (this.#awake[i] === 1) continue
      for (let k = 0; k < steps; k++) this.paths[k * size + i] = this.mixed.mean[k]
    }
  }

  /** What the weights tell about the noise: growth that experts expect, how much is multiplicative, and their discord. */
  #look({ row }: PathState): void {
    const { size, growths, scales, steps } = this.#parts
    const { discord, growth, multiplicative } = this.#outlook
    const { mean, weights } = this.mixed
    const logFrom = scales[0].size
    let before = 1
    for (let k = 0; k < steps; k++) {
      let sum = 0
      let logs = 0
      let apart = 0
      for (let i = 0; i < size; i++) {
        const weight = weights[k * size + i]
        sum += weight * growths[k * size + i]
        apart += weight * Math.abs(this.paths[k * size + i] - mean[k])
        if (i >= logFrom) logs += weight
      }
      before = Math.max(before, sum)
      growth[k] = before
      multiplicative[k] = logs
      discord[k] = apart
    }
    this.#outlook.row = row
  }

  #writeEnds(state: PathState): void {
    const { ends, steps } = this.#parts
    const known = hasEnds(state)
    for (let k = 0; k < steps; k++) {
      const errors = WORTH * state.noise.counts[k]
      ends.write(state.ends, k, this.mean[k], this.scales.scale[k], errors, this.quantiles)
      support(state, this.quantiles, k * LEVELS, known)
    }
  }

  #writeTotal(state: PathState): void {
    const { total, plan } = this.#parts
    this.totalMean = this.leant.subarray(0, plan.steps).reduce((sum, value) => sum + value, 0)
    const { scale } = this.scales
    const quantiles = this.totalQuantiles
    this.totalScale = total.write(state.total, this.totalMean, scale, this.correlations, quantiles)
    support(state, quantiles, 0, hasEnds(state))
  }
}

function hasEnds({ outcomes, noise: { counts } }: PathState): boolean {
  return counts[0] >= (outcomes < MANY ? ENOUGH : Number.MIN_VALUE)
}

/** No end where no outcome can be: none below 0 if none ever was, whole ends if all were whole; none at all at first. */
function support({ least, whole }: PathState, quantiles: Float64Array, at: number, known: boolean): void {
  const last = at + LEVELS - 1
  if (!known) {
    quantiles[at] = -Infinity
    quantiles[last] = Infinity
  } else if (whole) wholeEnds(quantiles, at)
  if (least < 0) return
  for (let l = at; l <= last; l++) quantiles[l] = Math.max(0, quantiles[l])
}

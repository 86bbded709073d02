import { Cells } from './cells.ts'
import { Correction, type CorrectionState } from './correction.ts'
import { Dependence, type DependenceState } from './dependence.ts'
import { Ends, type EndsState } from './ends.ts'
import { Known, type KnownState } from './knownColumns.ts'
import { Lean, type LeanState } from './lean.ts'
import { Noise, type NoiseState, SHARED } from './noise.ts'
import { OpenPaths, type OpenPathsState } from './openPaths.ts'
import { type Moments, momentsBetween } from './path.ts'
import type { PathPeers } from './peers.ts'
import { type ExpertOptions, Scale, type ScaleState } from './scales.ts'
import { Total, type TotalState } from './total.ts'
import { type WeightState, Weights } from './weights.ts'

export interface PathPlan extends ExpertOptions {
  readonly coverage: number
}

/** All that is remembered of one series. Plain data. */
export interface PathState {
  /** Rows so far, those without an outcome included. */
  row: number
  outcomes: number
  /** The least and the largest outcome. */
  least: number
  most: number
  /** Whether every outcome was a whole number. */
  whole: boolean
  /** Mean absolute outcome. */
  level: number
  readonly known: KnownState
  readonly scales: readonly ScaleState[]
  readonly open: OpenPathsState
  readonly weights: WeightState
  readonly correction: CorrectionState
  readonly noise: NoiseState
  readonly ends: EndsState
  readonly dependence: DependenceState
  readonly lean: LeanState
  readonly total: TotalState
}

/** What a path is made of: rules without state. */
export class Parts {
  readonly plan: PathPlan
  /** Steps that are learnt: those of the plan, but enough for what all steps share. */
  readonly steps: number
  readonly cells: Cells
  readonly known: Known
  readonly scales: readonly Scale[]
  /** Experts on all scales. */
  readonly size: number
  /** Step by step, the growth of the variance that each expert expects. */
  readonly growths: Float64Array
  readonly weights: Weights
  readonly correction: Correction
  readonly noise: Noise
  readonly ends: Ends
  readonly dependence: Dependence
  readonly lean: Lean
  readonly total: Total
  readonly open: OpenPaths
  readonly moments: Moments

  constructor(plan: PathPlan, peers?: PathPeers) {
    const { seasons, coverage, known } = plan
    const steps = Math.max(SHARED, plan.steps)
    this.plan = plan
    this.steps = steps
    this.cells = new Cells(steps)
    this.known = new Known(known, steps)
    this.scales = [
      new Scale(false, { ...plan, steps }, this.cells, peers?.families(steps)),
      new Scale(true, { ...plan, steps }, this.cells),
    ]
    this.size = this.scales.reduce((sum, { size }) => sum + size, 0)
    this.growths = growthsOf(this.scales, steps, this.size)
    this.weights = new Weights(
      steps,
      this.scales.flatMap(({ families }) => families.map(({ size }) => size)),
    )
    this.correction = new Correction(steps, groupsOf(this.scales))
    this.noise = new Noise(steps, seasons)
    this.ends = new Ends(steps, coverage)
    this.dependence = new Dependence(steps, this.cells)
    this.lean = new Lean(steps, this.cells)
    this.total = new Total(plan.steps, coverage, this.cells)
    this.open = new OpenPaths(this.size, this.noise.dimension + this.correction.dimension, this.cells)
    this.moments = momentsBetween(this.ends.scores)
  }

  init(): PathState {
    return {
      row: 0,
      outcomes: 0,
      least: Infinity,
      most: -Infinity,
      whole: true,
      level: 0,
      known: this.known.init(),
      scales: this.scales.map((scale) => scale.init()),
      open: this.open.init(),
      weights: this.weights.init(),
      correction: this.correction.init(),
      noise: this.noise.init(),
      ends: this.ends.init(),
      dependence: this.dependence.init(),
      lean: this.lean.init(),
      total: this.total.init(),
    }
  }
}

function growthsOf(scales: readonly Scale[], steps: number, size: number): Float64Array {
  const out = new Float64Array(steps * size)
  let expert = 0
  for (const family of scales.flatMap(({ families }) => families)) {
    for (let i = 0; i < family.size; i++, expert++) {
      family.growth(i).forEach((value, k) => {
        out[k * size + expert] = value
      })
    }
  }
  return out
}

/** The family of each expert, the same on both scales. */
function groupsOf(scales: readonly Scale[]): Uint8Array {
  return Uint8Array.from(
    scales.flatMap(({ families }) => families.flatMap(({ size }, f) => new Array<number>(size).fill(f))),
  )
}

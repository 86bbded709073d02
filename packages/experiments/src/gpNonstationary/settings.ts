export interface NonstationarySettings {
  readonly length: number
  readonly inverseBandwidth: readonly number[]
  readonly noise: readonly number[]
  readonly window: number
  /** Rounds over which squared loss is averaged. */
  readonly rolling: number
  readonly share: number
  /** Base learners of the ensembles. */
  readonly learners: number
}

export const baselines = ['Online Bagging', 'AMF', 'KNN', 'HAT', 'ARF'] as const
export const ours = ['GP-EA', 'GP-EA, share 0.001'] as const

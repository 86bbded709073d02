import type { Reading } from '../reading.ts'

export interface NonstationarySettings {
  readonly length: number
  readonly inverseBandwidth: readonly number[]
  /** S, the paper's noise scales. */
  readonly noise: readonly number[]
  readonly window: number
  /** Rounds over which squared loss is averaged. */
  readonly rolling: number
  readonly share: number
  /** Under the weights, in the reading that has one. */
  readonly floor: number
  /** Base learners of the ensembles. */
  readonly learners: number
  readonly reading: Reading
}

/** GP-EA by how S is read and how weights are kept. */
export function variantOf({ scales, weights }: Reading): string {
  return `GP-EA, ${scales}, ${weights}`
}

/** The five methods of the paper, as a reading has them. */
export function baselinesOf({ bagging, knn, amf }: Reading): readonly string[] {
  return [
    bagging === 'linear' ? 'Online Bagging' : 'Bagged Hoeffding trees',
    amf === 'river-0.20' ? 'AMF' : 'AMF, corrected',
    knn === '1000' ? 'KNN' : 'KNN, 250 rounds',
    'HAT',
    'ARF',
  ]
}

/** The reading that stands beside ours on the page: found by search, and labelled. */
export const BESIDE: Reading = { scales: 'variances', weights: 'floor' }

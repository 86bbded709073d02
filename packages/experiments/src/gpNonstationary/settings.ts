import { selectionDetails } from '../contest.ts'
import type { Detail, Reading } from '../reading.ts'

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

const moves = ['nonstationary-a', 'nonstationary-b', 'nonstationary-c']
const contests = ['competitive', 'rises']

/** What Section 7.3 leaves open of the changing stream. */
export const details: readonly Detail[] = [
  {
    name: 'weights',
    text: '«σ_t = 0»; in which arithmetic is not said',
    measured: true,
    sentences: [...moves, ...contests],
    ways: [
      { name: 'σ = 0', about: 'exact, in log space' },
      { name: 'floor', about: 'σ = 0 with no weight below 1e-12', searched: true },
      { name: 'share', about: 'σ = 0.001' },
    ],
  },
  {
    name: 'scales',
    text: '«noise-scale values {0.5, 1, 2}»; the appendix has a «noise variance ς_k²»',
    measured: true,
    sentences: [...moves, ...contests],
    ways: [
      { name: 'deviations', about: 'S are standard deviations' },
      { name: 'variances', about: 'S are variances' },
    ],
  },
  {
    name: 'bagging',
    text: '«Online Bagging», 18 base learners of River 0.20.1, which is not said',
    measured: true,
    sentences: contests,
    ways: [
      { name: 'linear', about: 'linear regressions, as in River’s example' },
      { name: 'trees', about: 'Hoeffding trees' },
    ],
  },
  {
    name: 'knn',
    text: '«KNN» of River 0.20.1, settings not said',
    measured: true,
    sentences: contests,
    ways: [
      { name: '1000', about: 'River’s default window; ours searches exactly' },
      { name: '250', about: 'the window of the GP experts' },
    ],
  },
  {
    name: 'amf',
    text: '«AMF … River, version 0.20.1»',
    measured: true,
    sentences: contests,
    ways: [
      { name: 'river-0.20', about: 'as River 0.20 computes it: a moved node keeps its parent’s mean' },
      { name: 'corrected', about: 'as its authors describe it, River 0.26' },
    ],
  },
  ...selectionDetails,
]

/** The reading that stands beside ours on the page: found by search, and labelled. */
export const BESIDE: Reading = { scales: 'variances', weights: 'floor' }

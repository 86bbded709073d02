import { palette } from '@credence/charts'
import { selectionDetails } from '../contest.ts'
import type { Source } from '../data.ts'
import type { Method } from '../linearStream.ts'
import type { Detail, Reading } from '../reading.ts'

export interface BenchmarkSettings {
  readonly sources: readonly Source[]
  /** G of each expert. */
  readonly grid: readonly number[]
  readonly share: number
  readonly reading: Reading
}

export const label: Readonly<Record<Method, string>> = { svb: 'SVB-EA', oga: 'OGA-EA', ogd: 'OGD-EA' }
export const color: Readonly<Record<Method, string>> = {
  svb: palette.vermilion,
  oga: palette.sky,
  ogd: palette.black,
}
/** G of the paper's grid. */
export const GRID: readonly number[] = Array.from({ length: 8 }, (_, j) => 1e-4 * 2 ** j)

/** What Section 7.1 leaves open. */
export const details: readonly Detail[] = [
  {
    name: 'intercept',
    text: '«x_t ∈ R^d … x_tᵀθ»: no constant feature is written',
    ways: [
      { name: 'no', about: 'features as they are' },
      { name: 'yes', about: 'a constant feature beside them' },
    ],
  },
  {
    name: 'scale',
    text: 'silent',
    ways: [
      { name: 'standardize-file', about: 'mean 0 and deviation 1 over the file' },
      { name: 'minmax-file', about: '0 to 1 over the file' },
      { name: 'none', about: 'raw' },
      { name: 'max-abs-file', about: 'divided by the largest absolute value', searched: true },
      { name: 'standardize', about: 'mean 0 and deviation 1 of the rows before', searched: true },
    ],
  },
  {
    name: 'target',
    text: '«y_t ∈ R», silent on its scale',
    ways: [
      { name: 'raw', about: 'as it is' },
      { name: 'centred', about: 'minus its mean over the file' },
      { name: 'standardized', about: 'mean 0 and deviation 1 over the file' },
    ],
  },
  {
    name: 'deviation',
    text: 'σ₁: «initialized with m_0 = 0», and the sentence breaks off; OGA ≡ OGD needs s = 1',
    ways: [
      { name: '1', about: 'σ₁ = s = 1' },
      { name: '0.316', about: 'σ₁ = s = √0.1', searched: true },
      { name: '3.16', about: 'σ₁ = s = √10', searched: true },
    ],
  },
  {
    name: 'order',
    text: 'silent; one pass is drawn',
    measured: true,
    sentences: ['close', 'sensitive', 'varies', 'tracks', 'several', 'oga-ogd'],
    ways: [
      { name: 'file', about: 'rows as in the file: one deterministic pass' },
      { name: 'shuffled', about: 'rows shuffled: the mean over orders' },
    ],
  },
  {
    name: 'strongest',
    text: 'the figure is of mean loss; k* is defined by point loss',
    measured: true,
    sentences: ['varies'],
    ways: [
      { name: 'mean', about: 'the least mean loss' },
      { name: 'point', about: 'the least point loss' },
    ],
  },
  {
    name: 'sensitive',
    text: '«highly sensitive»: on which data sets is not said',
    measured: true,
    sentences: ['sensitive'],
    ways: [
      { name: 'each', about: 'on each data set' },
      { name: 'average', about: 'on the average over the data sets' },
    ],
  },
  ...selectionDetails,
]

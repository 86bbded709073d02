import { selectionDetails } from '../contest.ts'
import type { Detail, Reading } from '../reading.ts'

export interface ConformalSettings {
  readonly length: number
  readonly coverage: number
  /** Rounds of the rolling coverage. */
  readonly window: number
  readonly reading: Reading
}

export const parts = ['Student t₂', 'Gaussian'] as const
export type Law = (typeof parts)[number]

export const DTACI = 'DtACI'
export const LEVELS = 'DtACI on levels'
export const PICKED = 'DtACI, drawn'
export const BAYES = 'Bayes-DtACI'
export const DRAWN = 'Bayes-DtACI, randomised'

/** DtACI by the way that a reading has it. */
export const THEIRS: Readonly<Record<string, string>> = { mean: DTACI, drawn: PICKED, level: LEVELS }

/** Before a warm start the thresholds see so many scores. */
export const WARM_UP = 100

/** What Section 7.2 leaves open. */
export const details: readonly Detail[] = [
  {
    name: 'start',
    text: 'silent; the coverage theorem asks for ψ₁ ≥ −A − τΦ⁻¹(α)',
    ways: [
      { name: '0', about: 'every threshold starts at 0' },
      { name: 'theorem', about: 'at −Φ⁻¹(α)·τ = 1.28, inside the theorem’s condition' },
      { name: 'warm-up', about: 'at the 90 % quantile of 100 scores, which are not judged' },
    ],
  },
  {
    name: 'start-rate',
    text: '«γ_t … following Gibbs and Candès»: their 2.72 before the window is full is for levels',
    ways: [
      { name: '1', about: '1 on thresholds' },
      { name: '2.72', about: '2.72 on thresholds too' },
    ],
  },
  {
    name: 'rate',
    text: '«γ_t … following Gibbs and Candès»',
    ways: [
      { name: 'second', about: 'from Σω·loss² of the last 500 rounds' },
      { name: 'squared-mean', about: 'from (Σω·loss)² of the last 500 rounds' },
      { name: 'constant', about: 'the start rate throughout, as their code has it by default' },
    ],
  },
  {
    name: 'dtaci',
    text: '«the original DtACI method of Gibbs and Candès»',
    measured: true,
    sentences: ['closer', 'less', 'gaussian', 'robust', 'smooth'],
    ways: [
      { name: 'mean', about: 'on thresholds, the weighted mean' },
      { name: 'drawn', about: 'on thresholds, an expert drawn each round' },
      { name: 'level', about: 'on levels of the past scores, as their code has it' },
    ],
  },
  {
    name: 'stability',
    text: '«slightly more stable coverage», after a sentence about cumulative coverage',
    measured: true,
    sentences: ['gaussian', 'robust'],
    ways: [
      { name: 'cumulative', about: 'mean distance of cumulative coverage from the target' },
      { name: 'rolling', about: 'root mean square of rolling coverage minus the target' },
    ],
  },
  ...selectionDetails,
]

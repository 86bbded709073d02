import { type Detail, SHARED } from './reading.ts'

/** What the paper leaves open, experiment by experiment, and the ways to read it. */

/** The two details of the sentence about hard selection, the same in every experiment. */
export const selectionDetails: readonly Detail[] = [
  {
    name: 'hard',
    text: '«hard expert selection»: in the introduction only, not defined',
    measured: true,
    sentences: [SHARED],
    ways: [
      { name: 'leader', about: 'the expert that did best so far' },
      { name: 'largest', about: 'the expert with the largest weight' },
      { name: 'drawn', about: 'an expert drawn from the weights, each round' },
      { name: 'one', about: 'one expert, chosen blindly and kept: the mean over the experts' },
    ],
  },
  {
    name: 'stable',
    text: '«more stable»: not defined',
    measured: true,
    sentences: [SHARED],
    ways: [
      { name: 'time', about: 'standard deviation of the loss over the rounds' },
      { name: 'replications', about: 'standard deviation of the mean loss over orders or streams' },
      { name: 'moved', about: 'weight that moves in a round' },
      { name: 'loss', about: 'mean loss: its level, not its stability' },
    ],
  },
]

/** What Section 7.1 leaves open. */
export const benchmarkDetails: readonly Detail[] = [
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

/** What Section 7.2 leaves open. */
export const conformalDetails: readonly Detail[] = [
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

/** What Section 7.3 leaves open of the stationary streams. */
export const stationaryDetails: readonly Detail[] = [
  {
    name: 'rounds',
    text: 'silent for the stationary streams; the changing one has T = 3000',
    ways: [
      { name: '1000', about: 'T = 1000, as each regime of the changing stream' },
      { name: '500', about: 'T = 500' },
    ],
  },
  ...selectionDetails,
]

const moves = ['nonstationary-a', 'nonstationary-b', 'nonstationary-c']
const contests = ['competitive', 'rises']

/** What Section 7.3 leaves open of the changing stream. */
export const nonstationaryDetails: readonly Detail[] = [
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

/** What Appendix A leaves open. */
export const uncertaintyDetails: readonly Detail[] = [
  {
    name: 'rate',
    text: 'γ is not said',
    ways: [
      { name: '1', about: 'γ = 1, as in the GP experiment' },
      { name: '0.1', about: 'γ = 0.1' },
      { name: '5', about: 'γ = 5' },
      { name: '50', about: 'γ = 50' },
      { name: 'rolling', about: 'the rolling rate of the benchmark' },
    ],
  },
  {
    name: 'share',
    text: 'σ is not said',
    ways: [
      { name: '0.001', about: 'σ = 0.001, as in the benchmark' },
      { name: '0', about: 'σ = 0, as in the GP experiment' },
    ],
  },
  {
    name: 'step',
    text: '«the SVB update of Chérief-Abdellatif», with a multiplier G',
    ways: [
      { name: 'G/(√t σ²)', about: 'as in the benchmark' },
      { name: 'G', about: 'η = G' },
      { name: 'G/√t', about: 'η = G/√t' },
      { name: 'G/√T', about: 'η = G/√T' },
    ],
  },
  ...selectionDetails,
]

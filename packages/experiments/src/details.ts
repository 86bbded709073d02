import { type Detail, SHARED, type Way } from './reading.ts'

/** What the paper leaves open, experiment by experiment, and the ways to read it. */

/** Its name, what it means, and whether it is only searched for what the paper may have done. */
type Told = readonly [name: string, about: string, searched?: 'searched']

/** A detail of which another reading needs another run. */
function open(name: string, text: string, first: Told, ...rest: readonly Told[]): Detail {
  return { name, text, ways: [wayOf(first), ...rest.map(wayOf)] }
}

/** A detail of which one run measures all ways at once: it decides these sentences. */
function measured(
  name: string,
  text: string,
  sentences: readonly string[],
  ...ways: readonly [Told, ...Told[]]
): Detail {
  return { ...open(name, text, ...ways), measured: true, sentences }
}

function wayOf([name, about, searched]: Told): Way {
  return searched ? { name, about, searched: true } : { name, about }
}

/** The two details of the sentence about hard selection, the same in every experiment. */
export const selectionDetails: readonly Detail[] = [
  measured(
    'hard',
    '«hard expert selection»: in the introduction only, not defined',
    [SHARED],
    ['leader', 'the expert that did best so far'],
    ['largest', 'the expert with the largest weight'],
    ['drawn', 'an expert drawn from the weights, each round'],
    ['one', 'one expert, chosen blindly and kept: the mean over the experts'],
  ),
  measured(
    'stable',
    '«more stable»: not defined',
    [SHARED],
    ['time', 'standard deviation of the loss over the rounds'],
    ['replications', 'standard deviation of the mean loss over orders or streams'],
    ['moved', 'weight that moves in a round'],
    ['loss', 'mean loss: its level, not its stability'],
  ),
]

/** What Section 7.1 leaves open. */
export const benchmarkDetails: readonly Detail[] = [
  open(
    'intercept',
    '«x_t ∈ R^d … x_tᵀθ»: no constant feature is written',
    ['no', 'features as they are'],
    ['yes', 'a constant feature beside them'],
  ),
  open(
    'scale',
    'silent',
    ['standardize-file', 'mean 0 and deviation 1 over the file'],
    ['minmax-file', '0 to 1 over the file'],
    ['none', 'raw'],
    ['max-abs-file', 'divided by the largest absolute value', 'searched'],
    ['standardize', 'mean 0 and deviation 1 of the rows before', 'searched'],
  ),
  open(
    'target',
    '«y_t ∈ R», silent on its scale',
    ['raw', 'as it is'],
    ['centred', 'minus its mean over the file'],
    ['standardized', 'mean 0 and deviation 1 over the file'],
  ),
  open(
    'deviation',
    'σ₁: «initialized with m_0 = 0», and the sentence breaks off; OGA ≡ OGD needs s = 1',
    ['1', 'σ₁ = s = 1'],
    ['0.316', 'σ₁ = s = √0.1', 'searched'],
    ['3.16', 'σ₁ = s = √10', 'searched'],
  ),
  measured(
    'order',
    'silent; one pass is drawn',
    ['close', 'sensitive', 'varies', 'tracks', 'several', 'oga-ogd'],
    ['file', 'rows as in the file: one deterministic pass'],
    ['shuffled', 'rows shuffled: the mean over orders'],
  ),
  measured(
    'strongest',
    'the figure is of mean loss; k* is defined by point loss',
    ['varies'],
    ['mean', 'the least mean loss'],
    ['point', 'the least point loss'],
  ),
  measured(
    'sensitive',
    '«highly sensitive»: on which data sets is not said',
    ['sensitive'],
    ['each', 'on each data set'],
    ['average', 'on the average over the data sets'],
  ),
  ...selectionDetails,
]

/** What Section 7.2 leaves open. */
export const conformalDetails: readonly Detail[] = [
  open(
    'start',
    'silent; the coverage theorem asks for ψ₁ ≥ −A − τΦ⁻¹(α)',
    ['0', 'every threshold starts at 0'],
    ['theorem', 'at −Φ⁻¹(α)·τ = 1.28, inside the theorem’s condition'],
    ['warm-up', 'at the 90 % quantile of 100 scores, which are not judged'],
  ),
  open(
    'start-rate',
    '«γ_t … following Gibbs and Candès»: their 2.72 before the window is full is for levels',
    ['1', '1 on thresholds'],
    ['2.72', '2.72 on thresholds too'],
  ),
  open(
    'rate',
    '«γ_t … following Gibbs and Candès»',
    ['second', 'from Σω·loss² of the last 500 rounds'],
    ['squared-mean', 'from (Σω·loss)² of the last 500 rounds'],
    ['constant', 'the start rate throughout, as their code has it by default'],
  ),
  measured(
    'dtaci',
    '«the original DtACI method of Gibbs and Candès»',
    ['closer', 'less', 'gaussian', 'robust', 'smooth'],
    ['mean', 'on thresholds, the weighted mean'],
    ['drawn', 'on thresholds, an expert drawn each round'],
    ['level', 'on levels of the past scores, as their code has it'],
  ),
  measured(
    'stability',
    '«slightly more stable coverage», after a sentence about cumulative coverage',
    ['gaussian', 'robust'],
    ['cumulative', 'mean distance of cumulative coverage from the target'],
    ['rolling', 'root mean square of rolling coverage minus the target'],
  ),
  ...selectionDetails,
]

/** What Section 7.3 leaves open of the stationary streams. */
export const stationaryDetails: readonly Detail[] = [
  open(
    'rounds',
    'silent for the stationary streams; the changing one has T = 3000',
    ['1000', 'T = 1000, as each regime of the changing stream'],
    ['500', 'T = 500'],
  ),
  ...selectionDetails,
]

const moves = ['nonstationary-a', 'nonstationary-b', 'nonstationary-c']
const contests = ['competitive', 'rises']

/** What Section 7.3 leaves open of the changing stream. */
export const nonstationaryDetails: readonly Detail[] = [
  measured(
    'weights',
    '«σ_t = 0»; in which arithmetic is not said',
    [...moves, ...contests],
    ['σ = 0', 'exact, in log space'],
    ['floor', 'σ = 0 with no weight below 1e-12', 'searched'],
    ['share', 'σ = 0.001'],
  ),
  measured(
    'scales',
    '«noise-scale values {0.5, 1, 2}»; the appendix has a «noise variance ς_k²»',
    [...moves, ...contests],
    ['deviations', 'S are standard deviations'],
    ['variances', 'S are variances'],
  ),
  measured(
    'bagging',
    '«Online Bagging», 18 base learners of River 0.20.1, which is not said',
    contests,
    ['linear', 'linear regressions, as in River’s example'],
    ['trees', 'Hoeffding trees'],
  ),
  measured(
    'knn',
    '«KNN» of River 0.20.1, settings not said',
    contests,
    ['1000', 'River’s default window; ours searches exactly'],
    ['250', 'the window of the GP experts'],
  ),
  measured(
    'amf',
    '«AMF … River, version 0.20.1»',
    contests,
    ['river-0.20', 'as River 0.20 computes it: a moved node keeps its parent’s mean'],
    ['corrected', 'as its authors describe it, River 0.26'],
  ),
  ...selectionDetails,
]

/** What Appendix A leaves open. */
export const uncertaintyDetails: readonly Detail[] = [
  open(
    'rate',
    'γ is not said',
    ['1', 'γ = 1, as in the GP experiment'],
    ['0.1', 'γ = 0.1'],
    ['5', 'γ = 5'],
    ['50', 'γ = 50'],
    ['rolling', 'the rolling rate of the benchmark'],
  ),
  open(
    'share',
    'σ is not said',
    ['0.001', 'σ = 0.001, as in the benchmark'],
    ['0', 'σ = 0, as in the GP experiment'],
  ),
  open(
    'step',
    '«the SVB update of Chérief-Abdellatif», with a multiplier G',
    ['G/(√t σ²)', 'as in the benchmark'],
    ['G', 'η = G'],
    ['G/√t', 'η = G/√t'],
    ['G/√T', 'η = G/√T'],
  ),
  ...selectionDetails,
]

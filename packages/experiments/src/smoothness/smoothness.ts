import { type AggregateLearner, aggregate, annealed, fixedShare, logDensity } from 'credence'
import type { Replay } from 'credence/gp'
import { replayGp } from 'credence/gp'
import { holderStream } from 'credence/synthetic'
import { accumulate, Contest } from '../contest.ts'
import { selectionDetails } from '../details.ts'
import type { Curves, Experiment } from '../experiment.ts'
import { slope } from '../statistics.ts'
import { tablesOf } from '../tables.ts'
import { mixtureDivergence, normalDivergence } from './divergence.ts'
import { figures } from './figures.ts'
import { overview } from './overview.ts'
import { sentences } from './sentences.ts'
import { gridOf, type SmoothnessSettings } from './settings.ts'

/** Adaptation to unknown smoothness: average predictive KL from the truth as T grows, on the theory's dyadic grid. */
export const smoothness: Experiment<SmoothnessSettings> = {
  name: 'smoothness',
  title: 'Adaptation to unknown smoothness',
  section:
    'Section 6, Application to online Gaussian processes: its theorem, which the paper does not simulate',
  details: selectionDetails,
  settings: ({ quick, reading }) => ({
    lengths: quick ? [125, 250, 500, 1000] : [250, 500, 1000, 2000, 4000],
    betas: [0.5, 1.5, 2.5],
    noise: 0.5,
    reading,
  }),
  parts: ({ betas, lengths }, { replications, quick }) =>
    betas.map((beta) => ({
      name: `β = ${beta}`,
      replications: quick ? replications : Math.max(1, Math.round(replications / 5)),
      cost: (Math.max(...lengths) / 1000) ** 3 * 0.5,
    })),
  replicate({ lengths, betas, noise }, part, seed) {
    const beta = betas.find((value) => part === `β = ${value}`) as number
    const longest = Math.max(...lengths)
    const stream = [...holderStream({ smoothness: beta, noise, seed, functionSeed: seed, length: longest })]
    const xs = stream.map(({ x }) => x)
    const ys = stream.map(({ y }) => y)
    // An expert's predictions do not depend on T; only the grid does. One at a time, for memory.
    const replays = gridOf(longest).map((a) => replayGp({ inverseBandwidth: a, noise }, xs, ys))
    const numbers: Record<string, number> = {}
    const kl: Record<string, number[]> = { aggregate: [], best: [] }
    for (const length of lengths) {
      const experts = replays.slice(0, gridOf(length).length)
      const learner = aggregate({
        experts: experts.map(({ rule }) => rule),
        loss: logDensity,
        score: annealed,
        meta: fixedShare({ rate: 1, share: 0 }),
        dimension: 1,
      })
      const contest = new Contest(experts.length, seed)
      const found = divergences(stream.slice(0, length), learner, experts, noise, contest)
      kl.aggregate.push(found.own)
      kl.best.push(Math.min(...found.experts))
      numbers[`best log2 a ${length}`] = found.experts.indexOf(Math.min(...found.experts)) + 1
      numbers[`kl ${length}`] = found.own
      if (length !== longest) continue
      Object.assign(numbers, contest.numbers(''))
      for (const [k, value] of found.experts.entries()) numbers[`expert kl ${k + 1}`] = value
    }
    const logs = lengths.map(Math.log)
    numbers.slope = slope(logs, kl.aggregate.map(Math.log))
    const curves: Curves = { x: lengths, y: kl }
    return { numbers, curves: { kl: curves } }
  },
  judge: (settings, results, reading) => sentences(settings, results, reading),
  summarise: (settings, results) => ({
    figures: figures(settings, results),
    overview: overview(settings, results),
    tables: tablesOf(results),
    notes: [
      'The paper proves this rate and shows no experiment. Functions are Weierstrass series of smoothness β on [0, 1] with random phases, another in each replication; the noise is known, as in the theorem.',
      'KL is integrated over y at every round, not estimated from the outcomes.',
      'The oracle inequality is about the mean over streams. A single stream may pay more or less than log K, and with few of them its row is noisy.',
      'Over a short range of T a logarithm looks like a power: the bound’s slope is that of T^(−2β/(2β+1)) log²T over the same T, the minimax slope is that without the logarithm.',
    ],
  }),
}

interface Divergences {
  readonly own: number
  readonly experts: number[]
}

/** Average KL(p*, p_t) of the mixture and of each expert; the contest is by KL, led by log loss. */
function divergences(
  stream: readonly { x: Float64Array; y: number; mean: number }[],
  learner: AggregateLearner,
  replays: readonly Replay[],
  noise: number,
  contest: Contest,
): Divergences {
  const size = replays.length
  const experts = new Float64Array(size)
  let own = 0
  const each = new Float64Array(size)
  for (const { x, y, mean } of stream) {
    const round = learner.learn(x, y)
    const { mean: means, variance } = round.beliefs
    const mixed = mixtureDivergence(mean, noise, means, variance, round.weights)
    own += mixed
    for (let k = 0; k < size; k++) each[k] = normalDivergence(mean - means[k], noise, variance[k])
    accumulate(experts, each)
    contest.add(round.weights, round.losses, each, mixed)
  }
  const n = stream.length
  return { own: own / n, experts: Array.from(experts, (sum) => sum / n) }
}

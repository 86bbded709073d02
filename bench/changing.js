import { adaHedge, calibrated, fixedShare, normal, seededRng } from 'credence'
import { adaNormalHedge, cbce } from 'credence/meta'
import { uniform } from 'credence/random'

/**
 * Regret per regime on streams whose best expert changes: K = 8 experts, T = 3000, losses in [0, 1], the best one 0.2
 * below the others, noise of several kinds; 30 seeds. Fixed share is shown with one setting and with the best of 25 in
 * hindsight.
 *
 *     node bench/changing.js [kind of noise]     all kinds if none is named
 */
const K = 8
const T = 3000
const SEEDS = 30
const RATES = [0.1, 0.3, 1, 3, 10]
const SHARES = [0.0001, 0.001, 0.003, 0.01, 0.03]
const PERIODS = [64, 300, 1500]

const clip = (value) => Math.max(0, Math.min(1, value))
/** A loss of mean 0.4 or 0.6. Where normal noise is clipped at 0 and 1, the gap shrinks: to 0.14 at deviation 0.4. */
const NOISES = {
  'normal 0.1': (mean, rng) => clip(mean + 0.1 * normal(rng)),
  'normal 0.2': (mean, rng) => clip(mean + 0.2 * normal(rng)),
  'uniform 0.4': (mean, rng) => mean + 0.8 * (uniform(rng) - 0.5),
  'normal 0.4': (mean, rng) => clip(mean + 0.4 * normal(rng)),
  bernoulli: (mean, rng) => (uniform(rng) < mean ? 1 : 0),
}

function stream(seed, period, noise) {
  const rng = seededRng(seed)
  const best = []
  const losses = []
  for (let t = 0; t < T; t++) {
    if (t % period !== 0) best.push(best[t - 1])
    else best.push(t === 0 ? 0 : (best[t - 1] + 1 + Math.floor((K - 1) * uniform(rng))) % K)
    losses.push(Float64Array.from({ length: K }, (_, k) => noise(k === best[t] ? 0.4 : 0.6, rng)))
  }
  return { best, losses }
}

/** Σ(own − loss of the best of its regime), a regime. */
function regretOf(meta, { best, losses }, period) {
  const state = meta.init(K)
  const weights = new Float64Array(K)
  const awake = new Float64Array(K).fill(1)
  let row = losses[0]
  const ownFor = (given) => given.reduce((sum, weight, k) => sum + weight * row[k], 0)
  const round = { losses: row, awake, weights, own: 0, ownFor }
  let regret = 0
  for (let t = 0; t < T; t++) {
    row = losses[t]
    meta.weigh(state, awake, weights)
    round.losses = row
    round.own = ownFor(weights)
    regret += round.own - row[best[t]]
    meta.update(state, round)
  }
  return regret / Math.ceil(T / period)
}

function table(kind) {
  const streams = PERIODS.map((period) =>
    Array.from({ length: SEEDS }, (_, i) => stream(i + 1, period, NOISES[kind])),
  )
  const means = (meta) =>
    PERIODS.map(
      (period, p) => streams[p].reduce((sum, each) => sum + regretOf(meta, each, period), 0) / SEEDS,
    )
  const grid = RATES.flatMap((rate) =>
    SHARES.map((share) => ({ rate, share, regrets: means(fixedShare({ rate, share })) })),
  )
  const inHindsight = PERIODS.map((_, p) => grid.reduce((a, b) => (b.regrets[p] < a.regrets[p] ? b : a)))
  const plain = means(fixedShare({ rate: 0.1, share: 0.001 }))
  const best = inHindsight.map(({ regrets }, p) => regrets[p])
  const over = means(cbce())
  const rows = {
    'fixed share, γ = 0.1, σ = 0.001': plain,
    'fixed share, best of 25 in hindsight': best,
    AdaHedge: means(adaHedge()),
    'CBCE over AdaHedge': over,
    'CBCE over AdaHedge, carry 0': means(cbce({ carry: 0 })),
    'CBCE over AdaNormalHedge, carry 0.95': means(cbce({ base: adaNormalHedge(), carry: 0.95 })),
    'calibrated fixed share': means(calibrated({ share: [0.0001, 0.001, 0.01] })),
  }
  console.log(`\nMean regret per regime, noise ${kind}, ${SEEDS} seeds`)
  console.log(['', ...PERIODS.map((period) => `every ${period}`)].join(' | '))
  for (const [name, regrets] of Object.entries(rows))
    console.log([name, ...regrets.map((value) => value.toFixed(2))].join(' | '))
  console.log(`best of 25: ${inHindsight.map(({ rate, share }) => `γ ${rate}, σ ${share}`).join('; ')}`)
  const below = over.every((regret, p) => regret < plain[p])
  const apart = Math.max(...over.map((regret, p) => regret - best[p]))
  console.log(
    `CBCE over AdaHedge below fixed share: ${below}; at most ${apart.toFixed(2)} above the best of 25`,
  )
}

const named = process.argv.slice(2)
for (const kind of named.length > 0 ? named : Object.keys(NOISES)) table(kind)

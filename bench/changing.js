import { adaHedge, fixedShare, normal, seededRng, squint } from 'credence'
import { adaNormalHedge, cbce, mixingPast } from 'credence/meta'
import { uniform } from 'credence/random'

/**
 * Regret per regime on streams whose best expert changes: K = 8 experts, T = 3000, losses in [0, 1], the best one 0.2
 * below the others, normal noise; 30 seeds. Fixed share is shown with one setting and with the best of 25 in hindsight.
 *
 *     node bench/changing.js [noise]
 */
const K = 8
const T = 3000
const SEEDS = 30
const noise = Number(process.argv[2] ?? 0.2)
const RATES = [0.1, 0.3, 1, 3, 10]
const SHARES = [0.0001, 0.001, 0.003, 0.01, 0.03]

function stream(seed, period) {
  const rng = seededRng(seed)
  const best = []
  const losses = []
  for (let t = 0; t < T; t++) {
    if (t % period !== 0) best.push(best[t - 1])
    else best.push(t === 0 ? 0 : (best[t - 1] + 1 + Math.floor((K - 1) * uniform(rng))) % K)
    losses.push(
      Float64Array.from({ length: K }, (_, k) =>
        Math.max(0, Math.min(1, (k === best[t] ? 0.4 : 0.6) + noise * normal(rng))),
      ),
    )
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

const periods = [64, 300, 1500]
const streams = periods.map((period) => Array.from({ length: SEEDS }, (_, i) => stream(i + 1, period)))
const means = (meta) =>
  periods.map((period, p) => streams[p].reduce((sum, each) => sum + regretOf(meta, each, period), 0) / SEEDS)

const grid = RATES.flatMap((rate) =>
  SHARES.map((share) => ({ rate, share, regrets: means(fixedShare({ rate, share })) })),
)
const inHindsight = periods.map((_, p) => grid.reduce((a, b) => (b.regrets[p] < a.regrets[p] ? b : a)))

const rows = [
  ['fixed share, γ = 0.1, σ = 0.001', means(fixedShare({ rate: 0.1, share: 0.001 }))],
  ['fixed share, best of 25 in hindsight', inHindsight.map(({ regrets }, p) => regrets[p])],
  ['mixing past posteriors, γ = 3', means(mixingPast({ rate: 3, share: 0.001 }))],
  ['AdaHedge', means(adaHedge())],
  ['Squint', means(squint())],
  ['CBCE over AdaHedge', means(cbce())],
  ['CBCE over AdaHedge, carry 0', means(cbce({ carry: 0 }))],
  ['CBCE over AdaNormalHedge', means(cbce({ base: adaNormalHedge() }))],
]

console.log(`Mean regret per regime, noise ${noise}, ${SEEDS} seeds`)
console.log(['', ...periods.map((period) => `every ${period}`)].join(' | '))
for (const [name, regrets] of rows)
  console.log([name, ...regrets.map((value) => value.toFixed(2))].join(' | '))
console.log(`best of 25: ${inHindsight.map(({ rate, share }) => `γ ${rate}, σ ${share}`).join('; ')}`)
const [plain, best] = [rows[0][1], rows[1][1]]
const over = rows[5][1]
const below = over.every((regret, p) => regret < plain[p])
const near = over.every((regret, p) => regret <= best[p] + 3)
console.log(`CBCE over AdaHedge below fixed share: ${below}; within 3 of the best of 25: ${near}`)

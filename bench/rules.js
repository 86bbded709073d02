import { adaHedge, boa, calibrated, ewa, fixedShare, mlpol, mlprod, seededRng, squint } from 'credence'
import {
  adaNormalHedge,
  cbce,
  exponentiatedGradient,
  followTheLeader,
  mixingPast,
  mlewa,
  simplexOgd,
  softBayes,
  variableShare,
} from 'credence/meta'
import { uniform } from 'credence/random'
import { fastestPass } from './lib/fastestPass.js'

/**
 * What a round costs under each meta-learner, weights and update, experts aside: K = 8 and K = 100.
 *
 *     node bench/rules.js [names]     all of them if none is named
 */
const rules = {
  ewa: () => ewa(),
  'fixed share': () => fixedShare({ share: 0.001 }),
  'variable share': () => variableShare(),
  'mixing past, uniform': () => mixingPast({ past: 'uniform' }),
  'mixing past, decaying': () => mixingPast(),
  BOA: () => boa(),
  MLpol: () => mlpol(),
  MLprod: () => mlprod(),
  MLewa: () => mlewa(),
  'gradient descent on the simplex': () => simplexOgd(),
  'follow the leader': () => followTheLeader(),
  AdaHedge: () => adaHedge(),
  Squint: () => squint(),
  AdaNormalHedge: () => adaNormalHedge(),
  'soft-Bayes': () => softBayes(),
  'exponentiated gradient': () => exponentiatedGradient(),
  calibrated: () => calibrated(),
  'CBCE over AdaHedge': () => cbce(),
}

function microseconds(meta, size) {
  const rng = seededRng(1)
  const rows = Array.from({ length: 512 }, () =>
    Float64Array.from({ length: size }, (_, k) => uniform(rng) + 0.01 * k),
  )
  const state = meta.init(size)
  const weights = new Float64Array(size)
  const awake = new Float64Array(size).fill(1)
  let row = rows[0]
  const ownFor = (given) => {
    let sum = 0
    for (let k = 0; k < size; k++) sum += given[k] * row[k]
    return sum
  }
  const round = { losses: row, awake, weights, own: 0, ownFor }
  const play = (t) => {
    row = rows[t % rows.length]
    meta.weigh(state, awake, weights)
    round.losses = row
    round.own = ownFor(weights)
    meta.update(state, round)
  }
  return fastestPass(play, 2048) / 1000
}

console.log('microseconds a round | K = 8 | K = 100')
const named = process.argv.slice(2)
for (const [name, make] of Object.entries(rules)) {
  if (named.length > 0 && !named.includes(name)) continue
  console.log([name, ...[8, 100].map((size) => microseconds(make(), size).toFixed(2))].join(' | '))
}

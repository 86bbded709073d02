import { absoluteResidual, agaci, bayesDtaci, conformal, dtaci, saocpMethod } from 'credence/conformal'
import { intervalReport, oracleScore, RESIDUAL_KINDS, residualStream } from 'credence/testing'

/**
 * Intervals on 43 kinds of residual streams: coverage, rolling coverage over 200 rounds, and the interval score beside that of
 * the oracle, which knows the scale; then delays of alerts. `npm run bench intervals [-- ROUNDS SEEDS]`
 */
const rounds = Number(process.argv[2] ?? 5000)
const seeds = Number(process.argv[3] ?? 2)
const METHODS = {
  'default, two ends': {},
  'default, one end': { conformity: absoluteResidual },
  'DtACI on levels, memory 500': { method: dtaci({ space: 'level', memory: 500 }) },
  AgACI: { method: agaci({ memory: 500 }) },
  'SAOCP, running scale': { method: saocpMethod(), scale: 'running' },
  'Bayes-DtACI, running scale': { method: bayesDtaci(), scale: 'running' },
}
/** No threshold covers 0.9 of these. */
const UNATTAINABLE = ['constant', 'zeros95']

function play(options, residuals) {
  const learner = conformal({ diagnostics: false, ...options })
  const follower = { predict: () => learner.predict(0), learn: (e) => void learner.learn(e) }
  return intervalReport(follower, residuals, 0.9)
}

const sums = Object.fromEntries(
  Object.keys(METHODS).map((name) => [name, { error: 0, rms: 0, worst: 0, log: 0 }]),
)
let streams = 0
console.log(`${'stream'.padEnd(15)} coverage  rms200  max200  score/oracle (default, two ends)`)
for (const kind of Object.keys(RESIDUAL_KINDS)) {
  if (UNATTAINABLE.includes(kind)) continue
  for (let seed = 1; seed <= seeds; seed++) {
    const { residuals, oracle } = residualStream(kind, seed, rounds)
    for (const [name, options] of Object.entries(METHODS)) {
      const report = play(options, residuals)
      const sum = sums[name]
      sum.error += Math.abs(report.coverage - 0.9)
      sum.rms += report.rms200
      sum.worst = Math.max(sum.worst, report.max200)
      sum.log += Math.log(report.score)
      if (seed > 1 || name !== 'default, two ends') continue
      const ratio = oracle ? (report.score / oracleScore(residuals, oracle, 0.9)).toFixed(3) : '-'
      const numbers = [report.coverage, report.rms200, report.max200]
        .map((x) => x.toFixed(4).padStart(8))
        .join('')
      console.log(`${kind.padEnd(15)}${numbers}  ${ratio}`)
    }
    streams++
  }
}

console.log(
  `\n${'method'.padEnd(30)} |coverage − 0.9|   rms200   worst 200   interval score, Bayes-DtACI = 1`,
)
const base = sums['Bayes-DtACI, running scale'].log
for (const [name, { error, rms, worst, log }] of Object.entries(sums)) {
  const numbers = [error / streams, rms / streams, worst, Math.exp((log - base) / streams)]
  console.log(`${name.padEnd(30)} ${numbers.map((x) => x.toFixed(4).padStart(12)).join('')}`)
}

/** Rounds from a change after 2,500 quiet rounds until the alert, at a false-alarm rate of 0.01: median of 100 seeds. */
console.log('\nalerts, rate 0.01: median rounds until the alert')
for (const [change, alter] of [
  ['scale × 5', (e) => 5 * e],
  ['scale × 3', (e) => 3 * e],
  ['scale × 2', (e) => 2 * e],
  ['scale × 1.5', (e) => 1.5 * e],
  ['scale ÷ 2', (e) => e / 2],
  ['scale ÷ 10', (e) => e / 10],
  ['bias of 1 deviation', (e) => e + 1],
  ['bias of 2 deviations', (e) => e + 2],
  ['bias of 8 deviations', (e) => e + 8],
]) {
  const delays = Array.from({ length: 100 }, (_, seed) => {
    const { residuals } = residualStream('gauss', seed + 1, 4500)
    const learner = conformal({ diagnostics: false, alerts: { rate: 0.01 } })
    for (let t = 0; t < residuals.length; t++) {
      learner.predict(0)
      if (learner.learn(t < 2500 ? residuals[t] : alter(residuals[t])).alert && t >= 2500) return t - 2499
    }
    return Infinity
  })
  console.log(`${change.padEnd(24)} ${delays.sort((a, b) => a - b)[50]}`)
}

import { aggregate, conformal, normal, pinball, seededRng } from 'credence'
import { BAYES_DTACI_GRID, bayesAci, bayesDtaci, dtaciMeta } from 'credence/conformal'
import { contest } from './lib/contest.js'
import { fastestPass } from './lib/fastestPass.js'
import { missingPython, missingR, runPython, runR } from './lib/peer.js'

/**
 * Bayes-DtACI on one series, K = 8: nanoseconds a round of the learner alone, and of `conformal` with its intervals
 * and diagnostics, beside the same recursion written literally in plain Python, in numpy and in R.
 */
const rounds = Number(process.argv[2] ?? 200_000)
const rng = seededRng(1)
const scores = Float64Array.from({ length: rounds }, () => Math.abs(normal(rng)))
const NONE = []

function timed(play) {
  const start = performance.now()
  for (let t = 0; t < rounds; t++) play(scores[t])
  return (1e6 * (performance.now() - start)) / rounds
}

const bayesDtaciLearner = () =>
  aggregate({ experts: bayesAci(BAYES_DTACI_GRID), loss: pinball(0.9), meta: dtaciMeta(), dimension: 0 })

function learner() {
  const learner = bayesDtaciLearner()
  return timed((score) => learner.learn(NONE, score))
}

function intervals(options) {
  const intervals = conformal(options)
  return timed((score) => {
    intervals.predict(0)
    intervals.learn(score)
  })
}

const thousands = (value) => Math.round(value).toLocaleString('en')

const one = bayesDtaciLearner()
const fastest = fastestPass((t) => one.learn(NONE, scores[t]), Math.min(rounds, 4096))
console.log(`Bayes-DtACI, one series, fastest pass: ${thousands(1e9 / fastest)} rounds/s (goal 1,500,000)\n`)

const withPreset = () => intervals({ method: bayesDtaci() })
const withScale = () => intervals({})
for (let i = 0; i < 2; i++) for (const run of [learner, withPreset, withScale]) run()

const noNumpy = missingPython('numpy')
const noPython = missingPython()
const noR = missingR()
const results = contest({
  'credence, learn': learner,
  'credence, conformal': withPreset,
  'credence, conformal, running scale': withScale,
  ...(noPython ? {} : { 'Python loop': () => runPython('conformal.py', 'plain', 20_000).nanoseconds }),
  ...(noR ? {} : { 'R loop': () => runR('conformal.R', 20_000).nanoseconds }),
  ...(noNumpy ? {} : { 'numpy loop': () => runPython('conformal.py', 'numpy', 5_000).nanoseconds }),
})
for (const [name, nanoseconds] of Object.entries(results)) {
  const speed = thousands(1e9 / nanoseconds).padStart(12)
  console.log(`${name.padEnd(36)} ${nanoseconds.toFixed(0).padStart(8)} ns a round ${speed} rounds/s`)
}
for (const missing of [noPython, noNumpy, noR]) if (missing) console.log(missing)

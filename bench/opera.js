import { spawnSync } from 'node:child_process'
import { aggregate, boa, ewa, external, gradient, normal, seededRng, squared } from 'credence'
import { fastestPass } from './lib/fastestPass.js'

// Rounds per second of EWA and BOA over other people's forecasts, beside opera in R where it is installed.

const GOALS = { 8: 2_000_000, 100: 200_000 }
const RULES = { EWA: () => ewa({ rate: 0.1 }), BOA: () => boa() }

function stream(size, rounds) {
  const rng = seededRng(size)
  const ys = Float64Array.from({ length: rounds }, () => normal(rng))
  const xs = Array.from(ys, (y) =>
    Float64Array.from({ length: size }, (_, k) => y + (0.2 + k / size) * normal(rng)),
  )
  return { xs, ys }
}

function roundsPerSecond(size, meta) {
  const { xs, ys } = stream(size, Math.ceil(32768 / size))
  const experts = external({ columns: size })
  const learner = aggregate({ experts, loss: squared, score: gradient, meta: meta() })
  return 1e9 / fastestPass((t) => learner.learn(xs[t], ys[t]), ys.length)
}

function operaRoundsPerSecond(size, rule) {
  const script = new URL('./peers/opera.R', import.meta.url).pathname
  const { status, stdout } = spawnSync('Rscript', [script, String(size), rule], { encoding: 'utf8' })
  return status === 0 ? Number(stdout.trim().split('\n').pop()) : undefined
}

const thousands = (value) => Math.round(value).toLocaleString('en')

let missing = false
for (const size of [8, 100]) {
  for (const [name, meta] of Object.entries(RULES)) {
    const ours = roundsPerSecond(size, meta)
    const theirs = operaRoundsPerSecond(size, name)
    missing ||= theirs === undefined
    const beside =
      theirs === undefined ? '' : `, opera ${thousands(theirs)} (${(ours / theirs).toFixed(0)} times)`
    console.log(`${name} K = ${size}: ${thousands(ours)} rounds/s (goal ${thousands(GOALS[size])})${beside}`)
  }
}
if (missing) console.log('opera was not run: it needs Rscript and the R package opera')

import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { aggregate, boa, ewa, external, gradient, normal, seededRng, squared } from 'credence'
import { fastestPass } from './lib/fastestPass.js'

/**
 * Rounds per second of EWA and BOA over other people's forecasts, beside opera in R where it is installed. Each rule
 * runs in a process of its own, as a program has one: what is compiled for one rule is slower after another.
 *
 *     node bench/opera.js [EXPERTS RULE]
 */

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

function inOwnProcess(size, rule) {
  const { stdout } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), String(size), rule], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return Number(stdout)
}

const thousands = (value) => Math.round(value).toLocaleString('en')

function compareAll() {
  let missing = false
  for (const size of [8, 100]) {
    for (const rule of Object.keys(RULES)) {
      const ours = inOwnProcess(size, rule)
      const theirs = operaRoundsPerSecond(size, rule)
      missing ||= theirs === undefined
      const beside =
        theirs === undefined ? '' : `, opera ${thousands(theirs)} (${(ours / theirs).toFixed(0)} times)`
      console.log(
        `${rule} K = ${size}: ${thousands(ours)} rounds/s (goal ${thousands(GOALS[size])})${beside}`,
      )
    }
  }
  if (missing) console.log('opera was not run: it needs Rscript and the R package opera')
}

const [size, rule] = process.argv.slice(2)
if (rule) console.log(roundsPerSecond(Number(size), RULES[rule]))
else compareAll()

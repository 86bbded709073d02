import { aggregate, fixedShare, hinge, normal, rollingRate, seededRng, svb } from 'credence'
import { contest } from './lib/contest.js'
import { missingPython, runPython } from './lib/peer.js'

/**
 * SVB-EA with K = 8 experts on d = 54 features (covertype's shape): rounds per second of `learn`, beside a numpy
 * version vectorised over the experts.
 */
const [d, rows, rounds] = [54, 2000, 20_000]
const rng = seededRng(1)
const xs = Array.from({ length: rows }, () => Float64Array.from({ length: d }, () => normal(rng)))
const ys = xs.map((x) => (x[0] - x[1] + normal(rng) > 0 ? 1 : -1))

const learner = aggregate({
  experts: svb({ scale: Array.from({ length: 8 }, (_, j) => 1e-4 * 2 ** j) }),
  loss: hinge,
  meta: fixedShare({ rate: rollingRate({ window: 100 }), share: 1e-3 }),
  dimension: d,
})

function ours() {
  const start = performance.now()
  for (let t = 0; t < rounds; t++) learner.learn(xs[t % rows], ys[t % rows])
  return (1e3 * (performance.now() - start)) / rounds
}

for (let i = 0; i < 3; i++) ours()
const missing = missingPython('numpy', 'scipy')
const results = contest({
  credence: ours,
  ...(missing ? {} : { numpy: () => runPython('svb.py', rows).microseconds }),
})
for (const [name, microseconds] of Object.entries(results)) {
  const speed = Math.round(1e6 / microseconds).toLocaleString('en')
  console.log(
    `${name.padEnd(10)} ${microseconds.toFixed(2).padStart(9)} µs a round ${speed.padStart(12)} rounds/s`,
  )
}
console.log(missing ?? `credence is ${(results.numpy / results.credence).toFixed(1)} times as fast as numpy`)

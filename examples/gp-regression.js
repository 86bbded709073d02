// node examples/gp-regression.js: Gaussian processes over bandwidths, noise levels and windows, weighed as they predict.
import { aggregate, annealed, dyadic, fixedShare, logDensity, normal, seededRng } from 'credence'
import { gp } from 'credence/gp'

const learner = aggregate({
  experts: gp({ inverseBandwidth: dyadic(-2, 2), noise: [0.1, 0.3, 1], window: 100 }), // 15 experts
  loss: logDensity,
  score: annealed, // with rate 1 this is Bayes' rule
  meta: fixedShare({ rate: 1, share: 0.001 }),
})
const rng = seededRng(3)
let covered = 0
for (let t = 0; t < 400; t++) {
  const x = [6 * ((t * 0.618034) % 1)]
  const truth = t < 200 ? Math.sin(x[0]) : Math.sin(4 * x[0]) // the function gets rougher half-way
  const y = truth + 0.3 * normal(rng)
  const [lower, upper] = learner.predict(x).interval(0.9)
  if (lower <= y && y <= upper) covered++
  learner.learn(x, y)
}
const [likeliest] = [...learner.weightsBy('inverseBandwidth')].sort(([, a], [, b]) => b - a)
console.log(`covered ${covered} of 400; inverse bandwidth ${likeliest[0]} has most of the weight now`)
const { regret, bound } = learner.ledger.total
console.log(`regret to the best of 15 experts ${regret.toFixed(2)}, proven to be below ${bound.toFixed(2)}`)

//> covered 359 of 400; inverse bandwidth 2 has most of the weight now
//> regret to the best of 15 experts -105.94, proven to be below 3.11

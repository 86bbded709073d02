// node examples/custom-loss.js: a loss of your own works with every rule, score and meta-learner.
import { aggregate, fixedShare, numericalLoss, ogd, rollingRate, svb } from 'credence'
import { lossContract } from 'credence/testing'

/** Huber's loss with its knee at 1: squares near 0, absolute values beyond. Its integrals are found by quadrature. */
const kinks = (y) => [y - 1, y + 1]
const huber = numericalLoss({
  name: 'huber',
  at: (z, y) => (Math.abs(y - z) < 1 ? (y - z) ** 2 / 2 : Math.abs(y - z) - 0.5),
  slope: (z, y) => Math.max(-1, Math.min(1, z - y)),
  kinks,
})
for (const { check } of lossContract(huber, { kinks })) check() // integrals by quadrature, derivatives by differences

const learner = aggregate({
  experts: [svb({ scale: [0.1, 1] }), ogd({ learningRate: [0.01, 0.1] })],
  loss: huber,
  meta: fixedShare({ rate: rollingRate(), share: 0.001 }),
})
for (let t = 0; t < 500; t++) {
  const x = [1, Math.sin(t)]
  learner.learn(x, 2 * x[1] + 0.3 * Math.cos(37 * t) + (t % 50 === 0 ? 100 : 0)) // every 50th outcome is nonsense
}
console.log(
  `slope 2 was learnt as ${(learner.predict([0, 1]).mean - learner.predict([0, 0]).mean).toFixed(2)}`,
)

//> slope 2 was learnt as 1.92

// npx --no-install credence reproduce examples/experiment.js --replications 5: an experiment of your own, with the seeds, threads,
// resuming, intervals and page of the paper's. Change a setting: --set length=900. Tables for a paper: --latex.
import { experiment, measure, sentence } from '@credence/experiments'
import { aggregate, annealed, conjugate, fixedShare, logDensity } from 'credence'
import { regimes } from 'credence/synthetic'

const streams = { changing: ['A', 'B', 'C'], steady: ['A'] }
const experts = conjugate({ forgetting: [0.9, 1], noise: [1, 4] })
export default experiment({
  name: 'shares',
  title: 'Does a share help where the function changes?',
  settings: { length: 300, shares: [0, 0.01] },
  parts: Object.keys(streams),
  replicate({ length, shares }, part, seed) {
    const rows = [...regimes({ seed, length, regimes: streams[part] })]
    const loss = { x: rows.map((_, t) => t + 1), y: {} }
    const numbers = {}
    for (const share of shares) {
      const learner = aggregate({ experts, loss: logDensity, score: annealed, meta: fixedShare({ share }) })
      loss.y[`share ${share}`] = rows.map(({ x, y }, t) => {
        learner.learn(x, y)
        return learner.ledger.total.loss / (t + 1)
      })
      numbers[share] = learner.ledger.total.loss
    }
    return { numbers, curves: { 'average log loss': loss } }
  },
  sentences(results, { shares: [none, some] }) {
    const values = results.changing.map(({ numbers }) => numbers[some] - numbers[none])
    return [
      sentence({
        id: 'helps',
        says: 'a share helps where the function changes',
        figure: 'average log loss',
        measures: [measure({ what: 'log loss with a share minus without', side: 'below', values })],
      }),
    ]
  },
})

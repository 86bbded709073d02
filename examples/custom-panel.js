// node examples/custom-panel.js: an update rule of your own beside those of the library, and the contract that checks it.
import { aggregate, annealed, conjugate, fixedShare, grid, logDensity } from 'credence'
import { panelContract } from 'credence/testing'

/** Exponential smoothing at several rates: K experts whose levels lie in one array. */
function smoothing({ keep, noise }) {
  const points = grid({ keep, noise })
  return {
    bind: () => ({
      capacity: points.length,
      settings: () => points,
      init: () => ({ levels: new Float64Array(points.length) }),
      predict({ levels }, _x, out) {
        out.mean.set(levels)
        out.variance.fill(0)
        out.noise.set(points.map((point) => point.noise))
        out.awake.fill(1)
      },
      update({ levels }, _x, y) {
        points.forEach((point, k) => {
          levels[k] = point.keep * levels[k] + (1 - point.keep) * y
        })
      },
    }),
  }
}

const rule = smoothing({ keep: [0.5, 0.9], noise: [0.5, 1] })
for (const { check } of panelContract(rule)) check() // throws where a promise is broken
const learner = aggregate({
  experts: [rule, conjugate({ noise: [0.5, 1] })],
  loss: logDensity,
  score: annealed,
  meta: fixedShare({ share: 0.01 }),
})
for (let t = 0; t < 300; t++) learner.learn([1], Math.floor(t / 100) + 0.5 * Math.sin(37 * t)) // a level that jumps
const best = learner.ledger.total.best
console.log('the contract holds; best expert:', learner.settings[best])

//> the contract holds; best expert: { keep: 0.5, noise: 0.5 }

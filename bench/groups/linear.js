import {
  aggregate,
  conjugate,
  fixedShare,
  hinge,
  logDensity,
  normal,
  rollingRate,
  seededRng,
  svb,
} from 'credence'
import { besidePeers, microseconds } from '../lib/group.js'
import { missingPython, runPython } from '../lib/peer.js'

const [d, rows] = [54, 2000]

function stream() {
  const rng = seededRng(1)
  const xs = Array.from({ length: rows }, () => Float64Array.from({ length: d }, () => normal(rng)))
  return { xs, ys: xs.map((x) => (x[0] - x[1] + normal(rng) > 0 ? 1 : -1)) }
}

/** predict and learn, as a user calls them. */
const both = (learner, { xs, ys }) =>
  microseconds((t) => {
    learner.predict(xs[t % rows])
    learner.learn(xs[t % rows], ys[t % rows])
  }, 4000)

export default {
  title: 'Linear experts',
  about:
    '`predict` and `learn`, d = 54 features, as covertype has. numpy is vectorised over the experts and only learns.',
  unit: 'µs a round',
  measure() {
    const data = stream()
    const scale = Array.from({ length: 8 }, (_, j) => 1e-4 * 2 ** j)
    const meta = fixedShare({ rate: rollingRate({ window: 100 }), share: 1e-3 })
    const svbEa = aggregate({ experts: svb({ scale }), loss: hinge, meta, dimension: d })
    const exact = aggregate({ experts: conjugate({ noise: [0.5, 1, 2] }), loss: logDensity, dimension: d })
    const numpy = missingPython('numpy', 'scipy')
    return [
      besidePeers('SVB-EA, K = 8', both(svbEa, data), {
        ...(numpy ? {} : { numpy: () => runPython('svb.py', rows).microseconds }),
      }),
      besidePeers('conjugate, K = 3', both(exact, data), {}),
    ]
  },
}

import {
  aggregate,
  boa,
  ewa,
  external,
  fixedShare,
  gradient,
  mlpol,
  mlprod,
  normal,
  seededRng,
  squared,
} from 'credence'
import { besidePeers, microseconds } from '../lib/group.js'

const METAS = {
  ewa: () => ewa({ rate: 0.1 }),
  boa,
  mlpol,
  mlprod,
  fixedShare: () => fixedShare({ rate: 0.1, share: 0.001 }),
}

function learning(size, meta) {
  const rng = seededRng(size)
  const rounds = Math.ceil(32768 / size)
  const ys = Float64Array.from({ length: rounds }, () => normal(rng))
  const xs = Array.from(ys, (y) =>
    Float64Array.from({ length: size }, (_, k) => y + (0.2 + k / size) * normal(rng)),
  )
  const learner = aggregate({
    experts: external({ columns: size }),
    loss: squared,
    score: gradient,
    meta: meta(),
  })
  return microseconds((t) => learner.learn(xs[t % rounds], ys[t % rounds]), 20_000)
}

export default {
  title: "Other people's forecasters",
  about:
    '`learn` with K external experts and the gradient score. opera, in R, is a peer where it is installed: `node bench/opera.js`.',
  unit: 'µs a round',
  measure: () =>
    [8, 100].flatMap((size) =>
      Object.entries(METAS).map(([name, meta]) =>
        besidePeers(`${name}, K = ${size}`, learning(size, meta), {}),
      ),
    ),
}

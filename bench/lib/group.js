import { contest } from './contest.js'

/** Microseconds a round in one pass of `rounds`, after two to warm up. */
export function microseconds(play, rounds) {
  let t = 0
  const pass = () => {
    const start = performance.now()
    for (const end = t + rounds; t < end; t++) play(t)
    return (1e3 * (performance.now() - start)) / rounds
  }
  pass()
  pass()
  return pass
}

/** One hot path: the median of interleaved passes of ours and of each peer that is there. */
export function besidePeers(path, ours, peers, { repeats = 7 } = {}) {
  const { credence, ...others } = contest({ credence: ours, ...peers }, { repeats })
  return { path, credence, peers: others }
}

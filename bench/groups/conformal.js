import { aggregate, conformal, normal, pinball, seededRng } from 'credence'
import { BAYES_DTACI_GRID, bayesAci, bayesDtaci, dtaciMeta } from 'credence/conformal'
import { besidePeers, microseconds } from '../lib/group.js'
import { missingPython, missingR, runPython, runR } from '../lib/peer.js'

const ROUNDS = 20_000

export default {
  title: 'Intervals',
  about: 'One series, K = 8. The peers are the same recursion, written as literally as the language allows.',
  unit: 'µs a round',
  measure() {
    const rng = seededRng(1)
    const scores = Float64Array.from({ length: ROUNDS }, () => Math.abs(normal(rng)))
    const learner = aggregate({
      experts: bayesAci(BAYES_DTACI_GRID),
      loss: pinball(0.9),
      meta: dtaciMeta(),
      dimension: 0,
    })
    const peers = {
      ...(missingPython()
        ? {}
        : { 'Python loop': () => runPython('conformal.py', 'plain', ROUNDS).nanoseconds / 1e3 }),
      ...(missingR() ? {} : { 'R loop': () => runR('conformal.R', ROUNDS).nanoseconds / 1e3 }),
      ...(missingPython('numpy')
        ? {}
        : { numpy: () => runPython('conformal.py', 'numpy', 5000).nanoseconds / 1e3 }),
    }
    const around = (options) => {
      const intervals = conformal(options)
      return microseconds((t) => {
        intervals.predict(0)
        intervals.learn(scores[t % ROUNDS])
      }, ROUNDS)
    }
    return [
      besidePeers(
        'Bayes-DtACI, `learn`',
        microseconds((t) => learner.learn([], scores[t % ROUNDS]), ROUNDS),
        peers,
      ),
      besidePeers(
        '`conformal({ method: bayesDtaci() })`, `predict` and `learn`',
        around({ method: bayesDtaci() }),
        {},
      ),
      besidePeers('`conformal()`, `predict` and `learn`', around({}), {}),
      besidePeers('the same without diagnostics', around({ diagnostics: false }), {}),
    ]
  },
}

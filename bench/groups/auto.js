import { auto } from 'credence'
import { draw } from '../lib/gpContest.js'
import { besidePeers, microseconds } from '../lib/group.js'
import { missingPython, runPython } from '../lib/peer.js'

const ROWS = 2000

export default {
  title: '`auto`',
  about: `predict and learn, ten numeric columns, ${ROWS} rows. LightGBM predicts each row and is fitted anew on all rows so far every hundred; it gives no interval.`,
  unit: 'µs a row',
  measure() {
    const learner = auto()
    const rows = Array.from({ length: ROWS }, () => {
      const { x, y } = draw(10)
      return { row: Object.fromEntries(Array.from(x, (value, j) => [`x${j}`, value])), y }
    })
    const step = (t) => {
      const { row, y } = rows[t % ROWS]
      learner.predict(row)
      learner.learn(row, y)
    }
    const lightgbm = missingPython('lightgbm', 'numpy')
    const peers = lightgbm ? {} : { LightGBM: () => runPython('lightgbmPeer.py', ROWS).microseconds }
    return [besidePeers('ten columns', microseconds(step, ROWS), peers, { repeats: 3 })]
  },
}

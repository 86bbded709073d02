// Parts of your own that a recipe can name: credence run recipe.json visits.log --plugins
import { numericalLoss, panelOf, weighAwake, weighAwakeLog } from 'credence'

/** What came `period` rows ago. */
const seasonal = (period) => ({
  settings: { period },
  init: () => ({ t: 0, past: new Float64Array(period) }),
  predict: ({ t, past }) => ({ mean: past[t % period], noise: 1, awake: t < period ? 0 : 1 }),
  update(state, _x, y) {
    state.past[state.t++ % period] = y
  },
})

/** Huber's loss with its knee at `knee`. */
function huber({ knee = 1 }) {
  const beyond = (e) => Math.abs(e) > knee
  return numericalLoss({
    name: 'huber',
    at: (z, y) => (beyond(y - z) ? knee * (Math.abs(y - z) - knee / 2) : (y - z) ** 2 / 2),
    slope: (z, y) => Math.max(-knee, Math.min(knee, z - y)),
    kinks: (y) => [y - knee, y + knee],
  })
}

/** All weights stay as they are. */
const equal = {
  name: 'equal',
  settings: {},
  init: (size) => ({ log: new Float64Array(size) }),
  rate: () => 1,
  weigh: ({ log }, awake, out) => weighAwake(log, awake, out),
  weighLog: ({ log }, awake, out) => weighAwakeLog(log, awake, out),
  update() {},
}

/** Lines such as `day=mon visits=17`. */
async function* pairs(bytes, { comment = '#' }) {
  let text = ''
  const decoder = new TextDecoder()
  for await (const piece of bytes) text += decoder.decode(piece, { stream: true })
  for (const line of text.split('\n')) {
    if (line.trim() === '' || line.startsWith(comment)) continue
    const cells = line.split(' ').map((cell) => cell.split('='))
    yield Object.fromEntries(cells.map(([name, value]) => [name, Number.isNaN(+value) ? value : +value]))
  }
}

export default {
  expert: { seasonal: ({ period }) => panelOf([period].flat().map(seasonal)) },
  loss: { huber },
  meta: { equal },
  reader: { pairs },
}

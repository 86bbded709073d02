import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { squared } from 'credence'
import * as baselines from 'credence/baselines'
import { draw } from '../lib/gpContest.js'
import { besidePeers } from '../lib/group.js'
import { missingPython, runPython } from '../lib/peer.js'

const [DIMENSION, ROUNDS] = [10, 2000]
const WIDTH = DIMENSION + 1

const rules = {
  knn: baselines.knn({ window: 250 }),
  hoeffdingTree: baselines.hoeffdingTree(),
  hoeffdingAdaptiveTree: baselines.hoeffdingAdaptiveTree(),
  adaptiveRandomForest: baselines.adaptiveRandomForest(),
  baggedLinear: baselines.onlineBagging(baselines.linearRegression()),
  baggedTrees: baselines.onlineBagging(baselines.hoeffdingTree()),
  mondrianForest: baselines.mondrianForest(),
}

/** The stream from its start, again and again, for a quarter of a second: µs a round. */
const playing = (rule, stream) => () => {
  const panel = rule.bind({ loss: squared, dimension: DIMENSION, seed: 1 })
  const one = () => new Float64Array(1)
  const beliefs = { mean: one(), variance: one(), noise: one(), awake: one() }
  const start = performance.now()
  for (let rounds = ROUNDS; ; rounds += ROUNDS) {
    const state = panel.init()
    for (let i = 0; i < stream.length; i += WIDTH) {
      const x = stream.subarray(i, i + DIMENSION)
      panel.predict(state, x, beliefs)
      panel.update(state, x, stream[i + DIMENSION], beliefs)
    }
    const elapsed = performance.now() - start
    if (elapsed > 250) return (1e3 * elapsed) / rounds
  }
}

export default {
  title: 'Forests, trees and neighbours',
  about: `predict and learn on ${ROUNDS} rounds of ${DIMENSION} features, from the start. River is the version that \`bench/peers/setup\` installs.`,
  unit: 'µs a round',
  measure() {
    const rounds = Array.from({ length: ROUNDS }, () => draw(DIMENSION))
    const stream = Float64Array.from(rounds.flatMap(({ x, y }) => [...x, y]))
    const folder = mkdtempSync(join(tmpdir(), 'credence-'))
    const file = join(folder, 'stream.bin')
    writeFileSync(file, new Uint8Array(stream.buffer))
    const river = missingPython('river')
    const rows = Object.entries(rules).map(([name, rule]) =>
      besidePeers(
        name,
        playing(rule, stream),
        river ? {} : { River: () => 1e6 / runPython('riverPeer.py', file, name, ROUNDS).rate },
        { repeats: 3 },
      ),
    )
    rmSync(folder, { recursive: true })
    return rows
  },
}

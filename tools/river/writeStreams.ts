import { writeFileSync } from 'node:fs'
import {
  adaptiveRandomForest,
  linearRegression,
  onlineBagging,
} from '../../packages/core/src/baselines/index.ts'
import { squared } from '../../packages/core/src/losses/squared.ts'
import { poisson, type Rng } from '../../packages/core/src/math/rng.ts'
import {
  abcStream,
  driftStreams,
  STREAMS,
  wideStream,
} from '../../packages/core/test/fixtures/riverStream.ts'

/** Writes the tests' streams as raw doubles, row by row, for Python: `writeStreams FOLDER`. */
const folder = process.argv[2]

function write(name: string, rows: readonly Float64Array[]): void {
  const flat = Float64Array.from(rows.flatMap((row) => Array.from(row)))
  writeFileSync(`${folder}/${name}.bin`, new Uint8Array(flat.buffer))
}

write('abc', Array.from({ length: STREAMS }, (_, s) => abcStream(s)).flat())
write('wide', wideStream(7))
write('drift', driftStreams())

/** The Poisson draws of five learners with seed 11 over 3000 rounds, so that River can draw the same. */
const context = { loss: squared, dimension: 10, seed: 11 }
const learners = 5

function writeDraws(name: string, rng: Rng, mean: number): void {
  const draws = Uint8Array.from({ length: learners * 3000 }, () => poisson(rng, mean))
  writeFileSync(`${folder}/${name}.bin`, draws)
}

const bag = onlineBagging(linearRegression(), { learners }).bind(context)
writeDraws('bagDraws', bag.init().rng, 1)
const forest = adaptiveRandomForest({ learners, features: 'all' }).bind(context)
writeDraws('forestDraws', forest.init().experts[0].rng, 6)

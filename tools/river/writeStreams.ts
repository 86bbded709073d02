import { writeFileSync } from 'node:fs'
import { squared } from '../../packages/core/src/losses/squared.ts'
import { poisson, type Rng } from '../../packages/core/src/math/rng.ts'
import { adaptiveRandomForest, linearRegression, onlineBagging } from '../../packages/core/src/trees/index.ts'
import {
  abcStream,
  DIMENSION,
  driftStreams,
  LENGTH,
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

const context = { loss: squared, dimension: DIMENSION }

/** Poisson draws of so many learners in each round of a stream, so that River can draw the same. */
const draws = (rng: Rng, learners: number, mean: number) =>
  Array.from({ length: learners * LENGTH }, () => poisson(rng, mean))

const bagDraws = (learners: number, seed: number) => {
  const bag = onlineBagging(linearRegression(), { learners }).bind({ ...context, seed })
  return draws(bag.init().rng, learners, 1)
}

const forestDraws = (learners: number, seed: number) => {
  const forest = adaptiveRandomForest({ learners, features: 'all' }).bind({ ...context, seed })
  return draws(forest.init().experts[0].rng, learners, 6)
}

const pairedDraws = Array.from({ length: STREAMS }, (_, s) => bagDraws(18, 1000 * s))
writeFileSync(`${folder}/bagDraws.bin`, Uint8Array.from(bagDraws(5, 11)))
writeFileSync(`${folder}/forestDraws.bin`, Uint8Array.from(forestDraws(5, 11)))
writeFileSync(`${folder}/pairedDraws.bin`, Uint8Array.from(pairedDraws.flat()))

import { writeFileSync } from 'node:fs'
import { linearRegression, onlineBagging } from '../../packages/core/src/baselines/index.ts'
import { squared } from '../../packages/core/src/losses/squared.ts'
import { poisson } from '../../packages/core/src/math/rng.ts'
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

/** The Poisson draws of a bag of 5 with seed 11, so that River can bag with the same. */
const bag = onlineBagging(linearRegression(), { learners: 5 }).bind({
  loss: squared,
  dimension: 10,
  seed: 11,
})
const { rng } = bag.init()
writeFileSync(
  `${folder}/draws.bin`,
  Uint8Array.from({ length: 5 * 3000 }, () => poisson(rng, 1)),
)

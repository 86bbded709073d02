import { writeFileSync } from 'node:fs'
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

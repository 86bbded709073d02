// node examples/stream-pipeline.js [FILE]: CSV in, NDJSON out, through a Node pipeline; memory stays flat, Ctrl-C ends it.
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { conformal } from 'credence'
import { csv } from 'credence/stream'

const lines = Array.from({ length: 200 }, (_, t) => `${t},${(50 + 5 * Math.sin(9 * t * t)).toFixed(2)}`)
const SAMPLE = `hour,load\n${lines.join('\n')}\n`
const [file] = process.argv.slice(2)
const input = file === undefined ? Readable.from([Buffer.from(SAMPLE)]) : createReadStream(file)

/** An interval for the last column of each row, around its mean so far, said before the row is learnt. */
async function* intervals(bytes) {
  const learner = conformal({ coverage: 0.9 })
  let mean = 0
  let rows = -1
  for await (const { fields } of csv(bytes)) {
    if (++rows === 0) continue // the header
    const y = Number(fields.at(-1))
    const { lower, upper } = learner.predict(mean)
    const { covered } = learner.learn(y)
    mean += (y - mean) / rows
    yield `${JSON.stringify({ row: rows, lower: lower.toFixed(1), upper: upper.toFixed(1), y, covered })}\n`
  }
}

const controller = new AbortController()
process.once('SIGINT', () => controller.abort())
await pipeline(input, intervals, process.stdout, { signal: controller.signal, end: false })

//> {"row":196,"lower":"45.0","upper":"54.9","y":45.25,"covered":true}
//> {"row":197,"lower":"44.9","upper":"54.9","y":46.28,"covered":true}
//> {"row":198,"lower":"44.9","upper":"54.8","y":45.22,"covered":true}
//> {"row":199,"lower":"44.9","upper":"54.6","y":47.23,"covered":true}
//> {"row":200,"lower":"45.0","upper":"54.6","y":55,"covered":false}

// node examples/stream-pipeline.js [FILE]: CSV in, NDJSON out, through a Node pipeline; memory stays flat, Ctrl-C ends it.
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { conformal } from 'credence'
import { csv } from 'credence/stream'

const lines = Array.from({ length: 3000 }, (_, t) => `${t},${(50 + 5 * Math.sin(9 * t * t)).toFixed(2)}`)
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

//> {"row":2996,"lower":"45.0","upper":"55.0","y":53.74,"covered":true}
//> {"row":2997,"lower":"45.0","upper":"55.0","y":45.8,"covered":true}
//> {"row":2998,"lower":"45.0","upper":"55.0","y":54.54,"covered":true}
//> {"row":2999,"lower":"45.0","upper":"55.0","y":53.28,"covered":true}
//> {"row":3000,"lower":"45.1","upper":"54.9","y":51.37,"covered":true}

// node examples/stream-pipeline.js [FILE]: CSV in, NDJSON out, through a Node pipeline; memory stays flat, Ctrl-C ends it.
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { auto } from 'credence'
import { csv } from 'credence/stream'

const SAMPLE = `hour,load\n${Array.from({ length: 200 }, (_, t) => `${t % 24},${50 + (t % 24) + Math.sin(t)}`).join('\n')}\n`
const [file] = process.argv.slice(2)
const input = file === undefined ? Readable.from([Buffer.from(SAMPLE)]) : createReadStream(file)

/** The last column is forecast from the others, row by row, before it is learnt. */
async function* forecasts(bytes) {
  const learner = auto()
  let names
  for await (const { fields } of csv(bytes)) {
    if (names === undefined) {
      names = fields
      continue
    }
    const row = Object.fromEntries(names.slice(0, -1).map((name, i) => [name, fields[i]]))
    const y = Number(fields.at(-1))
    const { mean, lower, upper } = learner.predict(row)
    learner.learn(row, y)
    yield `${JSON.stringify({ ...row, y, mean, lower, upper }, (_, v) => (typeof v === 'number' ? +v.toFixed(1) : v))}\n`
  }
}

const controller = new AbortController()
process.once('SIGINT', () => controller.abort())
await pipeline(input, forecasts, process.stdout, { signal: controller.signal, end: false })

//> {"hour":"3","y":53.2,"mean":52.7,"lower":51.8,"upper":53.5}
//> {"hour":"4","y":54.9,"mean":54.1,"lower":53.2,"upper":55}
//> {"hour":"5","y":55.8,"mean":55.4,"lower":54.3,"upper":56.4}
//> {"hour":"6","y":55.9,"mean":56.3,"lower":55.3,"upper":57.3}
//> {"hour":"7","y":56.1,"mean":57,"lower":56,"upper":57.9}

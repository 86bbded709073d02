// bun examples/bun.ts [FILE]: a CSV through auto in Bun, as it is read. In a project of yours: `bun add credence`.
import { auto } from 'credence'
import { table } from 'credence/stream'

const sample = `hour,load\n${Array.from({ length: 200 }, (_, t) => `${t % 24},${50 + (t % 24) + Math.sin(t)}`).join('\n')}\n`
const [file] = process.argv.slice(2)
const rows = await table(file ? Bun.file(file).stream() : new Blob([sample]).stream())
const learner = auto()
let covered = 0
let count = 0
for await (const { values } of rows) {
  const row = Object.fromEntries(rows.names.slice(0, -1).map((name, i) => [name, values[i]]))
  const y = values[rows.names.length - 1] as number
  const { lower, upper } = learner.predict(row) as { lower: number; upper: number }
  if (lower <= y && y <= upper) covered++
  learner.learn(row, y)
  count++
}
console.log(`${count} rows; about ${10 * Math.round((10 * covered) / count)} % were inside their interval`)

//> 200 rows; about 90 % were inside their interval
